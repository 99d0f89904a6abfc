import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { deleteOldBlocks, insertBlocks, unwindBlocks } from './block.store.ts';
import { findWatched, markGone, markSpent, saveOutputs } from './output.store.ts';
import { markExcluded, placeOutgoing } from './spend.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(async () => {
  for (const table of ['chain_sent', 'chain_outputs', 'chain_addresses', 'chain_blocks'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const output = (transactionId: string, fields: object, coin = 'BTC') =>
  insertOutput(sql, { coin, transaction_id: transactionId }, now, fields);
const sent = (transactionId: string, digit: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'chain_sent', {
    coin: 'BTC',
    transaction_id: transactionId,
    subject_id: idOf(digit),
    ...fields,
  });

/** Returns these columns of each transaction, with `-` for null. */
async function shown(table: string, ...columns: string[]): Promise<Record<string, string>> {
  const rows = await readRows(sql, 'merchant', table);
  return Object.fromEntries(
    rows.map((row) => [
      row['transaction_id'],
      columns.map((column) => (column in row ? String(row[column]) : '-')).join(' '),
    ]),
  );
}

test('unwinding checks each height of an output by itself, and an output below the fork stays mined', async () => {
  await output('spent-above', { block_height: 5, spent_by: 'x', spent_height: 6 });
  await output('spent-at', { block_height: 6, spent_by: 'y', spent_height: 5 });
  await output('spent-below', { block_height: 5, spent_by: 'z', spent_height: 5 });
  await sql.begin((tx) => unwindBlocks(tx, 'BTC', 5, ['spent-above', 'spent-at', 'spent-below']));
  assert.deepEqual(await shown('chain_outputs', 'block_height', 'unconfirmed', 'spent_by', 'spent_height'), {
    'spent-above': '5 false - -',
    'spent-at': '- true y 5',
    'spent-below': '5 false z 5',
  });
});

test('unwinding checks each height of an outgoing transaction by itself', async () => {
  await sent('excluded-above', 1, { block_height: 5, excluded_height: 6, excluded_by: 'x' });
  await sent('mined-above', 2, { block_height: 6, excluded_height: 5, excluded_by: 'y' });
  await sent('below', 3, { block_height: 5, excluded_height: 5, excluded_by: 'z' });
  const { payoutIds } = await sql.begin((tx) => unwindBlocks(tx, 'BTC', 5, []));
  assert.deepEqual(new Set(payoutIds), new Set([idOf(1), idOf(2)]));
  assert.deepEqual(await shown('chain_sent', 'block_height', 'excluded_height', 'excluded_by'), {
    'excluded-above': '5 - -',
    'mined-above': '- 5 y',
    below: '5 5 z',
  });
});

test('keeps a deep block only for an output of its own chain and height', async () => {
  for (const coin of ['BTC', 'LTC'] as const)
    await sql.begin((tx) =>
      insertBlocks(
        tx,
        coin,
        [1, 2, 3, 4].map((height) => ({ height, hash: `${coin} ${height}`, parentHash: 'p' })),
      ),
    );
  await output('own', { block_height: 2 });
  await output('foreign', { block_height: 1 }, 'LTC');
  await sql.begin((tx) => deleteOldBlocks(tx, 'BTC', 4));
  const left = (await readRows(sql, 'merchant', 'chain_blocks')).map((row) => row['hash']);
  assert.deepEqual(new Set(left), new Set(['BTC 2', 'BTC 4', 'LTC 1', 'LTC 2', 'LTC 3', 'LTC 4']));
});

test('a transaction keeps its lowest excluding height, and the first transaction at that height', async () => {
  await sent('one', 1);
  const exclude = async (height: number, by: string) => {
    await sql.begin((tx) => markExcluded(tx, 'BTC', [{ transactionId: 'one', height, by }]));
    return (await shown('chain_sent', 'excluded_height', 'excluded_by'))['one'];
  };
  assert.equal(await exclude(7, 'first'), '7 first');
  assert.equal(await exclude(7, 'second'), '7 first');
  assert.equal(await exclude(8, 'higher'), '7 first');
  assert.equal(await exclude(6, 'lower'), '6 lower');
});

test('an address is watched on its own chain only', async () => {
  for (const [coin, digit] of [
    ['LTC', 2],
    ['BTC', 1],
  ] as const)
    await insertChainAddress(sql, coin, 'd', idOf(digit), now);
  const watched = async (coin: 'BTC' | 'LTC' | 'ETH') =>
    (await sql.begin((tx) => findWatched(tx, coin, ['d']))).map((row) => row.subject_id);
  assert.deepEqual([await watched('BTC'), await watched('LTC')], [[idOf(1)], [idOf(2)]]);
  assert.deepEqual(await watched('ETH'), []);
});

test('sends no statement if there is nothing to write', async () => {
  const unasked = (() => assert.fail('asked')) as unknown as Tx;
  assert.throws(() => unasked`select 1`, /asked/);
  for (const write of [saveOutputs, markSpent, markGone, markExcluded, placeOutgoing])
    assert.deepEqual(await write(unasked, 'BTC', []), []);
});
