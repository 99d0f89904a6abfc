import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOrder, orderColumns, toOrderRow } from './listed-order.ts';
import {
  customerOf,
  formatOrderAmounts,
  orderStatuses,
  statusesBefore,
  type Order,
  untouchedOrder,
} from './order.rules.ts';

test('a status can follow only the statuses before it', () => {
  const before = Object.fromEntries(orderStatuses.map((status) => [status, statusesBefore(status)]));
  assert.deepEqual(before, {
    CREATED: [],
    PROCESSING: ['CREATED'],
    COMPLETED: ['PROCESSING'],
    FAILED: ['CREATED', 'PROCESSING'],
    REVERSED: ['COMPLETED'],
  });
});

test('amounts are formatted in their own units, and unknown amounts are null', () => {
  const order = { currency_pair: 'BTCEUR', coin_amount: 150_000_000n, euro_amount: 2_500n } as const;
  assert.deepEqual(formatOrderAmounts(order), { coins: '1.50000000', euros: '25.00' });
  assert.deepEqual(formatOrderAmounts({ ...order, coin_amount: null }), { coins: null, euros: '25.00' });
  assert.deepEqual(formatOrderAmounts({ ...order, euro_amount: null }), { coins: '1.50000000', euros: null });
});

test('a customer is shown with the known fields, and is null without a reference', () => {
  const details = {
    customer_reference_id: 'c-1',
    customer_first_name: 'Ana',
    customer_last_name: null,
    customer_email_address: 'ana@example.org',
    customer_ip_address: null,
  };
  const order: Partial<Order> = { ...details, id: 'x' };
  assert.deepEqual(customerOf(order as Order), details);
  assert.equal(customerOf({ ...order, customer_reference_id: null } as Order), null);
});

const shownOrder = {
  ...untouchedOrder,
  currency_pair: 'XRPEUR',
  coin_amount: null,
  euro_amount: null,
  customer_reference_id: null,
  created_at: new Date(0),
  updated_at: new Date(0),
} as Order;

test('the CSV has every field of an order in JSON', () => {
  const row = toOrderRow(describeOrder(shownOrder));
  assert.deepEqual(Object.keys(row).toSorted(), orderColumns.toSorted());
});

test('an order shows the tag of the customer’s wallet, and no tag of the service’s own addresses', () => {
  const tagOf = (address: string | null) =>
    describeOrder({ ...shownOrder, customer_wallet_address: address, destination_tag: '77' }).destination_tag;
  assert.deepEqual([tagOf('rHb9'), tagOf(null)], ['77', null]);
});
