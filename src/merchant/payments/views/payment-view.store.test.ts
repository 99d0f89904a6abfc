import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertChainState, insertChoice } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { findView } from './payment-view.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [payment, other, choice, formerChoice] = [idOf(1), idOf(2), idOf(3), idOf(4)] as const;

beforeEach(async () => {
  for (const table of [
    'payment_choices',
    'payments',
    'payment_policies',
    'psps',
    'chain_outputs',
    'chain_addresses',
    'chain_states',
  ])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const addPolicy = (pspId: number, asks: boolean) =>
  insertRow(sql, 'merchant', 'payment_policies', {
    psp_id: pspId,
    minutes_to_choose: 15,
    minutes_to_pay: 15,
    tolerance_bps: 50,
    when_underpaid: 'wait',
    when_late: 'wait',
    customer_refund_address: asks,
    updated_at: now,
  });

test('a payment is shown with its active choice, or without one', async () => {
  await insertPayment(sql, other, now, { merchant_name: 'other' });
  await insertPayment(sql, payment, now, {
    merchant_name: 'Loja',
    description: 'Bread',
    exceptions: ['LATE'],
    minutes_to_pay: 9,
    success_return_url: 's',
    failure_return_url: 'f',
    choice_id: choice,
  });
  await insertChoice(sql, formerChoice, payment, now, { coin: 'LTC', address: 'former' });
  await insertChoice(sql, choice, payment, now, { destination_tag: '7' });
  const contact = { support_address: 'help@shop.example', shop_url: 'https://shop.example/' };
  await insertRow(sql, 'merchant', 'psps', { id: 1, name: 'Loja', created_at: now, ...contact });
  const chosen = {
    id: payment,
    status: 'PENDING',
    merchant_name: 'Loja',
    description: 'Bread',
    euro_amount: 100n,
    exceptions: ['LATE'],
    expires_at: now,
    minutes_to_pay: 9,
    success_return_url: 's',
    failure_return_url: 'f',
    created_at: now,
    ...contact,
    choice_count: 2,
    coin: 'BTC',
    address: 'a',
    destination_tag: '7',
    payment_uri: 'u',
    coin_amount: 7n,
    required_confirmations: 2,
    asks_for_refund_address: false,
    refund_address: null,
    transactions: null,
  };
  assert.deepEqual({ ...(await findView(sql, payment)) }, chosen);
  const { merchant_name: name, coin, address } = (await findView(sql, other)) ?? {};
  assert.deepEqual([name, coin, address], ['other', null, null]);
  assert.equal(await findView(sql, idOf(9)), undefined);
});

test('a refund address is requested if the PSP allows it and the payment is unresolved', async () => {
  await insertPayment(sql, payment, now, { status: 'UNRESOLVED' });
  await insertPayment(sql, other, now, { status: 'PENDING' });
  const asked = async () =>
    [await findView(sql, payment), await findView(sql, other)].map((view) => view?.asks_for_refund_address);
  assert.deepEqual(await asked(), [false, false]);
  await addPolicy(2, true);
  assert.deepEqual(await asked(), [false, false], 'another PSP wants it');
  await addPolicy(1, true);
  assert.deepEqual(await asked(), [true, false]);
  await sql`update merchant.payment_policies set customer_refund_address = false where psp_id = 1`;
  assert.deepEqual(await asked(), [false, false]);
});

test('a refund address is shown if it is of the active coin', async () => {
  const refund = { refund_address: 'back', choice_id: choice };
  await insertPayment(sql, payment, now, { ...refund, refund_coin: 'BTC' });
  await insertPayment(sql, other, now, { ...refund, refund_coin: 'LTC' });
  await insertChoice(sql, choice, payment, now);
  const shown = async (id: string) => (await findView(sql, id))?.refund_address;
  assert.deepEqual([await shown(payment), await shown(other)], ['back', null]);
});

test('visible receipts of the active address are shown in the order in which they were first seen', async () => {
  await insertPayment(sql, payment, now, { choice_id: choice });
  await insertChoice(sql, choice, payment, now);
  for (const coin of ['BTC', 'LTC']) {
    await insertChainState(sql, coin);
    for (const destination of ['d', 'former']) await insertChainAddress(sql, coin, destination, payment, now);
  }
  const receive = (transactionId: string, seconds: number, fields: object = {}, index = 0) =>
    insertOutput(
      sql,
      { coin: 'BTC', transaction_id: transactionId, output_index: index, amount: BigInt(10 + index) },
      at(seconds),
      { subject_id: payment, block_height: 11, ...fields },
    );
  await receive('b', 1, {}, 1);
  await receive('a', 2, { block_height: null, unconfirmed: true, amount: 12_345_678_901_234_567_890n });
  await receive('c', 1);
  await receive('b', 1, {}, 0);
  await receive('of another payment', 0, { subject_id: other });
  await receive('of another coin', 0, { coin: 'LTC' });
  await receive('of an earlier choice', 0, { destination: 'former' });
  await receive('gone', 0, { block_height: null });
  assert.deepEqual((await findView(sql, payment))?.transactions, [
    { id: 'b', amount: '10', confirmations: 2 },
    { id: 'b', amount: '11', confirmations: 2 },
    { id: 'c', amount: '10', confirmations: 2 },
    { id: 'a', amount: '12345678901234567890', confirmations: 0 },
  ]);
});
