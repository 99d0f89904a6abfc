import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { draw } from './allowance.rules.ts';

const hourMs = 3_600_000;

/** Whoever asks at each of these times, in order: how many get one, and when. */
function granted(allowance: { atOnce: number; perDay: number }, times: readonly number[]): number[] {
  let fullAtMs = 0;
  return times.filter((nowMs) => {
    const drawn = draw(allowance, fullAtMs, nowMs);
    if (drawn.waitMs > 0) return false;
    fullAtMs = drawn.fullAtMs;
    return true;
  });
}

test('so many are had at once, then one whenever its share of the day has passed', () => {
  const allowance = { atOnce: 3, perDay: 24 };
  const now = 1_000_000_000;
  assert.equal(granted(allowance, [now, now, now, now, now]).length, 3);
  assert.equal(granted(allowance, [now, now, now, now + hourMs - 1, now + hourMs, now + hourMs]).length, 4);
  assert.equal(granted(allowance, [now, now, now, now + 3 * hourMs, now + 3 * hourMs]).length, 5);
});

test('who waits as long as was said gets one, and not a moment before', () => {
  const allowance = { atOnce: 2, perDay: 7 };
  const now = 1_000_000_000;
  const { fullAtMs } = draw(allowance, draw(allowance, 0, now).fullAtMs, now);
  const { waitMs } = draw(allowance, fullAtMs, now);
  // A seventh of a day, rounded up: rounded down, a day could have one more.
  assert.equal(waitMs, 12_342_858);
  assert.ok(draw(allowance, fullAtMs, now + waitMs - 1).waitMs > 0);
  assert.equal(draw(allowance, fullAtMs, now + waitMs).waitMs, 0);
});

test('whenever somebody asks, no day has more than both numbers together', () => {
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
