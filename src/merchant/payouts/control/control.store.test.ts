import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { measureHeld, readNeeds, setApproval, setScreening } from './control.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');
const batch = idOf(9);

beforeEach(async () => {
  await emptyPayouts(sql);
  await insertBatch(sql, batch, now);
});

const add = (fields: object) => insertPayout(sql, newId(), now, fields);
const signed = { status: 'SIGNED', batch_id: batch, transaction_id: 't', fee: 1n };
const ofProvider = { psp_id: 0, order_id: null };

test('a decision is stored with its payout only', async () => {
  for (const digit of [1, 2, 3])
    await insertPayout(sql, idOf(digit), now, { approval: 'waiting', screening: 'pending' });
  await sql.begin((tx) => setApproval(tx, idOf(1), 'approved', later));
  await sql.begin((tx) => setScreening(tx, idOf(2), 'deny', later));
  const undecided = { approval: 'waiting', screening: 'pending', updated_at: now.toISOString() };
  const decided = { ...undecided, updated_at: later.toISOString() };
  assert.deepEqual(
    await readRows(sql, 'merchant', 'payouts', ['order_id', 'approval', 'screening', 'updated_at']),
    [
      { ...decided, order_id: idOf(1), approval: 'approved' },
      { ...decided, order_id: idOf(2), screening: 'deny' },
      { ...undecided, order_id: idOf(3) },
    ],
  );
});

test('payouts that wait for a decision are counted by the first decision that they need', async () => {
  const held = async () =>
    (await measureHeld(sql)).map(({ coin, hold, count }) => `${coin} ${hold} ${count}`).toSorted();
  await add({});
  await add({ approval: 'approved', screening: 'allow' });
  await add({ approval: 'rejected' });
  await add({ screening: 'deny' });
  for (const fields of [{ approval: 'waiting' }, { screening: 'review' }]) {
    await add({ ...fields, status: 'FAILED' });
    await add({ ...fields, ...signed });
  }
  assert.deepEqual(await held(), []);
  await add({ approval: 'waiting' });
  await add({ approval: 'waiting', screening: 'unasked' });
  for (const screening of ['unasked', 'pending', 'review'])
    await add({ approval: screening === 'review' ? 'approved' : null, screening });
  await add({ coin: 'LTC', screening: 'pending' });
  assert.deepEqual(await held(), ['BTC approval 2', 'BTC screening 3', 'LTC screening 1']);
});

test('the needs of a wallet are its unsigned payouts with their fees, without collections', async () => {
  const needs = async () => ({ ...(await sql.begin((tx) => readNeeds(tx, 'BTC'))) });
  assert.deepEqual(await needs(), { count: 0, amount: 0n, cold: 0 });
  await add({ amount: 1n, fee_allowance: 10n });
  await add({ amount: 2n, fee_allowance: 20n });
  await add({ amount: 100n, ...signed });
  await add({ amount: 1000n, coin: 'LTC' });
  await add({ amount: 10_000n, kind: 'collection', source: 's', source_number: 0, ...ofProvider });
  await add({ amount: 100_000n, status: 'FAILED' });
  assert.deepEqual(await needs(), { count: 2, amount: 33n, cold: 0 });
  const cold = { kind: 'cold', ...ofProvider };
  await add({ ...cold, amount: 4n, fee_allowance: 40n });
  await add({ ...cold, ...signed });
  await add({ ...cold, ...signed, status: 'COMPLETED' });
  await add({ ...cold, coin: 'LTC' });
  assert.deepEqual(await needs(), { count: 3, amount: 77n, cold: 2 });
});
