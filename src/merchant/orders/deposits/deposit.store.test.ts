import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  ensureAddress,
  insertDeposit,
  lockAddress,
  markReversed,
  setAddress,
  setDepositMode,
} from './deposit.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
before(async () => {
  await insertRow(sql, 'merchant', 'psps', { id: 7, name: 'Another', created_at: now });
  await insertRow(sql, 'merchant', 'psps', { id: 8, name: 'A third', created_at: now });
});

const customer = (reference: string, name: string) => ({
  customer_reference_id: reference,
  customer_first_name: name,
  customer_last_name: '',
  customer_email_address: '',
});
const ensure = (digit: number, pspId: number, coin: CoinCode, reference: string, name = 'Ana') =>
  sql.begin((tx) =>
    ensureAddress(tx, {
      id: idOf(digit),
      psp_id: pspId,
      coin,
      customer: customer(reference, name),
      createdAt: now,
    }),
  );

test('each customer of a PSP has one address per coin and the latest details', async () => {
  await ensure(1, 7, 'BTC', 'a');
  await ensure(2, 7, 'LTC', 'a');
  await ensure(3, 8, 'BTC', 'a');
  await ensure(4, 7, 'BTC', 'b');
  const again = await ensure(5, 7, 'BTC', 'a', 'Bea');
  assert.deepEqual([again.id, again.customer_first_name], [idOf(1), 'Bea']);
  await sql.begin((tx) => setAddress(tx, idOf(1), 'addr', '12'));
  const rows = await readRows(sql, 'merchant', 'deposit_addresses', ['id', 'address', 'customer_first_name']);
  const shown = rows.map((row) =>
    [String(row['id']).slice(-1), row['customer_first_name'], row['address']].filter(Boolean).join(' '),
  );
  assert.deepEqual(shown.toSorted(), ['1 Bea addr', '2 Ana', '3 Ana', '4 Ana']);
});

test('locking an address locks no other row and returns the current mode of its PSP', async () => {
  const modeOf = async (digit: number) =>
    (await sql.begin((tx) => lockAddress(tx, idOf(digit))))?.deposit_mode;
  const set = (pspId: number) => sql.begin((tx) => setDepositMode(tx, pspId, 'hold'));
  assert.deepEqual([await set(7), await set(99)], [true, false]);
  assert.deepEqual([await modeOf(1), await modeOf(3), await modeOf(9)], ['hold', 'sell', undefined]);
  assert.equal(await countLocked(sql, 'merchant', 'deposit_addresses', (tx) => lockAddress(tx, idOf(1))), 1);
  assert.equal(await countLocked(sql, 'merchant', 'psps', (tx) => lockAddress(tx, idOf(1))), 0);
});

test('a deposit is reversed by its own output, once', async () => {
  const outputs = [
    { coin: 'LTC', transaction_id: 't', output_index: 0 },
    { coin: 'BTC', transaction_id: 'u', output_index: 0 },
    { coin: 'BTC', transaction_id: 't', output_index: 1 },
    { coin: 'BTC', transaction_id: 't', output_index: 0 },
  ] as const;
  for (const [digit, output] of outputs.entries())
    await sql.begin((tx) =>
      insertDeposit(tx, {
        ...output,
        order_id: idOf(digit),
        address_id: idOf(1),
        credit_count: 1,
        mode: 'hold',
        amount: 5n,
        euro_amount: null,
        created_at: now,
      }),
    );
  const reverse = () => sql.begin((tx) => markReversed(tx, outputs[3], now));
  assert.equal((await reverse())?.order_id, idOf(3));
  assert.equal(await reverse(), undefined);
  const reversed = await sql<{ order_id: string }[]>`
    select order_id from merchant.deposits where reversed_at is not null`;
  assert.deepEqual([...reversed], [{ order_id: idOf(3) }]);
});
