import { firstIdAt } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { ShownCustomer } from '../../customers/customer.rules.ts';
import { optionalTexts, type Choice, type Payment } from './payment.rules.ts';

export function insertPayment(tx: Tx, payment: Payment): void {
  const texts = optionalTexts
    .map((name) => tx`${payment[name]}`)
    .reduce((list, text) => tx`${list}, ${text}`);
  tx.defer(tx`
    insert into merchant.payments (
      id, psp_id, status, payment_reference, euro_amount, tolerance_bps, minutes_to_pay, merchant_name, description,
      customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address,
      metadata, created_at, updated_at, expires_at, ${tx.identifier(...optionalTexts)})
    values (
      ${payment.id}, ${payment.psp_id}, ${payment.status}, ${payment.payment_reference}, ${payment.euro_amount},
      ${payment.tolerance_bps}, ${payment.minutes_to_pay}, ${payment.merchant_name}, ${payment.description},
      ${payment.customer_reference_id}, ${payment.customer_first_name}, ${payment.customer_last_name},
      ${payment.customer_email_address}, ${payment.customer_ip_address}, ${tx.json(payment.metadata)}, ${payment.created_at},
      ${payment.updated_at}, ${payment.expires_at}, ${texts})`);
}

export async function wantsUniqueReferences(tx: Tx, pspId: number): Promise<boolean> {
  const [row] = await tx<{ wanted: boolean }[]>`
    select unique_payment_references as wanted from merchant.psps where id = ${pspId}`;
  return row?.wanted ?? false;
}

/**
 * Locks the reference until the commit, so that no concurrent payment uses it. Returns the id of its first payment, if
 * any.
 */
