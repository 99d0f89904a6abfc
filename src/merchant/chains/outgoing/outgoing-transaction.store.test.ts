import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertOutgoing, listOutputsAt, listSources } from './outgoing-transaction.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const subject = '00000000-0000-7000-8000-000000000001';

beforeEach(async () => {
  for (const table of ['chain_claims', 'chain_sent', 'chain_outputs', 'chain_addresses'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const address = (destination: string, index: number) =>
  insertChainAddress(sql, 'ETH', destination, subject, now, { account: 0, address_index: index });
const output = (transaction: string, destination: string, amount: bigint, fields: object = {}) =>
  insertOutput(sql, { coin: 'ETH', transaction_id: transaction, destination, amount }, now, {
    credited: true,
    ...fields,
  });
const claim = (coin: 'ETH' | 'LTC', spend: string) =>
  sql.begin((tx) =>
    insertOutgoing(tx, { coin, transactionId: `by ${spend}`, subjectId: subject, spends: [spend] }),
  );
const sources = async (least: bigint, limit = 9) =>
  (await listSources(sql, 'ETH', least, limit)).map((row) => `${row.destination} ${row.amount}`);
const at = async (destination: string) =>
  (await sql.begin((tx) => listOutputsAt(tx, 'ETH', destination))).map((row) => row.transaction_id).join('');

test('coins claimed by another transaction are in use, and those with the same name on another chain are not', async () => {
  await address('one', 1);
  await address('two', 2);
  await output('a', 'one', 100n);
  await output('b', 'one', 50n);
  await output('c', 'two', 400n);
  await output('d', 'two', 1000n, { credited: false });
  await output('e', 'two', 1000n, { spent_by: 'x', spent_height: 4 });
  assert.deepEqual(await sources(100n), ['two 400', 'one 150']);
  assert.deepEqual([await sources(151n), await sources(100n, 1)], [['two 400'], ['two 400']]);
  assert.deepEqual([await at('one'), await at('two')], ['ab', 'c']);
  await claim('LTC', 'a:0');
  await claim('LTC', 'c:0');
  assert.deepEqual(await sources(100n), ['two 400', 'one 150']);
  assert.deepEqual([await at('one'), await at('two')], ['ab', 'c']);
  await claim('ETH', 'b:0');
  assert.deepEqual(await sources(100n), ['two 400', 'one 100']);
  await claim('ETH', 'c:0');
  assert.deepEqual(await sources(100n), ['one 100']);
  assert.deepEqual([await at('one'), await at('two')], ['a', '']);
});

test('one transaction moves the largest amounts, and only these are counted', async () => {
  await address('one', 1);
  for (let index = 0; index < 200; index++) await output(`a${String(index).padStart(3, '0')}`, 'one', 10n);
  await output('b', 'one', 700n);
  assert.deepEqual(await sources(100n), ['one 2690']);
  const moved = await sql.begin((tx) => listOutputsAt(tx, 'ETH', 'one'));
  assert.deepEqual(
    [moved.length, moved[0]?.transaction_id, moved.at(-1)?.transaction_id],
    [200, 'b', 'a198'],
  );
});
