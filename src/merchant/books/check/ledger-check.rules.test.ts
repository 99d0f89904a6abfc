import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareBalances, describeProof } from './ledger-check.rules.ts';

test('compares balances by owner and asset, summed over rows; a missing row counts as zero', () => {
  const account = (owner: string, asset: 'EUR' | 'BTC', amount: bigint) => ({ owner, asset, amount });
  const booked = [
    account('provider:chain', 'BTC', -3n),
    account('provider:chain', 'BTC', -4n),
    account('psp:1:held', 'BTC', 0n),
    account('psp:2:held', 'BTC', 5n),
  ];
  assert.deepEqual(
    compareBalances(booked, [account('provider:chain', 'BTC', -7n), account('psp:2:held', 'BTC', 5n)]),
    [],
  );
  assert.deepEqual(
    compareBalances(booked, [account('provider:chain', 'BTC', -6n), account('psp:1:fees', 'EUR', 9n)]),
    [
      'provider:chain BTC: -0.00000007, and should be -0.00000006',
      'psp:1:fees EUR: 0.00, and should be 0.09',
      'psp:2:held BTC: 0.00000005, and should be 0.00000000',
    ],
  );
});

test('a proof is one line, followed by a limited number of faults', () => {
  assert.deepEqual(describeProof({ title: 'all is well', looked: 4, faults: [] }), [
    'ok     all is well  (4)',
  ]);
  const lines = describeProof({
    title: 'all is well',
    looked: 30,
    faults: Array.from({ length: 23 }, () => 'no'),
  });
  assert.deepEqual(
    [lines.length, lines[0], lines[1], lines.at(-1)],
    [22, 'WRONG  all is well  (30)', '         no', '         and 3 more'],
  );
});