export async function lockReference(tx: Tx, pspId: number, reference: string): Promise<string | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended('merchant.payment_reference ' || ${reference}, ${pspId}))`;
  const [row] = await tx<{ id: string }[]>`
    select id from merchant.payments where psp_id = ${pspId} and payment_reference = ${reference} order by id limit 1`;
  return row?.id;
}

/** Returns false if the PSP does not exist. */
export async function setUniqueReferences(sql: Tag, pspId: number, unique: boolean): Promise<boolean> {
  const updated =
    await sql`update merchant.psps set unique_payment_references = ${unique} where id = ${pspId}`;
  return updated.count > 0;
}

export async function lockPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  const [row] = await tx<Payment[]>`select * from merchant.payments where id = ${id} for update`;
  return row;
}

export async function findPayment(sql: Tag, pspId: number, id: string): Promise<Payment | undefined> {
  const [row] = await sql<Payment[]>`
    select * from merchant.payments where id = ${id} and psp_id = ${pspId}`;
  return row;
}

/** Writes every column that may change after creation. */
export function updatePayment(tx: Tx, payment: Payment): void {
  tx.defer(tx`
    update merchant.payments set
      status = ${payment.status}, exceptions = ${payment.exceptions}::text[], choice_id = ${payment.choice_id},
      order_id = ${payment.order_id}, settled_choice_id = ${payment.settled_choice_id},
      settled_coin_amount = ${payment.settled_coin_amount}, settled_euro_amount = ${payment.settled_euro_amount},
      settled_transaction_id = ${payment.settled_transaction_id},
      released_choice_id = ${payment.released_choice_id}, accepted_at = ${payment.accepted_at},
      reversed_at = ${payment.reversed_at}, cancelled_at = ${payment.cancelled_at},
      lost_coin_amount = ${payment.lost_coin_amount}, lost_count = ${payment.lost_count},
      expires_at = ${payment.expires_at}, updated_at = ${payment.updated_at}
    where id = ${payment.id}`);
}

/** Returns false if the payment was not accepted or its acceptance is already recorded as committed. */
export async function recordCommittedAcceptance(sql: Tag, id: string, now: Date): Promise<boolean> {
  const updated = await sql`
    update merchant.payments set acceptance_committed_at = ${now}
    where id = ${id} and accepted_at is not null
      and coalesce(acceptance_committed_at < accepted_at, true)`;
  return updated.count > 0;
}

export function saveRefundAddress(
  tx: Tx,
  id: string,
  to: { coin: CoinCode; address: string; destinationTag: string | null },
): void {
  tx.defer(tx`
    update merchant.payments set
      refund_coin = ${to.coin}, refund_address = ${to.address}, refund_destination_tag = ${to.destinationTag}
    where id = ${id}`);
}

/** Inserts a choice and ends the prices of the earlier ones. */
export function insertChoice(tx: Tx, paymentId: string, choice: Choice): void {
  tx.defer(tx`
    update merchant.payment_choices set
      expires_at = ${choice.chosen_at}, mined_by = mined_by - (expires_at - ${choice.chosen_at})
    where payment_id = ${paymentId} and expires_at > ${choice.chosen_at}`);
  tx.defer(tx`
    insert into merchant.payment_choices (
      id, payment_id, coin, address, destination_tag, destination, payment_uri, price, coin_amount,
      required_confirmations, chosen_at, expires_at, mined_by)
    values (
      ${choice.id}, ${paymentId}, ${choice.coin}, ${choice.address}, ${choice.destination_tag},
      ${choice.destination}, ${choice.payment_uri}, ${choice.price}, ${choice.coin_amount},
      ${choice.required_confirmations}, ${choice.chosen_at}, ${choice.expires_at}, ${choice.mined_by})`);
}

/** Oldest first. */
export async function listChoices(sql: Tag, paymentId: string): Promise<Choice[]> {
  return sql<Choice[]>`
    select id, coin, address, destination_tag, destination, payment_uri, price, coin_amount, required_confirmations,
      chosen_at, expires_at, mined_by
    from merchant.payment_choices where payment_id = ${paymentId} order by chosen_at, id`;
}

export type ExpiredPayment = ShownCustomer & Pick<Payment, 'id' | 'psp_id'>;

/** Expires payments without a chosen coin. They wait for no chain and have no order. */
export async function expireNew(tx: Tx, now: Date, limit: number): Promise<ExpiredPayment[]> {
  return tx<ExpiredPayment[]>`
    update merchant.payments set status = 'EXPIRED', updated_at = ${now} where id in (
      select id from merchant.payments where status = 'NEW' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked)
    returning id, psp_id, customer_reference_id, customer_first_name, customer_last_name, customer_email_address,
      customer_ip_address`;
}

/** Ends the prices of all choices retroactively: coins that arrive from now on are late. */
export function voidChoices(tx: Tx, paymentId: string): void {
  tx.defer(tx`update merchant.payment_choices set expires_at = chosen_at where payment_id = ${paymentId}`);
}

export interface DuePayment {
  id: string;
  expires_at: Date;
}

export interface ReadUpTo {
  coin: CoinCode;
  caughtUpAt: Date;
}

/**
 * Lists open payments in the order of their deadline, once the chain of every coin chosen for them has been read past
 * it. Payments of a chain that cannot be read are skipped.
 */
export async function listOverdue(
  sql: Tag,
  read: readonly ReadUpTo[],
  after: DuePayment | undefined,
  limit: number,
): Promise<DuePayment[]> {
  const latest = new Date(Math.max(0, ...read.map(({ caughtUpAt }) => caughtUpAt.getTime())));
  return sql<DuePayment[]>`
    with chain as materialized (
      select * from unnest(
        ${read.map(({ coin }) => coin)}::text[],
        ${read.map(({ caughtUpAt }) => caughtUpAt.toISOString())}::timestamptz[]) as chain (coin, caught_up_at))
    select p.id, p.expires_at
    from merchant.payments p
    where p.status = 'PENDING' and p.expires_at <= ${latest}
      and not exists (
        select from merchant.payment_choices c left join chain on chain.coin = c.coin
        where c.payment_id = p.id and coalesce(chain.caught_up_at < p.expires_at, true))
      and (p.expires_at, p.id) > (${after?.expires_at ?? new Date(0)}, ${after?.id ?? firstIdAt(0)}::uuid)
    order by p.expires_at, p.id limit ${limit}`;
}

/** Returns false if the alert was raised before. */
export async function insertAlert(tx: Tx, paymentId: string, kind: string, now: Date): Promise<boolean> {
  const inserted = await tx`
    insert into merchant.payment_alerts (payment_id, kind, created_at)
    values (${paymentId}, ${kind}, ${now}) on conflict do nothing`;
  return inserted.count > 0;
}

/**
 * Raises one alert for each unresolved payment that was not touched since the given time, and returns the new alerts.
 */
export async function alertUnresolved(
  sql: Tag,
  untouchedSince: Date,
  now: Date,
  limit: number,
): Promise<{ id: string; psp_id: number }[]> {
  return sql<{ id: string; psp_id: number }[]>`
    with untouched as (
      select p.id, p.psp_id from merchant.psps s cross join lateral (
        select id, psp_id from merchant.payments u
        where u.psp_id = s.id and u.status = 'UNRESOLVED' and u.updated_at < ${untouchedSince} and not exists (
          select from merchant.payment_alerts a where a.payment_id = u.id and a.kind = 'unresolved')
      ) p limit ${limit}
    ), told as (
      insert into merchant.payment_alerts (payment_id, kind, created_at)
      select id, 'unresolved', ${now}::timestamptz from untouched on conflict do nothing returning payment_id)
    select id, psp_id from untouched join told on told.payment_id = untouched.id`;
}

/** Deletes the alerts about held coins, except those of kinds that are still raised. */
export function deleteHeldAlerts(tx: Tx, paymentId: string, raised: readonly string[]): void {
  tx.defer(tx`
    delete from merchant.payment_alerts
    where payment_id = ${paymentId} and kind in ('stray_coins', 'coins_after_end')
      and kind <> all(${raised}::text[])`);
}

export function deleteUnresolvedAlert(tx: Tx, paymentId: string): void {
  tx.defer(tx`
    delete from merchant.payment_alerts where payment_id = ${paymentId} and kind = 'unresolved'`);
}

export interface AlertedRow {
  id: string;
  psp_id: number;
  alerted_at: Date;
}

/** Lists payments with an alert, oldest alert first, optionally of one PSP. */
export async function listAlerted(
  sql: Tag,
  pspId: number | null,
  after: AlertedRow | undefined,
  limit: number,
): Promise<AlertedRow[]> {
  return sql<AlertedRow[]>`
    select p.id, p.psp_id, alert.alerted_at
    from (
      select payment_id, min(created_at) as alerted_at from merchant.payment_alerts group by payment_id
    ) alert
    join merchant.payments p on p.id = alert.payment_id
    where (${pspId}::integer is null or p.psp_id = ${pspId})
      and (alert.alerted_at, p.id) > (${after?.alerted_at ?? new Date(0)}, ${after?.id ?? firstIdAt(0)}::uuid)
    order by alert.alerted_at, p.id limit ${limit}`;
}

export async function countAlerts(sql: Tag): Promise<{ kind: string; count: number }[]> {
  return sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from merchant.payment_alerts group by kind`;
}
