import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertChainState, insertChoice, insertRefund } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { optionalTextsOf } from '../facts/payment.rules.ts';
import { findRecords } from './payment-records.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** More digits than a JSON number keeps. */
const wei = 12_345_678_901_234_567_890n;
const [full, empty, foreign] = [idOf(1), idOf(2), idOf(3)] as const;

before(async () => {
  await insertPayment(sql, full, now, {
    status: 'REFUNDING',
    exceptions: ['OVERPAID'],
    payment_reference: 'reference',
    tolerance_bps: 70,
    merchant_name: 'Loja',
    success_return_url: 's',
    failure_return_url: 'f',
    settled_choice_id: idOf(4),
    settled_coin_amount: wei,
    settled_euro_amount: 99n,
    released_choice_id: idOf(5),
    reversed_at: at(1),
    cancelled_at: at(2),
    lost_coin_amount: 6n,
    metadata: { table: '7' },
    expires_at: at(3),
    refund_coin: 'BTC',
    refund_address: 'back',
    refund_destination_tag: '8',
  });
  await insertPayment(sql, empty, now);
  await insertPayment(sql, foreign, now, { psp_id: 2, released_choice_id: idOf(4) });
});

const addRelease = (digit: number, paymentId: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'payment_releases', {
    id: idOf(digit),
    payment_id: paymentId,
    coin: 'LTC',
    status: 'COMPLETED',
    amount: wei,
    fee_coin_amount: 0n,
    lost_amount: 5n,
    euro_amount: 7n,
    released_by: 'staff:ana',
    created_at: now,
    updated_at: now,
    ...fields,
  });

test('only the payment’s own PSP finds it, without customer data', async () => {
  const lists = new Set(['choices', 'receipts', 'refunds', 'releases', 'links']);
  const fields = Object.entries((await findRecords(sql, 1, full))?.payment ?? {});
  assert.deepEqual(Object.fromEntries(fields.filter(([name]) => !lists.has(name))), {
    id: full,
    status: 'REFUNDING',
    exceptions: ['OVERPAID'],
    payment_reference: 'reference',
    euro_amount: 100n,
    tolerance_bps: 70,
    merchant_name: 'Loja',
    ...optionalTextsOf({ success_return_url: 's', failure_return_url: 'f' }),
    settled_choice_id: idOf(4),
    settled_coin_amount: wei,
    settled_euro_amount: 99n,
    released_choice_id: idOf(5),
    reversed_at: at(1),
    cancelled_at: at(2),
    lost_coin_amount: 6n,
    metadata: { table: '7' },
    expires_at: at(3),
    refund_coin: 'BTC',
    refund_address: 'back',
    refund_destination_tag: '8',
  });
  assert.equal((await findRecords(sql, 2, foreign))?.payment.id, foreign);
  assert.equal(await findRecords(sql, 1, foreign), undefined);
  assert.equal(await findRecords(sql, 2, full), undefined);
  assert.equal(await findRecords(sql, 1, idOf(9)), undefined);
});

test('all records of a payment are returned in the order of their creation', async () => {
  await insertChoice(sql, idOf(5), full, at(1), {
    coin: 'LTC',
    destination_tag: '9',
    price: wei,
    coin_amount: wei,
    expires_at: at(2),
    mined_by: at(3),
  });
  await insertChoice(sql, idOf(6), foreign, now);
  await insertChoice(sql, idOf(4), full, now);
  for (const coin of ['LTC', 'BTC']) {
    await insertChainState(sql, coin, { final_height: 10 });
    await insertChainAddress(sql, coin, 'd', full, now, { address: 'a', destination_tag: '9' });
  }
  const receive = (coin: string, id: string, index: number, seconds: number, fields: object = {}) =>
    insertOutput(sql, { coin, transaction_id: id, output_index: index }, at(seconds), {
      subject_id: full,
      block_height: 11,
      ...fields,
    });
  await receive('BTC', 'b', 1, 1);
  await receive('LTC', 'a', 0, 1);
  await receive('BTC', 'c', 0, 1);
  await receive('BTC', 'z', 2, 0, {
    amount: wei,
    block_height: 10,
    mined_at: at(9),
    credited: true,
    credit_count: 3,
    screening: 'allow',
  });
  await receive('BTC', 'b', 0, 1);
  await receive('BTC', 'x', 0, 0, { subject_id: foreign });
  const refund = (digit: number, paymentId: string, fields: object = {}) =>
    insertRefund(sql, idOf(digit), paymentId, now, { choice_id: idOf(4), ...fields });
  await refund(8, full, { status: 'FAILED', fee_coin_amount: 7n, lost_fee_coin_amount: 7n });
  await refund(7, full, { held_coin_amount: wei, euro_amount: 12n });
  await refund(6, foreign);
  await addRelease(8, full, { status: 'FAILED' });
  await addRelease(7, full);
  await addRelease(6, foreign);
  const { choices, receipts, refunds, releases } = (await findRecords(sql, 1, full)) ?? {};
  const choice = { address: 'a', destination: 'd', payment_uri: 'u', required_confirmations: 2 };
  assert.deepEqual(choices, [
    {
      ...choice,
      id: idOf(4),
      coin: 'BTC',
      destination_tag: null,
      price: 5n,
      coin_amount: 7n,
      chosen_at: now,
      expires_at: now,
      mined_by: null,
    },
    {
      ...choice,
      id: idOf(5),
      coin: 'LTC',
      destination_tag: '9',
      price: wei,
      coin_amount: wei,
      chosen_at: at(1),
      expires_at: at(2),
      mined_by: at(3),
    },
  ]);
  assert.deepEqual(receipts?.[0], {
    coin: 'BTC',
    transactionId: 'z',
    outputIndex: 2,
    address: 'a',
    destinationTag: '9',
    destination: 'd',
    amountMinor: wei,
    firstSeenAt: now,
    minedAt: at(9),
    confirmations: 3,
    final: true,
    visible: true,
    credited: true,
    creditCount: 3,
    screening: 'allow',
  });
  assert.deepEqual(
    receipts.map((receipt) => [receipt.coin, receipt.transactionId, receipt.outputIndex, receipt.minedAt]),
    [
      ['BTC', 'z', 2, at(9)],
      ['BTC', 'b', 0, null],
      ['BTC', 'b', 1, null],
      ['BTC', 'c', 0, null],
      ['LTC', 'a', 0, null],
    ],
  );
  const shared = { choice_id: idOf(4) };
  assert.deepEqual(refunds, [
    { ...shared, status: 'COMPLETED', held_coin_amount: wei, euro_amount: 12n, lost_fee_coin_amount: 0n },
    { ...shared, status: 'FAILED', held_coin_amount: 0n, euro_amount: 0n, lost_fee_coin_amount: 7n },
  ]);
  const released = { coin: 'LTC', amount: wei, lost_amount: 5n, euro_amount: 7n };
  assert.deepEqual(releases, [
    { ...released, id: idOf(7), status: 'COMPLETED' },
    { ...released, id: idOf(8), status: 'FAILED' },
  ]);
});

test('a payment without records has none, and releases are read only if its row marks them', async () => {
  await addRelease(9, empty);
  const { choices, receipts, refunds, releases } = (await findRecords(sql, 1, empty)) ?? {};
  assert.deepEqual([choices, receipts, refunds, releases], [[], [], [], []]);
});
