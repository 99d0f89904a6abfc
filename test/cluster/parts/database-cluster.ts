import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/process.ts';
import { askNode } from './ask-node.ts';
import type { Etcd } from './etcd.ts';
import { createDatabaseNode, type DatabaseNode } from './patroni.ts';
import { freePorts } from './ports.ts';
import type { ClusterPrograms } from './programs.ts';

const nodeNames = ['pg1', 'pg2', 'pg3'];

/** Three PostgreSQL nodes: a primary, a synchronous standby with every acknowledged write, and another standby. */
export interface DatabaseCluster {
  readonly nodes: readonly DatabaseNode[];
  readonly password: string;
  primary(): Promise<DatabaseNode>;
  synchronousStandby(): Promise<DatabaseNode>;
  /** Waits for another primary than the given one and returns the time at which it was found. */
  untilPromoted(before: DatabaseNode): Promise<number>;
  /** Waits until two standbys stream from the primary, one of them synchronous. Only then the next event may start. */
  untilWhole(): Promise<void>;
  switchover(): Promise<void>;
  stop(): Promise<void>;
}

export interface DatabaseClusterOptions {
  readonly folder: string;
  readonly programs: ClusterPrograms;
  readonly etcd: Etcd;
  readonly ttl: number;
  readonly nodes?: number;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Returns the members as this node knows them, or undefined if it does not answer in time. */
async function askMembers({ restPort }: DatabaseNode): Promise<readonly Member[] | undefined> {
  try {
    const signal = AbortSignal.timeout(2000);
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal });
    // The body may be missing, too.
    return answer.ok ? ((await answer.json()) as { members: Member[] }).members : undefined;
  } catch {
    return undefined;
  }
}

/** Queries PostgreSQL, because Patroni reports an outdated state for a node that was just thawed. */
async function countStreaming(primary: DatabaseNode | undefined, password: string): Promise<number> {
  if (!primary) return 0;
  const question = `select 1 from pg_stat_replication where state = 'streaming'`;
  return (await askNode({ port: primary.port, password, timeoutMs: 2000 }, question))?.length ?? 0;
}

export async function startDatabaseCluster(options: DatabaseClusterOptions): Promise<DatabaseCluster> {
  const { folder, programs, etcd, ttl } = options;
  const names = nodeNames.slice(0, options.nodes ?? 3);
  const password = crypto.randomUUID();
  const ports = await freePorts(names.length * 2);
  const nodes = names.map((name, index) =>
    createDatabaseNode({
      name,
      folder,
      patroni: programs.patroni,
      postgres: programs.postgres,
      etcdPort: etcd.port,
      etcdProtocol: programs.etcdProtocol,
      port: ports[index * 2] ?? 0,
      restPort: ports[index * 2 + 1] ?? 0,
      password,
      ttl,
    }),
  );
  const members = async (): Promise<readonly Member[]> => {
    for (const node of nodes) {
      const known = await askMembers(node);
      if (known) return known;
    }
    return [];
  };
  const findPrimary = async (): Promise<DatabaseNode | undefined> => {
    for (const node of nodes) if (await node.isPrimary()) return node;
    return undefined;
  };
  const named = (name: string | undefined): DatabaseNode => {
    const node = nodes.find((candidate) => candidate.name === name);
    if (!node) throw new Error(`there is no ${name ?? 'such node'}`);
    return node;
  };
  const untilWhole = async (): Promise<void> => {
    await until(
      async () => {
        const now = await members();
        const running = now.filter(({ state }) => state === 'running' || state === 'streaming');
        return (
          now.length === nodes.length &&
          running.length === nodes.length &&
          now.filter(({ role }) => role === 'leader').length === 1 &&
          now.some(({ role }) => role === 'sync_standby') &&
          (await countStreaming(await findPrimary(), password)) === nodes.length - 1
        );
      },
      'a primary with its standbys',
      90_000,
    );
  };

  for (const node of nodes) await node.start();
  await untilWhole();
  return {
    nodes,
    password,
    untilWhole,
    async primary() {
      let found: DatabaseNode | undefined;
      await until(async () => (found = await findPrimary()) !== undefined, 'a primary');
      return named(found?.name);
    },
    async synchronousStandby() {
      return named((await members()).find(({ role }) => role === 'sync_standby')?.name);
    },
    async untilPromoted(before) {
      const others = nodes.filter((node) => node !== before);
      for (;;) {
        for (const node of others) if (await node.isPrimary()) return performance.now();
        await sleep(50);
      }
    },
    async switchover() {
      const now = await members();
      const leader = now.find(({ role }) => role === 'leader')?.name;
      const candidate = now.find(({ role }) => role === 'sync_standby')?.name;
      const answer = await fetch(`http://127.0.0.1:${named(leader).restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader, candidate }),
      });
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
