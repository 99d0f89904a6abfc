import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedgerRecording, readRecording } from '../../../../test/support/rippled/recordings.ts';
import { readLedger, readTransaction } from './read-xrp-ledger.ts';

const nobody = 'r2d2iZiCcJmNL6vhUGFjs8U8BuUq6BnmT';

test('reads height, time and hashes of recorded ledgers, and omits foreign transactions', () => {
  const { transactions, ...place } = readLedger(readLedgerRecording(38_129), nobody);
  assert.deepEqual(transactions, []);
  assert.deepEqual(place, {
    height: 38_129,
    hash: 'E6DB7365949BF9814D76BCC730B01818EB9136A89DB224F3F9F5AAE4569D758E',
    parentHash: '3401E5B2E5D3A53EB0891088A5F2D9364BBB6CE5B37A337D2C0660DAF9C4175E',
    minedAtMs: Date.parse('2013-01-02T06:43:20Z'),
  });
  assert.deepEqual(readLedger(readLedgerRecording(40_000), nobody), {
    height: 40_000,
    hash: '16BB8E41DD96D643BC72E1981865C5D76B990464E2EA151FEAC16CDF1AE29388',
    parentHash: 'CDFD329A6E418591770695D0FB859113641AC20CB3A1F39AB3D721CEA2685EFE',
    minedAtMs: Date.parse('2013-01-02T16:25:30Z'),
    transactions: [],
  });
});

test('a recorded payment that creates the account credits its whole first balance', () => {
  const answer = readLedgerRecording(38_129);
  const from = 'r3kmLJN5D28dHuH8vZNUZpMC43pEHpaocV';
  const to = 'rLQBHVhFnaC5gLEkgr6HgBJJ3bgeZHg9cj';
  // Recorded before servers reported the delivered amount.
  assert.throws(() => readLedger(answer, to), /does not report the delivered amount/);
  answer.ledger.transactions[0].metaData.delivered_amount = '10000000000';
  const id = '3B1A4E1C9BB6A7208EB146BCDB86ECEA6068ED01466D933528CA2B4C64F753EF';
  assert.deepEqual(readLedger(answer, to).transactions, [
    { id, spends: [], outputs: [{ index: 0, destination: `${to}:`, amountMinor: 10_000_000_000n }] },
  ]);
  assert.deepEqual(readLedger(readLedgerRecording(38_129), from).transactions, [
    { id, spends: [`${from}:62`], outputs: [] },
  ]);
});

test('a recorded partial payment below its minimum is failed and uses its sequence number', () => {
  const account = 'r4PowrZ7KZw83oWDYxzY82ht2kgDmFUpB7';
  assert.deepEqual(readTransaction(readRecording('delivermin-tx'), account), {
    id: '0FB10DF664F33840ABC68A8BBE78178359C55AC1AFC83DB468CE69C4A86E3EAC',
    spends: [`${account}:26782`],
    outputs: [],
    failed: true,
  });
});

test('the recorded end of an escrow credits its recipient, not the sender of the transaction', () => {
  const value = readRecording('escrow-finish-tx');
  const id = '1A76D4BA47A53A66B539D4BD4C30826A5E51C78D0B7344758EACAC77A6753C3C';
  const [from, to] = ['rMYPppnVNQ7crMizv8D6wF45kYuSupygyr', 'rMhV8zfKJRqEspcayRfqa4FuzQg8kW5LdB'];
  assert.deepEqual(readTransaction(value, to), {
    id,
    spends: [],
    outputs: [{ index: 0, destination: `${to}:`, amountMinor: 48_500_000n }],
  });
  assert.deepEqual(readTransaction(value, from), { id, spends: [`${from}:3`], outputs: [] });
  assert.equal(readTransaction(value, nobody), undefined);
});

test('recorded transactions without a payee affect only their sender', () => {
  for (const [name, from, sequence, named] of [
    ['deposit-preauth-tx', 'rDd6FpNbeY2CrQajSmP178BmNGusmQiYMM', 65, 'rDJFnv5sEfp42LMFiX3mVQKczpFTdxYDzM'],
    ['signerlistset-tx', 'rfCp6hiUS4qqN1i4hTyX4ogA49MEbXgCau', 15_177, 'rH7KDR67MZR7LDV7gesmEMXtaqU3FaK7Lr'],
  ] as const) {
    const value = readRecording(name);
    const found = readTransaction(value, from);
    assert.deepEqual(
      [found?.spends, found?.outputs, found?.failed],
      [[`${from}:${sequence}`], [], undefined],
    );
    assert.equal(readTransaction(value, named), undefined, 'named, and not changed');
  }
});
