import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { firstIdAt, newId } from '../../../platform/ids.ts';
import {
  findCustomer,
  listCustomerAddresses,
  listCustomers,
  listNamedCustomers,
  sumCustomer,
} from './customer-data.store.ts';
import {
  deleteQuietCustomer,
  eraseDeliveries,
  eraseDetails,
  eraseMetadata,
  eraseReasons,
  hasOpen,
  listQuietCustomers,
  listRecentPayments,
  lockCustomer,
  noteQuietCustomers,
} from './erasure.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const idAt = (ms: number) => firstIdAt(now.getTime() + ms).replace(/.$/, String(Math.abs(ms) % 10));
const tables = ['metadata_entries', 'refunds', 'payments', 'orders', 'deposit_addresses'] as const;

before(async () => {
  await sql`insert into merchant.psps (id, name, created_at) values (1, 'one', now()), (2, 'two', now())`;
  // Triggers forbid deleting bookings. They are disabled here, so that each test starts with empty tables.
  for (const table of tables) await sql`alter table merchant.${sql.identifier(table)} disable trigger user`;
});
beforeEach(async () => {
  for (const table of [...tables, 'webhook_deliveries', 'customers_to_erase', 'erasure_progress'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

/** Builds customer details. `name` identifies the row that they came from. */
const said = (reference: string, name: string) => ({
  customer_reference_id: reference,
  customer_first_name: name,
  customer_last_name: name,
  customer_email_address: name,
  customer_ip_address: name,
});
const when = (ms: number) => ({ id: idAt(ms), created_at: at(ms) });

const payment = (reference: string, ms: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'payments', {
    ...when(ms),
    psp_id: 1,
    status: 'PAID',
    payment_reference: '',
    euro_amount: 5n,
    merchant_name: '',
    description: 'said',
    updated_at: now,
    expires_at: now,
    ...said(reference, `payment ${ms}`),
    ...fields,
  });
const order = (reference: string | null, ms: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'orders', {
    ...when(ms),
    psp_id: 1,
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: 'COMPLETED',
    currency_pair: 'BTCEUR',
    updated_at: now,
    ...said(reference ?? '', `order ${ms}`),
    customer_reference_id: reference,
    ...fields,
  });
const address = (reference: string, ms: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'deposit_addresses', {
    ...when(ms),
    psp_id: 1,
    coin: 'BTC',
    address: 'a',
    ...said(reference, `address ${ms}`),
    ...fields,
  });

test('customers of one PSP are listed by reference over all tables, with their latest details', async () => {
  await payment('b', 2);
  await payment('b', 1);
  await order('b', 3);
  await address('b', 4);
  await address('a', 9);
  await order('c', 5);
  await order('c', 6);
  await order(null, 7);
  await payment('foreign', 1, { id: newId(), psp_id: 2 });
  await order('b', 8, { psp_id: 2 });
  await address('b', 0, { psp_id: 2, id: idAt(-5), created_at: at(-5) });
  const seen = (row: Awaited<ReturnType<typeof findCustomer>>) =>
    row &&
    [
      row.customer_reference_id,
      row.customer_first_name,
      row.first_seen_at.getTime() - now.getTime(),
      row.last_seen_at.getTime() - now.getTime(),
    ].join();
  const list = async (pspId: number, after: string, limit: number) =>
    (await listCustomers(sql, pspId, after, limit)).map(seen);
  const all = ['a,address 9,9,9', 'b,address 4,1,4', 'c,order 6,5,6'];
  assert.deepEqual(await list(1, '', 9), all);
  assert.deepEqual(await list(1, '', 2), all.slice(0, 2));
  assert.deepEqual(await list(1, 'a', 9), all.slice(1));
  assert.deepEqual(await list(2, 'b', 9), ['foreign,payment 1,1,1']);
  assert.equal(seen(await findCustomer(sql, 1, 'b')), 'b,address 4,1,4');
  assert.equal(seen(await findCustomer(sql, 2, 'b')), 'b,order 8,-5,8');
  assert.equal(await findCustomer(sql, 2, 'a'), undefined);
  assert.deepEqual((await listNamedCustomers(sql, 1, ['c', 'a', 'foreign'])).map(seen), [all[0], all[2]]);
  assert.equal((await listNamedCustomers(sql, 1, [])).length, 0);
  await payment('a', 10);
  await order('d', 11);
  await payment('d', 12);
  assert.deepEqual(await list(1, '', 9), ['a,payment 10,9,10', ...all.slice(1), 'd,payment 12,11,12']);
});

test('a payment with only a reference hides no details that are known', async () => {
  const bare = {
    customer_first_name: null,
    customer_last_name: null,
    customer_email_address: null,
    customer_ip_address: null,
  };
  await payment('b', 1, bare);
  const shown = async () => {
    const row = await findCustomer(sql, 1, 'b');
    const seenMs = (time: Date | undefined) => (time?.getTime() ?? 0) - now.getTime();
    return [row?.customer_first_name, row?.customer_email_address, seenMs(row?.last_seen_at)];
  };
  assert.deepEqual(await shown(), [null, null, 1]);
  await order('b', 2);
  await payment('b', 3, bare);
  await payment('b', 4, bare);
  assert.deepEqual(await shown(), ['order 2', 'order 2', 4]);
  assert.deepEqual(
    (await listCustomers(sql, 1, '', 9)).map((row) => row.customer_last_name),
    ['order 2'],
  );
});

test('a customer’s assigned addresses are listed by coin', async () => {
  await address('a', 1, { coin: 'LTC' });
  await address('a', 2, { coin: 'BTC' });
  await address('a', 3, { coin: 'ETH', address: null });
  await address('b', 4);
  await address('a', 5, { psp_id: 2 });
  assert.deepEqual(
    (await listCustomerAddresses(sql, 1, 'a')).map(({ coin }) => coin),
    ['BTC', 'LTC'],
  );
});

const refund = (paymentId: string, cents: bigint, status = 'COMPLETED') =>
  insertRow(sql, 'merchant', 'refunds', {
    id: newId(),
    payment_id: paymentId,
    choice_id: newId(),
    order_id: newId(),
    payout_id: newId(),
    psp_id: 1,
    status,
    coin: 'BTC',
    address: '',
    reason: 'said',
    total_euro_amount: cents,
    held_coin_amount: 0n,
    bought_coin_amount: 0n,
    euro_amount: 0n,
    fee_coin_amount: 0n,
    created_at: now,
    updated_at: now,
  });

test('totals include only completed objects of one customer', async () => {
  await payment('a', 1, { settled_euro_amount: 100n });
  await payment('a', 2, { settled_euro_amount: 30n, reversed_at: now });
  await payment('a', 3);
  await payment('a', 6, { settled_euro_amount: 1n });
  await payment('b', 4, { settled_euro_amount: 1000n });
  await payment('a', 5, { psp_id: 2, settled_euro_amount: 5000n });
  await refund(idAt(1), 7n);
  await refund(idAt(1), 70n, 'PROCESSING');
  await refund(idAt(4), 700n);
  await refund(idAt(5), 900n);
  await order('a', 1, { kind: 'trade', euro_amount: 1n });
  await order('a', 2, { euro_amount: 20n });
  await order('a', 3, { kind: 'deposit', euro_amount: 300n });
  await order('a', 4, { kind: 'deposit', euro_amount: 400n });
  await order('a', 8, { kind: 'deposit', euro_amount: 1000n });
  await order('a', 5, { euro_amount: 5000n, status: 'FAILED' });
  await order('b', 6, { euro_amount: 60_000n });
  await order('a', 7, { psp_id: 2, euro_amount: 700_000n });
  assert.deepEqual(
    { ...(await sumCustomer(sql, 1, 'a')) },
    {
      payments: 4,
      paid_payments: 2,
      paid: 101n,
      refunded: 7n,
      orders: 1,
      withdrawals: 1,
      withdrawn: 20n,
      deposits: 3,
      deposited: 1700n,
    },
  );
});

const customer = { pspId: 1, reference: 'a' };

test('a customer is locked with all payments and addresses, and one with only orders exists too', async () => {
  const lock = (pspId: number, reference: string) =>
    sql.begin((tx) => lockCustomer(tx, { pspId, reference }));
  assert.equal(await lock(1, 'a'), false);
  await order('a', 1, { psp_id: 2 });
  await order('b', 2);
  assert.equal(await lock(1, 'a'), false);
  await order('a', 3);
  assert.equal(await lock(1, 'a'), true);
  await payment('a', 1);
  await payment('b', 2);
  await payment('a', 3, { psp_id: 2 });
  await address('a', 1);
  await address('b', 2);
  await address('a', 3, { psp_id: 2 });
  assert.deepEqual([await lock(1, 'a'), await lock(1, 'b'), await lock(2, 'b')], [true, true, false]);
  await payment('c', 4);
  await address('c', 4);
  await address('d', 5);
  assert.deepEqual([await lock(1, 'c'), await lock(1, 'd')], [true, true], 'without any order');
  const locked = (table: string) => countLocked(sql, 'merchant', table, (tx) => lockCustomer(tx, customer));
  assert.deepEqual([await locked('payments'), await locked('deposit_addresses')], [1, 1]);
});

test('an unfinished payment or order counts as open', async () => {
  const open = () => sql.begin((tx) => hasOpen(tx, customer));
  await payment('a', 1, { status: 'PAID' });
  await payment('b', 2, { status: 'NEW' });
  await payment('a', 3, { status: 'NEW', psp_id: 2 });
  await order('a', 1);
  await order('b', 2, { status: 'PROCESSING' });
  await order('a', 3, { status: 'PROCESSING', psp_id: 2 });
  assert.equal(await open(), false);
  for (const status of ['NEW', 'PENDING', 'CONFIRMING', 'UNRESOLVED', 'REFUNDING']) {
    await sql`update merchant.payments set status = ${status} where id = ${idAt(1)}`;
    assert.equal(await open(), true, status);
  }
  await sql`update merchant.payments set status = 'EXPIRED' where id = ${idAt(1)}`;
  assert.equal(await open(), false);
  for (const status of ['CREATED', 'PROCESSING']) {
    await sql`update merchant.orders set status = ${status} where id = ${idAt(1)}`;
    assert.equal(await open(), true, status);
  }
});

test('an erasure removes a customer’s details from every table, and those of no other customer', async () => {
  const metadata = { key: 'value', more: 'x' };
  for (const [ms, reference, pspId] of [
    [1, 'a', 1],
    [2, 'b', 1],
    [3, 'a', 2],
  ] as const) {
    await payment(reference, ms, { psp_id: pspId, metadata, refund_coin: 'BTC', refund_address: 'r' });
    await order(reference, ms, { psp_id: pspId, metadata });
    await address(reference, ms, { psp_id: pspId });
    await refund(idAt(ms), 1n);
    for (const subject of ['payment', 'order'])
      for (const [key, value] of Object.entries(metadata))
        await sql`
          insert into merchant.metadata_entries (psp_id, subject, digest, subject_id)
          select ${pspId}, ${subject}, substring(sha256(convert_to(${key}, 'UTF8') || '\\x00'::bytea
            || convert_to(${value}, 'UTF8')) for 16), ${idAt(ms)}::uuid`;
    for (const [orderId, paymentId] of [
      [idAt(ms), null],
      [null, idAt(ms)],
    ])
      await insertRow(sql, 'merchant', 'webhook_deliveries', {
        psp_id: pspId,
        id: newId(),
        endpoint_id: newId(),
        order_id: orderId,
        payment_id: paymentId,
        event_type: `${reference} ${pspId}`,
        occurred_at: now,
        event: { first: 1, customer_details: said(reference, 'said'), last: 2 },
        status: 'PENDING',
        due_at: now,
      });
  }
  const others = async () => {
    const found = [];
    for (const table of [...tables, 'webhook_deliveries'])
      for (const row of await readRows(sql, 'merchant', table)) {
        const owner = String(row['subject_id'] ?? row['payment_id'] ?? row['order_id'] ?? row['id']);
        if (owner !== idAt(1)) found.push([table, row]);
      }
    return found;
  };
  const were = await others();
  assert.equal(were.length, 20);
  await sql.begin(async (tx) => {
    await eraseMetadata(tx, customer);
    await eraseDeliveries(tx, customer);
    await eraseReasons(tx, customer);
    await eraseDetails(tx, customer);
  });
  assert.deepEqual(await others(), were);
  const own = async (table: string, column: string) =>
    (await readRows(sql, 'merchant', table)).filter((row) => row[column] === idAt(1));
  for (const table of ['payments', 'orders', 'deposit_addresses']) {
    const [row] = await own(table, 'id');
    assert.equal(row?.['customer_reference_id'], 'a');
    assert.doesNotMatch(JSON.stringify(row), /said|payment 1|order 1|address 1|value|"r"/);
  }
  assert.equal((await own('refunds', 'payment_id'))[0]?.['reason'], '');
  assert.deepEqual(await own('metadata_entries', 'subject_id'), []);
  for (const column of ['order_id', 'payment_id']) {
    const [delivery] = await own('webhook_deliveries', column);
    const event = delivery?.['event'] as Record<string, unknown>;
    assert.deepEqual([event['first'], event['last'], delivery?.['erased']], [1, 2, true]);
    assert.deepEqual(event['customer_details'], {
      customer_reference_id: 'a',
      customer_first_name: null,
      customer_last_name: null,
      customer_email_address: null,
      customer_ip_address: null,
    });
  }
});

test('recent payments are those from a given id on', async () => {
  await payment('a', 1);
  await payment('a', 2);
  await payment('b', 3);
  await payment('a', 4, { psp_id: 2 });
  const recent = (ms: number) => listRecentPayments(sql, customer, idAt(ms));
  assert.deepEqual(new Set(await recent(1)), new Set([idAt(1), idAt(2)]));
  assert.deepEqual(await recent(2), [idAt(2)]);
});

test('inactive customers are noted, and each row is read once', async () => {
  await payment('quiet', 1);
  await payment('quiet', 2);
  await payment('back', 3);
  await payment('recent', 8);
  await payment('recent', 50);
  await order('back', 50);
  await order(null, 4);
  await order('moved', 5);
  await address('moved', 50);
  await address('address', 6);
  await order('quiet', 9);
  await payment('paid-again', 7);
  await payment('paid-again', 52);
  await order('quiet', 53, { psp_id: 2 });
  await payment('quiet', 54, { psp_id: 2 });
  await address('quiet', 55, { psp_id: 2 });
  const note = (table: 'payments' | 'orders' | 'deposit_addresses', limit: number) =>
    noteQuietCustomers(sql, table, idAt(50), limit);
  const noted = async () =>
    (await readRows(sql, 'merchant', 'customers_to_erase'))
      .map((row) => `${String(row['psp_id'])} ${String(row['customer_reference_id'])}`)
      .join();
  assert.equal(await note('payments', 2), 2);
  assert.equal(await noted(), '1 quiet');
  assert.equal(await note('payments', 9), 3);
  assert.equal(await note('payments', 9), 0);
  assert.equal(await note('orders', 9), 3);
  assert.equal(await note('deposit_addresses', 9), 1);
  assert.equal(await noted(), '1 address,1 quiet');
  const list = async (after: string, limit: number) =>
    (await listQuietCustomers(sql, idAt(50), { psp_id: 1, customer_reference_id: after }, limit)).map(
      (row) => `${row.psp_id} ${row.customer_reference_id} ${row.quiet}`,
    );
  assert.deepEqual(await list('', 9), ['1 address true', '1 quiet true']);
  assert.deepEqual([await list('', 1), await list('address', 9)], [['1 address true'], ['1 quiet true']]);
  await order('quiet', 60);
  await sql`insert into merchant.customers_to_erase values (2, 'quiet')`;
  assert.deepEqual(await list('', 9), ['1 address true', '1 quiet false', '2 quiet false']);
  await deleteQuietCustomer(sql, { pspId: 1, reference: 'quiet' });
  assert.equal(await noted(), '1 address,2 quiet');
});
