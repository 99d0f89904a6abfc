import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLoop } from './loop.ts';

const never = 2_000_000_000;

/** A loop whose turns the test ends by hand. */
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

/** Long enough for anything that is ready to run. */
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

test('who wakes it during a turn is not forgotten', async () => {
  const { loop, stopping, begun, finish } = drive([never, never]);
  await begun[0];
  loop.wake();
  finish[0]?.();
  await begun[1];
  stopping.abort();
  finish[1]?.();
  await loop.ended;
});

test('a wake before a turn does not cut the sleep after it short', async () => {
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

test('a turn that wants no sleep is followed by the next at once, and a due one by itself', async () => {
  const { loop, stopping, begun, finish } = drive([0, 1, never]);
  finish[0]?.();
  finish[1]?.();
  await begun[2];
  stopping.abort();
  finish[2]?.();
  await loop.ended;
});

test('told to stop it finishes its turn and begins no other, also where it never began', async () => {
  const { loop, stopping, begun, finish } = drive([0, 0]);
  await begun[0];
  stopping.abort();
  finish[0]?.();
  await loop.ended;
  let turns = 0;
  await startLoop(AbortSignal.abort(), async () => ++turns).ended;
  assert.equal(turns, 0);
});

test('what a turn throws ends the loop and is told', async () => {
  const { ended } = startLoop(new AbortController().signal, async () => {
    throw new Error('broken');
  });
  await assert.rejects(ended, /broken/);
});

test('wake-ups that come together are answered by one turn', async () => {
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
