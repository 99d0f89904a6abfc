import assert from 'node:assert/strict';
import { orderTransitions, type OrderStatus } from '../../src/merchant/orders/order.rules.ts';
import { paymentTransitions, type PaymentStatus } from '../../src/merchant/payments/facts/payment.rules.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';
import { readAccounts } from './coins.ts';

/** What must be true of all payments at every moment, read from what is stored, by other ways than the code's. */
export async function checkPayments(sql: Sql, eurosAtFirst: bigint): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    const accounts = await readAccounts(tx);
    await checkNode(tx);
    await checkHeld(tx, accounts);
    await checkEuros(tx, accounts, eurosAtFirst);
    await checkPayouts(tx, accounts);
    await checkChains(tx, accounts);
    await checkWithdrawals(tx);
    await checkFees(tx, accounts);
    await checkOrders(tx);
    await checkEvents(tx);
  });
}

type Accounts = ReadonlyMap<string, bigint>;

/** The node's own rows are the truth: what is deep enough there is credited, and what it does not have is not. */
async function checkNode(sql: Tag): Promise<void> {
  const missed = await sql`
    select c.payment_id, t.id from merchant.payment_choices c
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
      and known.screening is distinct from 'unasked'`;
  assert.deepEqual([...missed], [], 'confirmed, held by nobody and not credited');
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

/** What the chains brought is held, sold or sent on; nothing else, and nothing twice. */
async function checkHeld(sql: Tag, accounts: Accounts): Promise<void> {
  const rows = await sql<{ coin: string; held: bigint }[]>`
    select coin, sum(amount)::numeric(38, 0) as held from (
      select coin, amount from merchant.chain_outputs where credited and purpose = 'payment'
      union all
      select c.coin, -p.settled_coin_amount from merchant.payments p
      join merchant.payment_choices c on c.id = p.settled_choice_id where p.reversed_at is null
      union all
      select coin, -lost_fee_coin_amount - case status when 'FAILED' then 0 else held_coin_amount end from merchant.refunds
      union all
      select coin, lost_amount - case status when 'FAILED' then 0 else amount end from merchant.payment_releases
      union all
      select c.coin, p.lost_coin_amount from merchant.payments p join merchant.payment_choices c on c.id = p.choice_id
    ) shares group by coin`;
  for (const { coin, held } of rows)
    assert.equal(accounts.get(`psp:1:held ${coin}`) ?? 0n, held, `held ${coin}`);
}

async function checkEuros(sql: Tag, accounts: Accounts, atFirst: bigint): Promise<void> {
  const [row] = await sql<{ gained: bigint }[]>`
    select coalesce(sum(cents), 0)::numeric(38, 0) as gained from (
      select settled_euro_amount as cents from merchant.payments
      where settled_euro_amount is not null and reversed_at is null
      union all
      select -euro_amount from merchant.refunds where status <> 'FAILED'
    ) shares`;
  const [spent] = await sql<{ euros: bigint }[]>`
    select coalesce(sum(euro_amount), 0)::numeric(38, 0) as euros from merchant.orders
    where kind = 'withdrawal' and status in ('CREATED', 'PROCESSING', 'COMPLETED')`;
  const [fees] = await sql<{ cents: bigint }[]>`
    select coalesce(sum(fee_reserve + fee_charge), 0)
      ::numeric(38, 0) as cents
    from merchant.payouts`;
  const borne = -(accounts.get('provider:losses EUR') ?? 0n);
  const expected = atFirst + (row?.gained ?? 0n) - (spent?.euros ?? 0n) - (fees?.cents ?? 0n) + borne;
  assert.equal(accounts.get('psp:1 EUR'), expected, 'the merchant’s euros');
}

/** What is on its way lies with the payouts, and to every address at most one payment goes. */
async function checkPayouts(sql: Tag, accounts: Accounts): Promise<void> {
  const waiting = await sql<{ coin: string; amount: bigint }[]>`
    select coin, sum(case when status in ('RESERVED', 'SIGNED') then amount + fee_allowance else 0 end)::numeric(38, 0)
      as amount
    from merchant.payouts where kind <> 'collection' group by coin`;
  for (const { coin, amount } of waiting) {
    assert.equal(accounts.get(`provider:payouts ${coin}`) ?? 0n, amount, `payouts ${coin}`);
  }
  const wrong = await sql`
    select p.id, p.kind, p.status, count(o.*) as arrivals from merchant.payouts p
    left join merchant.simulated_outputs o on o.coin = p.coin and lower(o.address) = lower(p.address)
    where p.kind not in ('cold', 'collection')
    group by p.id
    having count(o.*) > 1 or max(o.amount) <> p.amount
      or (count(o.*) > 0 and p.status in ('RESERVED', 'FAILED', 'REVERSED'))`;
  assert.deepEqual([...wrong], [], 'paid out twice, given back as well, or not what was promised');
  await checkCold(sql, accounts);
  const unscreened = await sql`
    select p.id, p.status, h.status as screening from merchant.payouts p
    join merchant.screenings h on h.direction = 'out' and h.subject_id = p.id
    where (p.status in ('SIGNED', 'COMPLETED') and h.status <> 'allow') or (h.status = 'deny' and p.status <> 'FAILED')`;
  assert.deepEqual([...unscreened], [], 'signed before screening allowed it, or kept although it was denied');
  const collected = await sql`
    select spend from merchant.chain_sent_spends s join merchant.chain_sent t using (coin, transaction_id)
    where t.block_height is not null group by s.coin, spend having count(*) > 1`;
  assert.deepEqual([...collected], [], 'collected or spent twice');
  const promised = await sql`
    select r.id from merchant.refunds r join merchant.payouts p on p.id = r.payout_id
    where p.amount <> r.held_coin_amount + r.bought_coin_amount - r.fee_coin_amount
      or r.status <> case p.status when 'COMPLETED' then 'COMPLETED' when 'FAILED' then 'FAILED'
        when 'REVERSED' then 'FAILED' else 'PROCESSING' end
      -- What the chain exchanges for a dearer block so late is the provider's cost.
      or r.lost_fee_coin_amount > least(p.lost_fee, r.fee_coin_amount)
      or (r.lost_fee_coin_amount < least(p.lost_fee, r.fee_coin_amount) and p.fee_corrections = 0)`;
  assert.deepEqual([...promised], [], 'a refund is not what its payout is');
}

/** A cold address may get several transfers: never more than the payouts say, and what the books say to lie there. */
async function checkCold(sql: Tag, accounts: Accounts): Promise<void> {
  const rows = await sql<{ coin: string; arrived: bigint; sent: bigint }[]>`
    select p.coin,
      coalesce(sum(p.amount) filter (where p.status in ('RESERVED', 'SIGNED', 'COMPLETED')), 0)::numeric(38, 0) as sent,
      (select coalesce(sum(o.amount), 0)::numeric(38, 0) from merchant.simulated_outputs o
        where o.coin = p.coin and lower(o.address) in (
          select lower(c.address) from merchant.payouts c where c.coin = p.coin and c.kind = 'cold')) as arrived
    from merchant.payouts p where p.kind = 'cold' group by p.coin`;
  for (const { coin, arrived, sent } of rows) {
    assert.equal(accounts.get(`provider:cold ${coin}`) ?? 0n, -sent, `cold ${coin}`);
    assert.ok(arrived <= sent, `${arrived} of ${sent} ${coin} in the cold`);
  }
}

/** What came in less what went out, the networks' fees included, is what the books say to lie on the chains. */
async function checkChains(sql: Tag, accounts: Accounts): Promise<void> {
  const rows = await sql<{ coin: string; lies: bigint; fees: bigint }[]>`
    select coin, sum(lies)::numeric(38, 0) as lies, sum(fees)::numeric(38, 0) as fees from (
      select o.coin, o.amount as lies, 0 as fees from merchant.chain_outputs o
      where o.credited and not exists (
        select from merchant.chain_sent t where t.coin = o.coin and t.transaction_id = o.transaction_id)
      union all
      select coin, case kind when 'collection' then 0 else -amount end - fee, fee - fee_allowance
      from merchant.payouts where status = 'COMPLETED'
      union all
      select coin, -lost_fee, lost_fee from merchant.payouts
      union all
      select coin, 0, -lost_fee_coin_amount from merchant.refunds
    ) shares group by coin`;
  for (const { coin, lies, fees } of rows) {
    assert.equal(accounts.get(`provider:chain ${coin}`) ?? 0n, -lies, `on the chain of ${coin}`);
    assert.equal(accounts.get(`provider:fees ${coin}`) ?? 0n, -fees, `fees of ${coin}`);
  }
}

/**
 * What merchants were charged for the networks is what was signed for them, and what is set aside is for what is open.
 * The provider bears nothing of it but parts of raised fees, of transactions that somebody else pays his whole part of.
 */
export async function checkFees(sql: Tag, accounts: Accounts): Promise<void> {
  const rows = await sql<{ psp_id: number; reserved: bigint; charged: bigint }[]>`
    select psp_id, sum(fee_reserve)::numeric(38, 0) as reserved, sum(fee_charge)::numeric(38, 0) as charged
    from merchant.payouts group by psp_id`;
  for (const { psp_id: pspId, reserved } of rows) {
    assert.equal(accounts.get(`psp:${pspId}:fees EUR`) ?? 0n, reserved, `set aside for fees by ${pspId}`);
  }
  const charged = rows.reduce((sum, row) => sum + row.charged, 0n);
  assert.equal(accounts.get('provider:fees EUR') ?? 0n, charged, 'charged for fees');
  const wrong = await sql`
    select p.id, p.status, p.fee_payer, p.fee_charge, p.fee_borne, o.network_fee from merchant.payouts p
    left join merchant.orders o on o.id = p.order_id
    where (p.fee_payer = 'merchant' and p.status in ('SIGNED', 'COMPLETED')
        and ((p.fee > p.fee_allowance + p.fee_borne) <> (p.fee_charge > 0)
          or p.fee - p.fee_allowance > p.fee_covered + p.fee_borne))
      or (p.fee_borne > 0 and not exists (
        select from merchant.payouts other join merchant.payout_batches b on b.id = other.batch_id
        where b.id = p.batch_id and b.generation > 0 and other.fee_borne = 0
          and (other.psp_id <> p.psp_id or other.fee_payer = 'provider')))
      or (p.status in ('FAILED', 'REVERSED') and p.lost_fee = 0 and p.fee_charge + p.fee_covered + p.fee_borne > 0)
      or (p.fee_payer = 'provider' and p.fee_charge + p.fee_reserve + p.fee_borne > 0)
      or (p.status not in ('RESERVED', 'SIGNED') and p.fee_reserve > 0)
      or (p.fee_payer = 'merchant' and o.network_fee is distinct from case
        when p.status in ('FAILED', 'REVERSED') and p.lost_fee = 0 then 0
        when p.status = 'RESERVED' and p.fee_charge = 0 then p.fee_reserve else p.fee_charge end)`;
  assert.deepEqual([...wrong], [], 'a fee is not charged as it should be');
}

async function checkWithdrawals(sql: Tag): Promise<void> {
  const wrong = await sql`
    select o.id, o.status, p.status as payout_status from merchant.orders o
    left join merchant.payouts p on p.order_id = o.id
    where o.kind = 'withdrawal' and o.status is distinct from case
      when p.status = 'RESERVED' and p.approval = 'waiting' then 'CREATED'
      when p.status in ('RESERVED', 'SIGNED') then 'PROCESSING' else p.status end`;
  assert.deepEqual([...wrong], [], 'a withdrawal does not say what its payout says');
  const held = await sql`
    select p.id, p.status, p.approval, o.hold from merchant.payouts p left join merchant.orders o on o.id = p.order_id
    where (p.bytes is not null and p.approval in ('waiting', 'rejected'))
      or (p.approval = 'rejected' and p.status <> 'FAILED')
      or (p.order_id is not null and
        (o.hold is not distinct from 'approval') <> (p.status = 'RESERVED' and p.approval is not distinct from 'waiting'))`;
  assert.deepEqual([...held], [], 'signed without approval, or held without a reason');
}

async function checkOrders(sql: Tag): Promise<void> {
  const wrong = await sql`
    select p.id, p.status, o.status as order_status from merchant.payments p
    join merchant.orders o on o.id = p.order_id
    where o.status <> case
      when p.status in ('PENDING', 'CONFIRMING', 'UNRESOLVED') then 'PROCESSING'
      when p.status = 'EXPIRED' then 'FAILED'
      when p.status = 'REVERSED' then 'REVERSED'
      when p.settled_choice_id is not null then 'COMPLETED'
      when p.status = 'REFUNDING' then 'PROCESSING'
      else 'FAILED' end`;
  assert.deepEqual([...wrong], [], 'an order does not say what its payment says');
  const open = await sql`
    select payment_reference_id from merchant.orders where kind = 'payment' and status = 'PROCESSING'
    group by payment_reference_id having count(*) > 1`;
  assert.deepEqual([...open], [], 'a payment with two open orders');
}

/** Every status was told, each step is one of the table, and the events of each order are numbered without a gap. */
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

/** The newest event of an order says what the order says, and every step to it was told. */
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
