import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { idRange } from '../../platform/postgres/paging.ts';
import { newId } from '../../platform/ids.ts';
import type { Order, OrderStatus } from './order.rules.ts';
import {
  findOrder,
  insertOrder,
  listOrders,
  selectOrderForUpdate,
  setTransactionId,
  updateHold,
  updateNetworkFee,
  updateStatus,
  updateTerms,
} from './order.store.ts';

const sql = await useTestSql();

beforeEach(() => sql`delete from merchant.orders`);

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

async function open(changes: Partial<Order> = {}): Promise<Order> {
  const order: Order = {
    id: newId(),
    psp_id: 1,
    kind: 'payment',
    order_type: 'DEPOSIT',
    status: 'PROCESSING',
    currency_pair: 'BTCEUR',
    coin_amount: 5n,
    euro_amount: 7n,
    customer_reference_id: 'c-1',
    customer_first_name: null,
    customer_last_name: null,
    customer_email_address: null,
    customer_ip_address: null,
    customer_wallet_address: null,
    destination_tag: null,
    payment_address: 'address',
    blockchain_transaction_id: null,
    payment_reference_id: null,
    network_fee: null,
    metadata: {},
    hold: null,
    created_at: now,
    updated_at: now,
    ...changes,
  };
  await sql.begin((tx) => insertOrder(tx, order));
  return order;
}
const read = async ({ psp_id: pspId, id }: Order) => ({ ...(await findOrder(sql, pspId, id)) });

test('only the order’s own PSP finds it', async () => {
  const order = await open();
  assert.deepEqual(await read(order), order);
  assert.equal(await findOrder(sql, 2, order.id), undefined);
  assert.equal(await findOrder(sql, 1, newId()), undefined);
  assert.equal((await sql.begin((tx) => selectOrderForUpdate(tx, order.id)))?.id, order.id);
});

test('a status changes only from the statuses before it, for one order, and omitted fields are kept', async () => {
  const [order, other] = [await open(), await open()];
  const change = {
    id: order.id,
    to: 'COMPLETED' as const,
    blockchainTransactionId: undefined,
    hold: null,
    coinAmount: null,
    euroAmount: null,
    updatedAt: later,
  };
  const changeFrom = (from: OrderStatus[]) => sql.begin((tx) => updateStatus(tx, { ...change, from }));
  assert.equal(await changeFrom(['CREATED']), undefined);
  assert.deepEqual(await read(order), order);
  assert.equal((await changeFrom(['CREATED', 'PROCESSING']))?.status, 'COMPLETED');
  assert.deepEqual(await read(order), { ...order, status: 'COMPLETED', updated_at: later });
  assert.deepEqual(await read(other), other);
  const known = {
    ...change,
    to: 'REVERSED' as const,
    blockchainTransactionId: 't',
    coinAmount: 8n,
    euroAmount: 9n,
  };
  await sql.begin((tx) => updateStatus(tx, { ...known, from: ['COMPLETED'] }));
  const { status, blockchain_transaction_id: id, coin_amount: coins, euro_amount: euros } = await read(order);
  assert.deepEqual([status, id, coins, euros], ['REVERSED', 't', 8n, 9n]);
  await sql.begin((tx) => updateStatus(tx, { ...known, blockchainTransactionId: null, from: ['REVERSED'] }));
  assert.equal((await read(order)).blockchain_transaction_id, null);
});

test('terms change only while the order is PROCESSING, and no other order changes', async () => {
  const [order, other, ended] = [await open(), await open(), await open({ status: 'COMPLETED' })];
  const terms = {
    currency_pair: 'LTCEUR' as const,
    coin_amount: 1n,
    euro_amount: 2n,
    payment_address: 'new',
    destination_tag: '3',
    blockchain_transaction_id: 't',
  };
  const change = ({ id }: Order) => sql.begin((tx) => updateTerms(tx, { ...terms, orderId: id }, later));
  assert.equal(await change(ended), undefined);
  assert.equal((await change(order))?.id, order.id);
  assert.deepEqual(await read(order), { ...order, ...terms, updated_at: later });
  for (const one of [other, ended]) assert.deepEqual(await read(one), one);
});

test('a transaction id is stored for its own order', async () => {
  const [order, other] = [await open(), await open()];
  await sql.begin((tx) => setTransactionId(tx, order.id, 'one'));
  await sql.begin((tx) => setTransactionId(tx, order.id, 'two'));
  assert.equal((await read(order)).blockchain_transaction_id, 'two');
  assert.deepEqual(await read(other), other);
});

test('orders are listed newest first in pages, by PSP, status and customer', async () => {
  const one = await open({ status: 'FAILED' });
  const two = await open({ status: 'COMPLETED' });
  const three = await open({ customer_reference_id: 'c-2' });
  await open({ psp_id: 2 });
  const list = async (
    changes: Partial<Parameters<typeof listOrders>[1]>,
    { before, limit = 10 }: { before?: string; limit?: number } = {},
  ) => {
    const filter = { pspId: 1, status: undefined, customerReferenceId: undefined, metadata: [] };
    const range = idRange({}, before);
    return (await listOrders(sql, { ...filter, ...changes }, range, limit)).map(({ id }) => id);
  };
  assert.deepEqual(await list({}), [three.id, two.id, one.id]);
  assert.deepEqual(await list({}, { limit: 2 }), [three.id, two.id]);
  assert.deepEqual(await list({}, { before: two.id }), [one.id]);
  assert.deepEqual(await list({ status: 'FAILED' }), [one.id]);
  assert.deepEqual(await list({ status: 'COMPLETED' }), [two.id]);
  assert.deepEqual(await list({ customerReferenceId: 'c-1' }), [two.id, one.id]);
  assert.deepEqual(await list({ pspId: 3 }), []);
});

test('the hold and the network fee of one order are stored, and an unchanged hold is not written again', async () => {
  const [order, other] = [await open(), await open({ hold: 'screening', network_fee: 9n })];
  const hold = (reason: Order['hold']) =>
    sql.begin(async (tx) => (await updateHold(tx, order.id, reason)).count);
  assert.deepEqual([await hold('approval'), await hold('approval')], [1, 0]);
  assert.deepEqual(await read(order), { ...order, hold: 'approval' });
  assert.deepEqual([await hold('screening'), await hold(null), await hold(null)], [1, 1, 0]);
  assert.deepEqual(await read(order), order);
  await sql.begin((tx) => updateNetworkFee(tx, order.id, 4n));
  assert.deepEqual(await read(order), { ...order, network_fee: 4n });
  assert.deepEqual(await read(other), other);
});
