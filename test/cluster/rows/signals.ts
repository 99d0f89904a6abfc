import { setTimeout as sleep } from 'node:timers/promises';
import { seconds, type Row, type Stage } from './row.ts';

const awayMs = 60_000;
/** The contract's 2 s plus the delay of a busy machine. */
const latestMs = 3500;

function expectSoon({ load, expect, say }: Stage, sinceMs: number): void {
  const late = load.journal.lateness.filter(({ atMs }) => atMs >= sinceMs).map(({ ms }) => ms);
  const latest = Math.max(0, ...late);
  say(`the latest message was heard ${seconds(latest)} after its writer had the answer`);
  expect(latest <= latestMs, `a message was heard ${seconds(latest)} late`);
}

export const natsAway: Row = {
  name: 'NATS away',
  mostFailed: 0,
  async play(stage) {
    const { cluster, load } = stage;
    const sinceMs = performance.now();
    await cluster.nats.kill();
    await sleep(awayMs);
    await cluster.nats.start();
    await load.untilWrites(60);
    expectSoon(stage, sinceMs);
  },
};

export const natsAwayAtTheStart: Row = {
  name: 'NATS away at the start',
  mostFailed: 0,
  async play(stage) {
    const { cluster, site, load } = stage;
    await cluster.nats.kill();
    const sinceMs = performance.now();
    for (const machine of site.machines) {
      await machine.stop();
      await machine.start();
      while (!(await site.proxy.isUp(machine.name))) await load.untilWrites(1);
      await load.untilWrites(20);
    }
    // Clients of a machine that stops reconnect, which takes longer than a signal.
    const startedMs = performance.now();
    await load.untilWrites(60);
    expectSoon(stage, startedMs);
    await cluster.nats.start();
    await load.untilWrites(60);
    expectSoon(stage, startedMs);
    stage.say(`without NATS for ${seconds(performance.now() - sinceMs)}`);
  },
};
