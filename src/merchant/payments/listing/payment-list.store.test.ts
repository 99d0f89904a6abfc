import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks, insertOpenRefund } from '../../../../test/support/ledger-rows.ts';
import { insertChoice } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { hexOf, idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { idRange, type IdRange } from '../../../platform/postgres/paging.ts';
import { paymentStatuses } from '../facts/payment.rules.ts';
import {
  listIdsByDestination,
  listIdsByTransaction,
  listPayments,
  type PaymentFilter,
} from './payment-list.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(() => emptyBooks(sql));

const add = (digit: number, fields: object = {}) => insertPayment(sql, idOf(digit), at(digit), fields);
const digitsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');
const list = (filter: Partial<PaymentFilter> = {}, range: Partial<IdRange> = {}, limit = 10) =>
  listPayments(
    sql,
    { pspId: 1, metadata: [], ...filter },
    { ...idRange({}, undefined), least: idOf(0), ...range },
    limit,
  );
const listed = async (...given: Parameters<typeof list>) => digitsOf(await list(...given));

test('the status filter finds payments of each status', async () => {
  for (const [digit, status] of paymentStatuses.entries()) await add(digit, { status });
  assert.equal(await listed(), '9876543210');
  for (const [digit, status] of paymentStatuses.entries())
    assert.equal(await listed({ status }), String(digit), status);
});

test('the coin filter finds payments in each coin', async () => {
  const coins = ['BTC', 'BCH', 'LTC', 'ETH', 'XRP'] as const;
  for (const [digit, coin] of coins.entries()) await add(digit, { coin });
  await add(9);
  for (const [digit, coin] of coins.entries()) assert.equal(await listed({ coin }), String(digit), coin);
});

test('payments of a PSP are found by each filter and by combinations', async () => {
  const first = {
    exceptions: ['UNDERPAID', 'LATE'],
    payment_reference: 'a',
    customer_reference_id: 'x',
    customer_email_address: 'Anna@Example.org',
  };
  await add(4, { ...first, psp_id: 2 });
  await add(1, first);
  await add(2, {
    exceptions: ['OVERPAID'],
    payment_reference: 'b',
    euro_amount: 200n,
    customer_reference_id: 'y',
    customer_email_address: 'bruno@example.org',
  });
  await add(3, { payment_reference: 'a', customer_reference_id: 'y' });
  assert.deepEqual([await listed(), await listed({ pspId: 2 })], ['321', '4']);
  assert.equal(await listed({ exception: 'UNDERPAID' }), '1');
  assert.equal(await listed({ exception: 'LATE' }), '1');
  assert.equal(await listed({ exception: 'OVERPAID' }), '2');
  assert.equal(await listed({ reference: 'a' }), '31');
  assert.equal(await listed({ reference: 'b' }), '2');
  assert.equal(await listed({ customerReferenceId: 'x' }), '1');
  assert.equal(await listed({ customerReferenceId: 'y' }), '32');
  assert.equal(await listed({ euroAmount: 100n }), '31');
  assert.equal(await listed({ euroAmount: 200n }), '2');
  assert.equal(await listed({ customerEmailAddress: 'ANNA@example.ORG' }), '1');
  assert.equal(await listed({ customerEmailAddress: 'bruno@example.org' }), '2');
  assert.equal(await listed({ ids: [idOf(1), idOf(3), idOf(4)] }), '31');
  assert.equal(await listed({ ids: [] }), '');
  assert.equal(await listed({ reference: 'a', customerReferenceId: 'y' }), '3');
});

const digestOf = (byte: number) => Buffer.alloc(16, byte);
const addMetadata = async (payment: number, bytes: readonly number[], pspId = 1, subject = 'payment') => {
  for (const byte of bytes)
    await insertRow(sql, 'merchant', 'metadata_entries', {
      psp_id: pspId,
      subject,
      digest: hexOf(digestOf(byte)),
      subject_id: idOf(payment),
    });
};

test('a page contains the newest payments within a range of ids and times, up to the limit, with or without a metadata filter', async () => {
  for (const digit of [2, 5, 1, 4, 3]) {
    await add(digit);
    await addMetadata(digit, [1]);
  }
  for (const metadata of [[], [digestOf(1)]]) {
    assert.equal(await listed({ metadata }), '54321');
    assert.equal(await listed({ metadata }, {}, 2), '54');
    assert.equal(await listed({ metadata }, { least: idOf(2) }), '5432');
    assert.equal(await listed({ metadata }, { below: idOf(5) }), '4321');
    assert.equal(await listed({ metadata }, { from: at(3) }), '543');
    assert.equal(await listed({ metadata }, { to: at(3) }), '21');
  }
});

test('a payment must match all requested metadata, and the metadata of other payments does not count', async () => {
  for (const digit of [1, 2, 3, 4, 6, 7]) await add(digit);
  await add(5, { psp_id: 2 });
  await addMetadata(1, [1]);
  await addMetadata(2, [1, 2]);
  await addMetadata(3, [1, 2, 3]);
  await addMetadata(4, [2, 3]);
  await addMetadata(5, [1, 2, 3], 2);
  await addMetadata(6, [1], 2);
  await addMetadata(6, [1], 1, 'order');
  await addMetadata(7, [1]);
  await addMetadata(7, [2], 2);
  await addMetadata(7, [2], 1, 'order');
  const found = (bytes: number[], pspId = 1) => listed({ pspId, metadata: bytes.map(digestOf) });
  assert.equal(await found([1]), '7321');
  assert.equal(await found([2]), '432');
  assert.equal(await found([1, 2]), '32');
  assert.equal(await found([1, 3]), '3');
  assert.equal(await found([1, 2, 3]), '3');
  assert.equal(await found([1], 2), '5');
  assert.equal(await found([4]), '');
});

test('a listed payment has the terms of its chosen coin, or none', async () => {
  const fields = {
    status: 'PAID',
    exceptions: ['OVERPAID'],
    payment_reference: 'r',
    euro_amount: 100n,
    merchant_name: 'm',
    description: 'd',
    customer_reference_id: 'c',
    customer_first_name: 'f',
    customer_last_name: 'l',
    customer_email_address: 'e',
    customer_ip_address: 'i',
    coin: 'XRP',
    order_id: idOf(8),
    settled_euro_amount: 90n,
    settled_transaction_id: 't',
    metadata: { key: 'value' },
    cancelled_at: at(3),
    created_at: at(4),
    updated_at: at(5),
    expires_at: at(6),
  };
  await add(1, { ...fields, choice_id: idOf(1) });
  await add(2);
  await insertChoice(sql, idOf(1), idOf(1), now, { coin_amount: 7n, address: 'x', destination_tag: '3' });
  await insertChoice(sql, idOf(2), idOf(2), now, { coin_amount: 8n });
  const [without, chosen, ...others] = (await list()).map((row) => ({ ...row }));
  assert.deepEqual(others, []);
  assert.deepEqual(chosen, {
    id: idOf(1),
    ...fields,
    coin_amount: 7n,
    address: 'x',
    destination_tag: '3',
  });
  assert.deepEqual(
    [without?.id, without?.coin_amount, without?.address, without?.destination_tag],
    [idOf(2), null, null, null],
  );
});

test('a payment is found by each address that was given out for it', async () => {
  const give = (coin: string, destination: string, payment: number, purpose = 'payment') =>
    insertChainAddress(sql, coin, destination, idOf(payment), now, { purpose });
  for (const digit of [1, 2, 4]) await add(digit);
  await add(3, { psp_id: 2 });
  await give('BTC', 'a', 1);
  await give('LTC', 'a', 2);
  await give('LTC', 'd', 1);
  await give('BTC', 'b', 3);
  await give('BTC', 'c', 4, 'deposit');
  const found = async (places: string[], pspId = 1) => {
    const destinations = places.map((place) => {
      const [coin = '', destination = ''] = place.split(' ');
      return { coin, destination };
    });
    const rows = await listIdsByDestination(sql, pspId, destinations);
    return digitsOf(rows).split('').toSorted().join('');
  };
  assert.deepEqual([await found(['BTC a']), await found(['LTC a']), await found(['LTC d'])], ['1', '2', '1']);
  assert.deepEqual([await found(['BTC b']), await found(['BTC b'], 2)], ['', '3']);
  assert.equal(await found(['BTC c']), '');
  assert.equal(await found(['BTC a', 'LTC a', 'BTC b', 'BTC d']), '12');
});

test('a payment is found by incoming and refund transactions, newest first', async () => {
  for (const digit of [1, 2, 3, 5, 6]) await add(digit);
  await add(4, { psp_id: 2 });
  const come = (coin: string, transactionId: string, payment: number, fields: object = {}) =>
    insertOutput(sql, { coin, transaction_id: transactionId, output_index: payment }, now, {
      subject_id: idOf(payment),
      ...fields,
    });
  await come('BTC', 't', 1);
  await come('LTC', 't', 2);
  await come('ETH', 't', 3);
  await come('BTC', 't', 4);
  await come('BTC', 't', 6, { purpose: 'deposit' });
  await come('BTC', 'u', 5);
  for (const [payout, payment, pspId] of [
    [7, 5, 1],
    [8, 1, 1],
    [9, 4, 2],
  ] as const) {
    await insertPayout(sql, idOf(payout), now, { kind: 'refund', psp_id: pspId });
    await insertOpenRefund(sql, idOf(payout), idOf(payment), now, { psp_id: pspId });
  }
  const send = async (coin: string, transactionId: string, payouts: readonly number[]) => {
    const batchId = newId(now.getTime());
    const transaction = { coin, transaction_id: transactionId };
    await insertBatch(sql, batchId, now, { coin });
    await insertRow(sql, 'merchant', 'payout_transactions', {
      ...transaction,
      batch_id: batchId,
      generation: 0,
      kind: 'payment',
      bytes: 'b',
      fee: 0n,
      weight: 1,
      signed_at: now,
    });
    for (const payout of payouts)
      await insertRow(sql, 'merchant', 'payout_shares', {
        ...transaction,
        payout_id: idOf(payout),
        fee: 0n,
      });
  };
  await send('BTC', 'w', [7, 9]);
  await send('LTC', 'w', [8]);
  await send('BTC', 'u', [7]);
  const found = async (coins: string[], ids: string[], pspId = 1, limit = 9) =>
    digitsOf(await listIdsByTransaction(sql, pspId, coins, ids, limit));
  assert.equal(await found(['BTC'], ['t']), '1');
  assert.equal(await found(['BTC'], ['t'], 2), '4');
  assert.equal(await found(['BTC', 'LTC'], ['t']), '21');
  assert.equal(await found(['BTC'], ['w']), '5');
  assert.equal(await found(['BTC'], ['w'], 2), '4');
  assert.equal(await found(['LTC'], ['w']), '1');
  assert.equal(await found(['BTC'], ['u']), '5', 'once, by the coins that came and those that went');
  assert.equal(await found(['BTC', 'LTC'], ['t', 'u', 'w']), '521');
  assert.equal(await found(['BTC', 'LTC'], ['t', 'u', 'w'], 1, 2), '52');
  assert.equal(await found(['XRP'], ['t', 'u', 'w']), '');
});
