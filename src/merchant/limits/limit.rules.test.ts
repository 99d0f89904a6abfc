import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeLimits, noLimits } from './limit.rules.ts';

const limits = { one_amount: 100n, day_amount: 250n, approval_amount: 60n };

test('a payout is refused beyond one or the day, waits above the approval amount, and passes up to it', () => {
  const cases = [
    [0n, 60n, { verdict: 'pass' }],
    [0n, 61n, { verdict: 'approval' }],
    [0n, 100n, { verdict: 'approval' }],
    [0n, 101n, { verdict: 'refuse', which: 'one', leftMinor: 100n }],
    [200n, 50n, { verdict: 'pass' }],
    [200n, 51n, { verdict: 'refuse', which: 'day', leftMinor: 50n }],
    [300n, 1n, { verdict: 'refuse', which: 'day', leftMinor: 0n }],
  ] as const;
  for (const [used, amount, expected] of cases) {
    assert.deepEqual(judgeLimits(limits, used, amount, 'merchant'), expected, `${used} ${amount}`);
  }
});

test('a customer’s own coins wait where a merchant’s wish is refused, and staff are bound by approval alone', () => {
  assert.deepEqual(judgeLimits(limits, 0n, 500n, 'customer'), { verdict: 'approval' });
  assert.deepEqual(judgeLimits({ ...noLimits, day_amount: 5n }, 5n, 1n, 'customer'), { verdict: 'approval' });
  assert.deepEqual(judgeLimits(limits, 900n, 50n, 'staff'), { verdict: 'pass' });
  assert.deepEqual(judgeLimits(limits, 0n, 500n, 'staff'), { verdict: 'approval' });
});

test('without limits everything passes, and whatever passes or waits never takes a day beyond its limit', () => {
  const amount = fc.bigInt({ min: 0n, max: 1000n });
  fc.assert(
    fc.property(amount, fc.array(amount), (day, wishes) => {
      let used = 0n;
      for (const wish of wishes) {
        const { verdict } = judgeLimits({ ...limits, day_amount: day }, used, wish, 'merchant');
        if (verdict !== 'refuse') used += wish;
      }
      assert.ok(used <= day);
      assert.deepEqual(judgeLimits(noLimits, used, day, 'merchant'), { verdict: 'pass' });
    }),
  );
});
