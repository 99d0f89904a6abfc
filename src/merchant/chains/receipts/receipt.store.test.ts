import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertChainState } from '../../../../test/support/merchant-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { markCredited, selectReceipts, unmarkCredited } from './receipt.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [payment, other] = [idOf(1), idOf(2)] as const;

beforeEach(async () => {
  for (const table of ['chain_outputs', 'chain_addresses', 'chain_states'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const coin of ['BTC', 'LTC']) {
    await insertChainState(sql, coin, { final_height: 10 });
    await insertChainAddress(sql, coin, 'd', payment, now, { address: 'a', destination_tag: '7' });
  }
});

/** `name` is `coin transaction index`. */
function receive(name: string, seconds: number, fields: object = {}): Promise<void> {
  const [coin = '', transactionId = '', index] = name.split(' ');
  const output = { coin, transaction_id: transactionId, output_index: Number(index) };
  return insertOutput(sql, output, at(seconds), fields);
}
const nameOf = (row: { coin: string; transaction_id: string; output_index: number }) =>
  `${row.coin} ${row.transaction_id} ${row.output_index}`;
const key = (transactionId: string, outputIndex: number) => ({
  coin: 'BTC' as const,
  transactionId,
  outputIndex,
});

test('reads receipts as the chain has them now', async () => {
  await receive('BTC t 3', 0, {
    amount: 12_345_678_901_234_567_890n,
    block_height: 10,
    mined_at: at(5),
    credited: true,
    credit_count: 2,
    screening: 'allow',
  });
  await receive('BTC u 0', 1, { block_height: 11 });
  await receive('BTC v 0', 2, { block_height: null, unconfirmed: true });
  await receive('BTC w 0', 3, { block_height: null });
  const receipts = await selectReceipts(sql, payment);
  assert.deepEqual(
    { ...receipts[0] },
    {
      coin: 'BTC',
      transaction_id: 't',
      output_index: 3,
      address: 'a',
      destination_tag: '7',
      destination: 'd',
      amount: 12_345_678_901_234_567_890n,
      first_seen_at: now,
      confirmations: 3n,
      final: true,
      mined_at: at(5),
      visible: true,
      credited: true,
      credit_count: 2,
      screening: 'allow',
    },
  );
  assert.deepEqual(
    receipts.map((row) => [row.transaction_id, row.confirmations, row.final, row.visible]),
    [
      ['t', 3n, true, true],
      ['u', 2n, false, true],
      ['v', 0n, false, true],
      ['w', 0n, false, false],
    ],
  );
});

test('lists the receipts of one subject, the first seen first', async () => {
  await receive('BTC b 1', 1);
  await receive('LTC a 0', 1);
  await receive('BTC c 0', 0);
  await receive('BTC d 0', 1);
  await receive('BTC b 0', 1);
  await receive('BTC e 0', 0, { subject_id: other });
  await receive('BTC f 0', 0, { subject_id: null, purpose: null });
  const names = async (subjectId: string) => (await selectReceipts(sql, subjectId)).map(nameOf);
  assert.deepEqual(await names(payment), ['BTC c 0', 'BTC b 0', 'BTC b 1', 'BTC d 0', 'LTC a 0']);
  assert.deepEqual(await names(other), ['BTC e 0']);
});

/** The tests change `t 0` and `u 1` of one chain. Each other receipt differs in one part of the key. */
async function addNeighbours(fields: object): Promise<void> {
  for (const name of ['BTC t 0', 'BTC t 1', 'BTC u 1', 'BTC v 0', 'LTC t 0', 'LTC u 1'])
    await receive(name, 0, fields);
}
const asked = [key('t', 0), key('u', 1), key('w', 0)];
const credits = async () =>
  (await readRows(sql, 'merchant', 'chain_outputs')).map(
    (row) =>
      `${String(row['coin'])} ${String(row['transaction_id'])} ${String(row['output_index'])} ` +
      `${String(row['credited'])} ${String(row['credit_count'])}`,
  );
const given = (rows: readonly { transaction_id: string; output_index: number; credit_count: number }[]) =>
  rows.map((row) => `${row.transaction_id} ${row.output_index} ${row.credit_count}`).toSorted();

test('credits outputs that are not credited, and counts each time', async () => {
  await addNeighbours({ credit_count: 1 });
  await sql`update merchant.chain_outputs set credited = true where coin = 'BTC' and transaction_id = 'u'`;
  const credit = () => sql.begin((tx) => markCredited(tx, 'BTC', asked));
  assert.deepEqual(given(await credit()), ['t 0 2']);
  assert.deepEqual(await credits(), [
    'BTC t 0 true 2',
    'BTC t 1 false 1',
    'BTC u 1 true 1',
    'BTC v 0 false 1',
    'LTC t 0 false 1',
    'LTC u 1 false 1',
  ]);
  assert.deepEqual(given(await credit()), []);
});

test('undoes credits that exist, and keeps their count', async () => {
  await addNeighbours({ credited: true, credit_count: 3 });
  await sql`update merchant.chain_outputs set credited = false where coin = 'BTC' and transaction_id = 'u'`;
  const undo = () => sql.begin((tx) => unmarkCredited(tx, 'BTC', asked));
  assert.deepEqual(given(await undo()), ['t 0 3']);
  assert.deepEqual(await credits(), [
    'BTC t 0 false 3',
    'BTC t 1 true 3',
    'BTC u 1 false 3',
    'BTC v 0 true 3',
    'LTC t 0 true 3',
    'LTC u 1 true 3',
  ]);
  assert.deepEqual(given(await undo()), []);
});
