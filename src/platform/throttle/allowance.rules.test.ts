import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { draw } from './allowance.rules.ts';

const hourMs = 3_600_000;

/** Draws at each of the given times and returns the times that were granted. */
function granted(allowance: { atOnce: number; perDay: number }, times: readonly number[]): number[] {
  let fullAtMs = 0;
  return times.filter((nowMs) => {
    const drawn = draw(allowance, fullAtMs, nowMs);
    if (drawn.waitMs > 0) return false;
    fullAtMs = drawn.fullAtMs;
    return true;
  });
}

test('grants the initial number at once, then one after each share of the day', () => {
  const allowance = { atOnce: 3, perDay: 24 };
  const now = 1_000_000_000;
  assert.equal(granted(allowance, [now, now, now, now, now]).length, 3);
  assert.equal(granted(allowance, [now, now, now, now + hourMs - 1, now + hourMs, now + hourMs]).length, 4);
  assert.equal(granted(allowance, [now, now, now, now + 3 * hourMs, now + 3 * hourMs]).length, 5);
});

test('a draw after the announced wait is granted, and one a millisecond earlier is not', () => {
  const allowance = { atOnce: 2, perDay: 7 };
  const now = 1_000_000_000;
  const { fullAtMs } = draw(allowance, draw(allowance, 0, now).fullAtMs, now);
  const { waitMs } = draw(allowance, fullAtMs, now);
  // A seventh of a day, rounded up. Rounded down, a day could grant one more.
  assert.equal(waitMs, 12_342_858);
  assert.ok(draw(allowance, fullAtMs, now + waitMs - 1).waitMs > 0);
  assert.equal(draw(allowance, fullAtMs, now + waitMs).waitMs, 0);
});

test('no period of a day grants more than both limits together', () => {
  const pace = fc.array(fc.integer({ min: 0, max: 2 * hourMs }), { maxLength: 300 });
  const number = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(pace, number, number, (pauses, atOnce, perDay) => {
      let now = 0;
      const had = granted(
        { atOnce, perDay },
        pauses.map((pause) => (now += pause)),
      );
      for (const [index, start] of had.entries()) {
        const inDay = had.slice(index).filter((time) => time < start + 24 * hourMs).length;
        assert.ok(inDay <= atOnce + perDay, `${inDay} in a day`);
      }
    }),
  );
});
