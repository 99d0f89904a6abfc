import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { listHoldings, listInTurn, listNewest } from './balance.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const subject = '00000000-0000-7000-8000-000000000001';

before(async () => {
  for (const [destination, seconds, coin, branch] of [
    ['b', -1, 'BTC', 0],
    ['a', 0, 'BTC', 0],
    ['d', 1, 'BTC', 0],
    ['c', 2, 'BTC', 0],
    ['own', 3, 'BTC', 1],
    ['a', 4, 'LTC', 0],
  ] as const)
    await insertChainAddress(sql, coin, destination, subject, at(seconds), {
      account: 0,
      branch,
      address_index: seconds + 1,
    });
});

test('lists addresses of customers newest first since a time, or in key order', async () => {
  const newest = async (limit: number) => (await listNewest(sql, 'BTC', now, limit)).join('');
  assert.deepEqual([await newest(9), await newest(2)], ['cda', 'cd']);
  const inTurn = async (from: string, limit: number) => (await listInTurn(sql, 'BTC', from, limit)).join('');
  assert.deepEqual([await inTurn('', 2), await inTurn('b', 9), await inTurn('d', 9)], ['ab', 'cd', '']);
});

test('the known balance of an address counts mined outputs that are unspent', async () => {
  const output = (
    coin: 'BTC' | 'LTC',
    id: string,
    destination: string,
    amount: bigint,
    fields: object = {},
  ) => insertOutput(sql, { coin, transaction_id: id, destination, amount }, now, fields);
  await output('BTC', 'one', 'a', 1n);
  await output('BTC', 'two', 'a', 2n);
  await output('BTC', 'waits', 'a', 4n, { block_height: null, unconfirmed: true });
  await output('BTC', 'spent', 'a', 8n, { spent_by: 'x', spent_height: 4 });
  await output('BTC', 'other', 'b', 16n);
  await output('LTC', 'one', 'a', 32n);
  const holdings = await sql.begin((tx) => listHoldings(tx, 'BTC', ['a', 'b', 'c', 'unknown']));
  assert.deepEqual(Object.fromEntries(holdings.map((row) => [row.destination, row.known])), {
    a: 3n,
    b: 16n,
    c: 0n,
  });
});
