import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { insertOutgoing } from '../outgoing/outgoing-transaction.store.ts';
import { saveCollected } from './collected.store.ts';

const sql = await useTestSql();
const at = (ms: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + ms);
const subject = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

/**
 * Creates two outputs of one address that a collection takes, one output that another collection takes, and the same on
 * another chain.
 */
beforeEach(async () => {
  for (const table of ['chain_claims', 'chain_sent', 'chain_outputs'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const coin of ['ETH', 'XRP'] as const) {
    for (const [transaction, index, amount] of [
      ['one', 0, 30n],
      ['one', 1, 500n],
      ['two', 1, 12n],
      ['foreign', 0, 7n],
    ] as const) {
      await insertOutput(
        sql,
        {
          coin,
          transaction_id: transaction,
          output_index: index,
          destination: 'customer',
          amount: coin === 'ETH' ? amount : amount * 9n,
        },
        at(0),
      );
    }
    await sql.begin(async (tx) => {
      const owner = subject(coin === 'ETH' ? 2 : 8);
      await insertOutgoing(tx, {
        coin,
        transactionId: 'ours',
        subjectId: owner,
        spends: ['customer:4', 'one:0', 'two:1'],
      });
      await insertOutgoing(tx, {
        coin,
        transactionId: 'other',
        subjectId: subject(3),
        spends: ['customer:5', 'foreign:0'],
      });
    });
  }
});

const collect = (takenMinor: bigint, height = 9, seenAt = at(50), transactionId = 'ours') =>
  sql.begin((tx) => saveCollected(tx, 'ETH', { transactionId, height, takenMinor }, seenAt));

const outputsOf = async (coin: string) =>
  (await readRows(sql, 'merchant', 'chain_outputs')).filter((row) => row['coin'] === coin);
const spentBy = async () => {
  const rows = await sql<{ name: string; spent: string | null }[]>`
    select transaction_id || ':' || output_index as name, spent_by || ' ' || spent_height as spent
    from merchant.chain_outputs where coin = 'ETH'`;
  return Object.fromEntries(rows.map(({ name, spent }) => [name, spent]));
};
const left = async (transactionId = 'ours') =>
  (await outputsOf('ETH')).filter((row) => row['transaction_id'] === transactionId);

test('a collection marks only the outputs that it was signed for as spent, on its own chain', async () => {
  const elsewhere = await outputsOf('XRP');
  await collect(40n);
  assert.deepEqual(await spentBy(), {
    'one:0': 'ours 9',
    'one:1': null,
    'two:1': 'ours 9',
    'foreign:0': null,
    'ours:1': null,
  });
  assert.deepEqual(await outputsOf('XRP'), elsewhere);
});

test('the rest of a collection becomes an output of the same owner', async () => {
  assert.deepEqual([...(await collect(40n))], [{ purpose: 'funds', subject_id: subject(2) }]);
  assert.deepEqual(await left(), [
    {
      coin: 'ETH',
      transaction_id: 'ours',
      output_index: 1,
      destination: 'customer',
      amount: 2,
      purpose: 'funds',
      subject_id: subject(2),
      first_seen_at: at(50).toISOString(),
      mined_at: at(50).toISOString(),
      block_height: 9,
      unconfirmed: false,
      credited: false,
      credit_count: 0,
      maturity: 0,
    },
  ]);
});

test('a collection without a rest creates no output', async () => {
  assert.deepEqual([...(await collect(42n))], []);
  assert.deepEqual(await left(), []);
  assert.equal((await spentBy())['two:1'], 'ours 9');
});

test('a collection that is mined again with another fee replaces its rest', async () => {
  await collect(40n);
  await sql`update merchant.chain_outputs set unconfirmed = true, block_height = null where transaction_id = 'ours'`;
  assert.equal((await collect(39n, 11, at(90))).length, 1);
  const [row] = await left();
  assert.deepEqual(
    [row?.['amount'], row?.['block_height'], row?.['unconfirmed'], row?.['first_seen_at']],
    [3, 11, false, at(50).toISOString()],
  );
  assert.equal((await spentBy())['one:0'], 'ours 11');
});

test('ignores a transaction that was signed without outputs', async () => {
  await sql.begin((tx) =>
    insertOutgoing(tx, {
      coin: 'ETH',
      transactionId: 'paid',
      subjectId: subject(4),
      spends: ['account:1', 'unknown:0'],
    }),
  );
  assert.deepEqual([...(await collect(1n, 9, at(50), 'paid'))], []);
  assert.deepEqual(await left('paid'), []);
});
