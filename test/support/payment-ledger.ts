import assert from 'node:assert/strict';
import { checkLedger } from '../../src/merchant/books/check/check-ledger.ts';
import { orderTransitions, type OrderStatus } from '../../src/merchant/orders/order.rules.ts';
import { paymentTransitions, type PaymentStatus } from '../../src/merchant/payments/facts/payment.rules.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';
import { readAccounts } from './coins.ts';

/** Checks invariants of all payments with queries that are independent of the product's code. */
export async function checkPayments(sql: Sql, eurosAtFirst: bigint): Promise<void> {
  await checkBooks(sql);
  await sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    const accounts = await readAccounts(tx);
    await checkNode(tx);
    await checkEuros(tx, accounts, eurosAtFirst);
    await checkArrivals(tx);
    await checkCold(tx);
    await checkOpenOrders(tx);
    await checkEvents(tx);
  });
}

/** Runs the checks of the command `ledger check`. */
export async function checkBooks(sql: Sql): Promise<void> {
  const wrong = (await checkLedger(sql)).filter(({ faults }) => faults.length > 0);
  assert.deepEqual(wrong, [], 'the books are wrong');
}

type Accounts = ReadonlyMap<string, bigint>;

/**
 * Compares credits with the simulated node's rows: sufficiently confirmed transactions are credited and removed ones
 * are not. Coins may wait only for screening or for the next review of the payment.
 */
async function checkNode(sql: Tag): Promise<void> {
  const missed = await sql`
    select c.payment_id, t.id, known.screening from merchant.payment_choices c
    join merchant.simulated_outputs o on o.coin = c.coin and o.destination = c.destination
    join merchant.simulated_transactions t on t.coin = o.coin and t.id = o.transaction_id
    join merchant.simulated_chains s on s.coin = c.coin
    left join merchant.chain_outputs known
      on known.coin = o.coin and known.transaction_id = t.id and known.output_index = o.output_index
    where s.height - t.block_height + 1 >= c.required_confirmations and known.credited is not true
      and not exists (
        select from merchant.screenings held
        where held.coin = o.coin and held.transaction_id = t.id and held.output_index = o.output_index
          and held.status <> 'allow')
      and known.screening is distinct from 'unasked'
      and not exists (select from merchant.chain_reviews due where due.subject_id = c.payment_id)`;
  assert.deepEqual([...missed], [], 'confirmed, not held, without a due review and not credited');
  const refused = await sql`
    select o.transaction_id, h.status from merchant.chain_outputs o
    join merchant.screenings h on h.coin = o.coin and h.transaction_id = o.transaction_id
      and h.output_index = o.output_index
    where o.credited and o.purpose = 'payment' and h.status <> 'allow'`;
  assert.deepEqual([...refused], [], 'credited before screening allowed it');
  const kept = await sql`
    select o.subject_id, o.transaction_id from merchant.chain_outputs o
    where o.credited and o.purpose = 'payment' and not exists (
      select from merchant.simulated_transactions t where t.coin = o.coin and t.id = o.transaction_id)`;
  assert.deepEqual([...kept], [], 'credited and not on the chain');
}

async function checkEuros(sql: Tag, accounts: Accounts, atFirst: bigint): Promise<void> {
  const [row] = await sql<{ gained: bigint }[]>`
    select coalesce(sum(cents), 0)::numeric(38, 0) as gained from (
      select settled_euro_amount as cents from merchant.payments
      where settled_euro_amount is not null and reversed_at is null
      union all
      select -euro_amount from merchant.refunds where status <> 'FAILED'
      union all
      select -euro_amount from merchant.refund_links where status = 'OPEN'
    ) shares`;
  const [spent] = await sql<{ euros: bigint }[]>`
    select coalesce(sum(euro_amount), 0)::numeric(38, 0) as euros from merchant.orders
    where kind = 'withdrawal' and status in ('CREATED', 'PROCESSING', 'COMPLETED')`;
  const [fees] = await sql<{ cents: bigint }[]>`
    select coalesce(sum(fee_reserve + fee_charge), 0)
      ::numeric(38, 0) as cents
    from merchant.payouts`;
  const borne = -(accounts.get('psp:1:claim EUR') ?? 0n);
  const expected = atFirst + (row?.gained ?? 0n) - (spent?.euros ?? 0n) - (fees?.cents ?? 0n) + borne;
  assert.equal(accounts.get('psp:1 EUR'), expected, 'the merchant’s euros');
}

