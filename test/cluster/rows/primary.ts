import { seconds, type Row, type Stage } from './row.ts';

/** Counted from the promotion. No write is possible before it. */
const mostAfterPromotionMs = 5000;

/** Asserts that no Praça process was restarted. */
export function expectSameProcesses({ site, expect }: Stage, pids: readonly number[]): void {
  expect(
    site.machines.every(({ pid }, index) => pid === pids[index]),
    'a process of Praça ended',
  );
}

export async function expectWritesAfter(
  { load, isTimed, expect, say }: Stage,
  promotedMs: number,
): Promise<void> {
  await load.untilWrites(20);
  const first = load.journal.firstAfter(promotedMs) ?? Infinity;
  say(`the first write came ${seconds(first - promotedMs)} after the promotion`);
  expect(
    !isTimed || first - promotedMs <= mostAfterPromotionMs,
    `no write for ${seconds(first - promotedMs)} after the promotion`,
  );
}

export const primaryLost: Row = {
  name: 'primary lost',
  async play(stage) {
    const { cluster, site, say } = stage;
    const pids = site.machines.map(({ pid }) => pid);
    const primary = await cluster.database.primary();
    say(`killing ${primary.name} and its Patroni`);
    await primary.kill();
    const promotedMs = await cluster.database.untilPromoted(primary);
    await expectWritesAfter(stage, promotedMs);
    expectSameProcesses(stage, pids);
    await primary.start();
    await cluster.database.untilWhole();
  },
};

export const switchover: Row = {
  name: 'switchover',
  mostSeconds: 5,
  async play(stage) {
    const { cluster, site } = stage;
    const pids = site.machines.map(({ pid }) => pid);
    await cluster.database.switchover();
    await cluster.database.untilWhole();
    expectSameProcesses(stage, pids);
  },
};
