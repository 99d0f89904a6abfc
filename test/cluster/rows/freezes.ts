import { setTimeout as sleep } from 'node:timers/promises';
import { followPrimary } from '../parts/haproxy.ts';
import { watchLeaders } from '../watch-leaders.ts';
import { expectSameProcesses } from './primary.ts';
import { seconds, type Row } from './row.ts';

/** The limit of the contract, and the interval of the check. */
const longestStayMs = 20_000;
const lookMs = 2500;

function frozen(forSeconds: number, cutsSessions: boolean): Row {
  return {
    name: `primary frozen ${forSeconds} s, ${cutsSessions ? 'sessions cut' : 'sessions kept'}`,
    async prepare(cluster) {
      await cluster.databaseProxy.restart(followPrimary(cluster.database.nodes, { cutsSessions }));
    },
    async play(stage) {
      const { cluster, site, load, expect, say } = stage;
      const pids = site.machines.map(({ pid }) => pid);
      const primary = await cluster.database.primary();
      const leaders = watchLeaders(cluster.database);
      const frozenMs = performance.now();
      say(`freezing ${primary.name}`);
      primary.freeze();
      const thawed = sleep(forSeconds * 1000).then(() => primary.thaw());
      const left = async (): Promise<number> => {
        for (;;) {
          const sessions = await cluster.databaseProxy.sessions();
          if ((sessions.get(primary.name) ?? 0) === 0) return performance.now() - frozenMs;
          await sleep(200);
        }
      };
      const stayMs = await Promise.race([left(), thawed.then(() => performance.now() - frozenMs)]);
      say(`its last connection ended after ${seconds(stayMs)}`);
      expect(stayMs <= longestStayMs + lookMs, `a process stayed on the frozen node for ${seconds(stayMs)}`);
      await thawed;
      await load.untilWrites(20);
      await cluster.database.untilWhole();
      expectSameProcesses(stage, pids);
      for (const sentence of await leaders.stop()) expect(false, sentence);
    },
  };
}

export const freezes: readonly Row[] = [
  frozen(20, true),
  frozen(60, true),
  frozen(20, false),
  frozen(60, false),
];
