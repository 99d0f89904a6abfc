import { setTimeout as sleep } from 'node:timers/promises';
import { askNode } from './parts/ask-node.ts';
import type { DatabaseCluster } from './parts/database-cluster.ts';

/** Looks again and again who leads where. */
export interface LeaderWatch {
  /** What was seen that must not be. */
  stop(): Promise<string[]>;
}

const everyMs = 500;
/** What a node that was thawed still believes is gone when it has read what its clients left behind. */
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

/** Nothing where it does not answer. */
async function look(port: number, password: string): Promise<Seen | undefined> {
  const rows = await askNode<Seen>(
    { port, password, timeoutMs: 1000 },
    `select pg_is_in_recovery() as standby, array(
       select distinct l.classid || ' ' || l.objid from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and a.application_name = 'praca leader election') as led`,
  );
  return rows?.[0];
}
