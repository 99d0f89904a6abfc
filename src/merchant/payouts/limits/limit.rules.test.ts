import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeLimits, noLimits } from './limit.rules.ts';

const limits = { one_amount: 100n, day_amount: 250n, approval_amount: 60n };

test('rejects payouts beyond a limit, holds those above the approval amount, and passes the rest', () => {
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

test('limits hold refunds of a customer’s unsold coins and reject a merchant’s payouts; staff need only approval', () => {
  assert.deepEqual(judgeLimits(limits, 0n, 500n, 'customer'), { verdict: 'approval' });
  assert.deepEqual(judgeLimits({ ...noLimits, day_amount: 5n }, 5n, 1n, 'customer'), { verdict: 'approval' });
  assert.deepEqual(judgeLimits(limits, 900n, 50n, 'staff'), { verdict: 'pass' });
  assert.deepEqual(judgeLimits(limits, 0n, 500n, 'staff'), { verdict: 'approval' });
});

test('passes everything without limits, and never exceeds the daily limit', () => {
  const amount = fc.bigInt({ min: 0n, max: 1000n });
  fc.assert(
    fc.property(amount, fc.array(amount), (day, amounts) => {
      let used = 0n;
      for (const taken of amounts) {
        const { verdict } = judgeLimits({ ...limits, day_amount: day }, used, taken, 'merchant');
        if (verdict !== 'refuse') used += taken;
      }
      assert.ok(used <= day);
      assert.deepEqual(judgeLimits(noLimits, used, day, 'merchant'), { verdict: 'pass' });
    }),
  );
});
