import { setTimeout as sleep } from 'node:timers/promises';
import { askNode } from './parts/ask-node.ts';
import type { DatabaseCluster } from './parts/database-cluster.ts';

/** Checks repeatedly which process leads on which node. */
export interface LeaderWatch {
  stop(): Promise<string[]>;
}

const everyMs = 500;
/** Number of checks in which a thawed node may still show locks of clients that have left. */
const tolerated = 2;

interface Seen {
  readonly standby: boolean;
  readonly led: string[];
}

export function watchLeaders(cluster: DatabaseCluster): LeaderWatch {
  const faults = new Set<string>();
  let isOver = false;
  let twice = 0;
  const watching = (async () => {
    while (!isOver) {
      const seen = await Promise.all(cluster.nodes.map(({ port }) => look(port, cluster.password)));
      const answers = seen.filter((one) => one !== undefined);
      if (answers.some(({ standby, led }) => standby && led.length > 0))
        faults.add('a process led by a lock on a standby');
      const all = answers.flatMap(({ led }) => led);
      twice = new Set(all).size < all.length ? twice + 1 : 0;
      if (twice > tolerated) faults.add('two processes led the same work');
      await sleep(everyMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return [...faults];
    },
  };
}

/** Returns undefined if the node does not answer. */
async function look(port: number, password: string): Promise<Seen | undefined> {
  const rows = await askNode<Seen>(
    { port, password, timeoutMs: 1000 },
    `select pg_is_in_recovery() as standby, array(
       select distinct l.classid || ' ' || l.objid from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and a.application_name = 'praca leader election') as led`,
  );
  return rows?.[0];
}
