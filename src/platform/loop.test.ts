import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLoop } from './loop.ts';

const never = 2_000_000_000;

/** A loop whose turns end on request of the test. */
function drive(pauses: readonly number[]) {
  const stopping = new AbortController();
  const begun = pauses.map(() => Promise.withResolvers<void>());
  const finish = pauses.map(() => Promise.withResolvers<void>());
  let turns = 0;
  const loop = startLoop(stopping.signal, async () => {
    const turn = turns++;
    begun[turn]?.resolve();
    await finish[turn]?.promise;
    return pauses[turn] ?? never;
  });
  return { loop, stopping, begun: begun.map((one) => one.promise), finish: finish.map((one) => one.resolve) };
}

/** Lets everything run that is ready. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a loop sleeps until it is woken', async () => {
  const { loop, stopping, begun, finish } = drive([never, never]);
  await begun[0];
  finish[0]?.();
  await settle();
  loop.wake();
  await begun[1];
  stopping.abort();
  finish[1]?.();
  await loop.ended;
});

test('a wake during a turn starts another turn', async () => {
  const { loop, stopping, begun, finish } = drive([never, never]);
  await begun[0];
  loop.wake();
  finish[0]?.();
  await begun[1];
  stopping.abort();
  finish[1]?.();
  await loop.ended;
});

test('a wake before a turn does not shorten the sleep after it', async () => {
  const { loop, stopping, begun, finish } = drive([never, never, never]);
  await begun[0];
  finish[0]?.();
  await settle();
  loop.wake();
  await begun[1];
  finish[1]?.();
  let third = false;
  void begun[2]?.then(() => (third = true));
  await settle();
  assert.equal(third, false);
  stopping.abort();
  await loop.ended;
});

test('a turn that returns 0 is followed at once, and others after their pause', async () => {
  const { loop, stopping, begun, finish } = drive([0, 1, never]);
  finish[0]?.();
  finish[1]?.();
  await begun[2];
  stopping.abort();
  finish[2]?.();
  await loop.ended;
});

test('a stopped loop finishes its turn and starts no other, even before its first', async () => {
  const { loop, stopping, begun, finish } = drive([0, 0]);
  await begun[0];
  stopping.abort();
  finish[0]?.();
  await loop.ended;
  let turns = 0;
  await startLoop(AbortSignal.abort(), async () => ++turns).ended;
  assert.equal(turns, 0);
});

test('an error of a turn ends the loop and rejects it', async () => {
  const { ended } = startLoop(new AbortController().signal, async () => {
    throw new Error('broken');
  });
  await assert.rejects(ended, /broken/);
});

test('several wakes within the gather time cause one turn', async () => {
  const stopping = new AbortController();
  const turns: (() => void)[] = [];
  let begun = Promise.withResolvers<void>();
  const loop = startLoop(
    stopping.signal,
    () =>
      new Promise((resolve) => {
        turns.push(() => resolve(never));
        begun.resolve();
      }),
    { gatherMs: 1 },
  );
  await begun.promise;
  turns[0]?.();
  await settle();
  begun = Promise.withResolvers();
  loop.wake();
  loop.wake();
  await begun.promise;
  turns[1]?.();
  await settle();
  await settle();
  assert.equal(turns.length, 2);
  stopping.abort();
  await loop.ended;
});
