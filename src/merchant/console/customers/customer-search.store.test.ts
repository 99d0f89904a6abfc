import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertChainAddress } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertOrder, insertPsps } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { findOwner, findReferencesByEmail } from './customer-search.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

const customer = (reference: string, pspId = 1) => ({
  psp_id: pspId,
  customer_reference_id: reference,
});
const addDeposit = (digit: number, coin: string, reference: string, pspId = 1) =>
  insertRow(sql, 'merchant', 'deposit_addresses', {
    ...customer(reference, pspId),
    id: idOf(digit),
    coin,
    created_at: now,
  });

before(async () => {
  await insertPsps(sql, [1, 2], now);
  await insertOrder(sql, idOf(1), now, customer('orders'));
  await insertOrder(sql, idOf(2), now, customer('more orders'));
  await insertOrder(sql, idOf(3), now, customer('foreign', 2));
  await insertPayment(sql, idOf(4), now, customer('pays'));
  await insertPayment(sql, idOf(5), now, customer('pays too'));
  await insertPayment(sql, idOf(6), now, customer('foreign', 2));
  await addDeposit(7, 'BTC', 'deposits');
  await addDeposit(8, 'LTC', 'deposits elsewhere');
  await addDeposit(9, 'BTC', 'foreign', 2);
  const deposit = { purpose: 'deposit' };
  await insertChainAddress(sql, 'BTC', 'one', idOf(7), now, deposit);
  await insertChainAddress(sql, 'BTC', 'another', idOf(7), now, deposit);
  await insertChainAddress(sql, 'LTC', 'one', idOf(8), now, deposit);
  await insertChainAddress(sql, 'BTC', 'foreign', idOf(9), now, deposit);
  await insertChainAddress(sql, 'BTC', 'not for deposits', idOf(7), now, { purpose: 'funds' });
});

const byId = (digit: number, pspId = 1) =>
  findOwner(sql, pspId, { id: idOf(digit), destinations: [], coins: [] });
const byAddress = (coins: CoinCode[], destinations: string[], pspId = 1) =>
  findOwner(sql, pspId, { id: null, destinations, coins });

test('finds the customer of an order or payment, within the PSP', async () => {
  assert.equal(await byId(1), 'orders');
  assert.equal(await byId(2), 'more orders');
  assert.equal(await byId(3), undefined);
  assert.equal(await byId(3, 2), 'foreign');
  assert.equal(await byId(4), 'pays');
  assert.equal(await byId(5), 'pays too');
  assert.equal(await byId(6), undefined);
  assert.equal(await byId(6, 2), 'foreign');
  assert.equal(await byId(0), undefined);
});

test('finds the customer of a deposit address, on its own chain and within the PSP', async () => {
  assert.equal(await byAddress(['BTC'], ['one']), 'deposits');
  assert.equal(await byAddress(['LTC'], ['one']), 'deposits elsewhere');
  assert.equal(await byAddress(['ETH'], ['one']), undefined);
  assert.equal(await byAddress(['BTC'], ['nowhere']), undefined);
  assert.equal(await byAddress(['BTC'], ['foreign']), undefined);
  assert.equal(await byAddress(['BTC'], ['foreign'], 2), 'foreign');
  assert.equal(await byAddress(['BTC'], ['one'], 2), undefined);
});

test('finds the customer if any of several addresses matches', async () => {
  assert.equal(await byAddress(['BTC', 'ETH'], ['nowhere', 'one', 'another']), 'deposits');
});

test('an address with another purpose than deposits finds no customer', async () => {
  assert.equal(await byAddress(['BTC'], ['not for deposits']), undefined);
});

test('an e-mail address finds every customer who paid with it, and the newest if there are too many', async () => {
  const email = { customer_email_address: 'Two@Shop.example' };
  await insertPayment(sql, '0199e2f0-0000-7000-8000-000000000001', now, { ...customer('rui'), ...email });
  await insertPayment(sql, '0199e2f0-0000-7000-8000-000000000002', now, { ...customer('ana'), ...email });
  await insertPayment(sql, '0199e2f0-0000-7000-8000-000000000003', now, { ...customer('ana'), ...email });
  await insertPayment(sql, '0199e2f0-0000-7000-8000-000000000004', now, { ...customer('eve', 2), ...email });
  const find = (address: string, pspId = 1, payments = 10, references = 10) =>
    findReferencesByEmail(sql, pspId, address, { payments, references });
  assert.deepEqual(await find('two@shop.EXAMPLE'), ['ana', 'rui']);
  assert.deepEqual(await find('two@shop.example', 2), ['eve']);
  assert.deepEqual(await find('shop.example'), []);
  assert.deepEqual(await find('two@shop.example', 1, 2), ['ana']);
  assert.deepEqual(await find('two@shop.example', 1, 10, 1), ['ana']);
});
