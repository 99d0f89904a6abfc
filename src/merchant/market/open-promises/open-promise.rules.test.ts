import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admitPromise, openLimitsOf, type OpenPromise, type Scope } from './open-promise.rules.ts';

const settings = {
  OPEN_LIMIT_PSP: '100.00',
  OPEN_LIMIT_COIN: '150.00',
  OPEN_LIMIT_HOUSE: '200.00',
  OPEN_LIMIT_PSP_PERCENT: 25,
};
const promise = (cents: bigint, coin: OpenPromise['coin'] = 'BTC'): OpenPromise => ({
  subjectId: 'payment',
  id: 'choice',
  pspId: 1,
  coin,
  cents,
  endsAt: new Date(0),
});

test("a PSP's limit is the least of the setting, its share of the house limit and its own limit", () => {
  const psp = (percent: number, own: bigint | null): bigint =>
    openLimitsOf({ ...settings, OPEN_LIMIT_PSP_PERCENT: percent }, own).psp;
  assert.deepEqual(
    [psp(25, null), psp(100, null), psp(25, 4000n), psp(25, 6000n)],
    [5000n, 10_000n, 4000n, 5000n],
  );
  assert.equal(psp(25, 0n), 0n);
});

test('a promise up to a limit is admitted; one cent more is refused and changes no total', () => {
  const limits = { psp: 100n, coin: 150n, house: 200n };
  const rows: [which: string, totals: [Scope, bigint][], left: bigint][] = [
    ['psp', [['psp:1', 40n]], 60n],
    ['coin', [['coin:BTC', 100n]], 50n],
    ['house', [['house', 199n]], 1n],
  ];
  for (const [which, given, left] of rows) {
    const totals = new Map(given);
    const refused = admitPromise(totals, promise(left + 1n), limits);
    assert.deepEqual([refused?.which, refused?.leftCents], [which, left]);
    assert.deepEqual([...totals], given);
    assert.equal(admitPromise(totals, promise(left), limits), undefined);
    assert.equal(admitPromise(totals, promise(1n), limits)?.leftCents, 0n);
  }
});

test('limits of other coins do not apply', () => {
  const totals = new Map<Scope, bigint>([['coin:BTC', 150n]]);
  assert.equal(admitPromise(totals, promise(50n, 'LTC'), { psp: 100n, coin: 150n, house: 200n }), undefined);
});