/** Checks that each address receives at most one payment. */
async function checkArrivals(sql: Tag): Promise<void> {
  const wrong = await sql`
    select p.id, p.kind, p.status, count(o.*) as arrivals from merchant.payouts p
    left join merchant.simulated_outputs o on o.coin = p.coin and lower(o.address) = lower(p.address)
    where p.kind not in ('cold', 'collection')
    group by p.id
    having count(o.*) > 1 or max(o.amount) <> p.amount
      or (count(o.*) > 0 and p.status in ('RESERVED', 'FAILED', 'REVERSED'))`;
  assert.deepEqual([...wrong], [], 'paid out twice, also returned, or with a wrong amount');
}

/** A cold address may get several transfers, but never more than its payouts. */
async function checkCold(sql: Tag): Promise<void> {
  const rows = await sql<{ coin: string; arrived: bigint; sent: bigint }[]>`
    select p.coin,
      coalesce(sum(p.amount) filter (where p.status in ('RESERVED', 'SIGNED', 'COMPLETED')), 0)::numeric(38, 0) as sent,
      (select coalesce(sum(o.amount), 0)::numeric(38, 0) from merchant.simulated_outputs o
        where o.coin = p.coin and lower(o.address) in (
          select lower(c.address) from merchant.payouts c where c.coin = p.coin and c.kind = 'cold')) as arrived
    from merchant.payouts p where p.kind = 'cold' group by p.coin`;
  for (const { coin, arrived, sent } of rows) {
    assert.ok(arrived <= sent, `${arrived} of ${sent} ${coin} in the cold`);
  }
}

async function checkOpenOrders(sql: Tag): Promise<void> {
  const open = await sql`
    select payment_reference_id from merchant.orders where kind = 'payment' and status = 'PROCESSING'
    group by payment_reference_id having count(*) > 1`;
  assert.deepEqual([...open], [], 'a payment with two open orders');
}

/**
 * Checks that every status had an event, every step is allowed, and the events of each order are numbered without gaps.
 */
async function checkEvents(sql: Tag): Promise<void> {
  const gaps = await sql`
    select order_id from merchant.webhook_deliveries where order_id is not null group by order_id
    having max(event_sequence) <> count(*) or min(event_sequence) <> 1`;
  assert.deepEqual([...gaps], [], 'events with gaps');
  await checkOrderEvents(sql);
  const rows = await sql<{ id: string; status: PaymentStatus; told: PaymentStatus[] | null }[]>`
    select p.id, p.status, (
      select array_agg(d.event->>'payment_status' order by d.id) from merchant.webhook_deliveries d
      join merchant.orders o on o.id = d.order_id and o.kind = 'payment' and o.payment_reference_id = p.id
    ) as told
    from merchant.payments p where p.choice_id is not null`;
  for (const { id, status, told } of rows) {
    assert.equal(told?.at(-1), status, `payment ${id}: ${told?.join(' ')}`);
    let before: PaymentStatus = 'NEW';
    for (const step of told ?? []) {
      const allowed = step === before || paymentTransitions[before].includes(step);
      assert.ok(allowed, `payment ${id} went from ${before} to ${step}`);
      before = step;
    }
  }
}

/** Checks that the newest event of an order has its status and that every step had an event. */
async function checkOrderEvents(sql: Tag): Promise<void> {
  const rows = await sql<{ id: string; status: OrderStatus; told: OrderStatus[] | null }[]>`
    select o.id, o.status, (
      select array_agg(d.event->>'order_status' order by d.id) from merchant.webhook_deliveries d
      where d.order_id = o.id
    ) as told
    from merchant.orders o`;
  for (const { id, status, told } of rows) {
    assert.equal(told?.at(-1), status, `order ${id}: ${told?.join(' ')}`);
    for (const [index, step] of (told ?? []).entries()) {
      const before = told?.[index - 1];
      const allowed = before === undefined || step === before || orderTransitions[before].includes(step);
      assert.ok(allowed, `order ${id} went from ${before} to ${step}`);
    }
  }
}
