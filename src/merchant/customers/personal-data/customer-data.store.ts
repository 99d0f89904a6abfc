import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface CustomerRow {
  customer_reference_id: string;
  /** Latest known details; null after an erasure or if they were never given. */
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_email_address: string | null;
  customer_ip_address: string | null;
  first_seen_at: Date;
  last_seen_at: Date;
}

/** Returns the next customer reference after a given one, with one index lookup in each of the three tables. */
const nextAfter = (sql: Tag, pspId: number, place: unknown) => sql`least(
  (select customer_reference_id from merchant.payments
   where psp_id = ${pspId} and customer_reference_id > ${place} order by customer_reference_id limit 1),
  (select customer_reference_id from merchant.orders
   where psp_id = ${pspId} and customer_reference_id > ${place} order by customer_reference_id limit 1),
  (select customer_reference_id from merchant.deposit_addresses
   where psp_id = ${pspId} and customer_reference_id > ${place} order by customer_reference_id limit 1))`;

/** Returns the newest or oldest row of any table that names the customer. */
const edgeOf = (sql: Tag, pspId: number, reference: unknown, direction: unknown) => sql`(
  select * from (
    (select id, created_at, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.payments where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id ${direction} limit 1)
    union all
    (select id, created_at, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.orders where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id ${direction} limit 1)
    union all
    (select id, created_at, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.deposit_addresses where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id ${direction} limit 1)
  ) edges order by id ${direction} limit 1)`;

/** Newest rows of each table in which details are looked for if the newest of all has none. */
const knownRows = 5;

/** Returns the newest row with details: the newest of all may be a payment with only a reference. */
const knownOf = (sql: Tag, pspId: number, reference: unknown) => sql`(
  select * from (
    (select id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.payments where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id desc limit ${knownRows})
    union all
    (select id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.orders where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id desc limit ${knownRows})
    union all
    (select id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address
     from merchant.deposit_addresses where psp_id = ${pspId} and customer_reference_id = ${reference}
     order by id desc limit ${knownRows})
  ) recent
  where num_nonnulls(newest.customer_first_name, newest.customer_last_name, newest.customer_email_address) = 0
    and num_nonnulls(customer_first_name, customer_last_name, customer_email_address) > 0
  order by id desc limit 1)`;

const details = (sql: Tag, pspId: number, reference: unknown) => sql`
  coalesce(newest.customer_first_name, known.customer_first_name) as customer_first_name,
  coalesce(newest.customer_last_name, known.customer_last_name) as customer_last_name,
  coalesce(newest.customer_email_address, known.customer_email_address) as customer_email_address,
  coalesce(newest.customer_ip_address, known.customer_ip_address) as customer_ip_address,
  oldest.created_at as first_seen_at, newest.created_at as last_seen_at
  from ${edgeOf(sql, pspId, reference, sql`desc`)} newest
    cross join ${edgeOf(sql, pspId, reference, sql`asc`)} oldest
    left join lateral ${knownOf(sql, pspId, reference)} known on true`;

/**
 * Lists customers by reference. There is no table of customers, so the query jumps from one reference to the next,
 * regardless of their number of rows.
 */
export async function listCustomers(
  sql: Tag,
  pspId: number,
  after: string,
  limit: number,
): Promise<CustomerRow[]> {
  return sql<CustomerRow[]>`
    with recursive walk (reference, place) as (
      select ${nextAfter(sql, pspId, after)}, 1
      union all
      select ${nextAfter(sql, pspId, sql`walk.reference`)}, walk.place + 1
      from walk where walk.reference is not null and walk.place < ${limit}
    )
    select walk.reference as customer_reference_id, shown.*
    from walk cross join lateral (select ${details(sql, pspId, sql`walk.reference`)}) shown
    where walk.reference is not null order by walk.place`;
}

/** Lists those of the given customers that exist, by reference. */
export async function listNamedCustomers(
  sql: Tag,
  pspId: number,
  references: readonly string[],
): Promise<CustomerRow[]> {
  return sql<CustomerRow[]>`
    select named.reference as customer_reference_id, shown.*
    from unnest(${references}::text[]) named (reference)
    cross join lateral (select ${details(sql, pspId, sql`named.reference`)}) shown
    order by named.reference`;
}

export async function findCustomer(
  sql: Tag,
  pspId: number,
  reference: string,
): Promise<CustomerRow | undefined> {
  const [row] = await sql<CustomerRow[]>`
    select ${reference}::text as customer_reference_id, ${details(sql, pspId, reference)}`;
  return row;
}

export interface CustomerAddress {
  id: string;
  coin: CoinCode;
  address: string;
  destination_tag: string | null;
  created_at: Date;
}

export async function listCustomerAddresses(
  sql: Tag,
  pspId: number,
  reference: string,
): Promise<CustomerAddress[]> {
  return sql<CustomerAddress[]>`
    select id, coin, address, destination_tag, created_at from merchant.deposit_addresses
    where psp_id = ${pspId} and customer_reference_id = ${reference} and address is not null order by coin`;
}

export interface CustomerTotals {
  payments: number;
  paid_payments: number;
  /** In cents, as all sums here. */
  paid: bigint;
  refunded: bigint;
  orders: number;
  withdrawals: number;
  withdrawn: bigint;
  deposits: number;
  deposited: bigint;
}

/** Sums completed payments, refunds and orders. Only `payments` counts all of them. */
export async function sumCustomer(sql: Tag, pspId: number, reference: string): Promise<CustomerTotals> {
  const [row] = await sql<CustomerTotals[]>`
    select p.payments, p.paid_payments, p.paid, r.refunded, o.orders, o.withdrawals, o.withdrawn, o.deposits, o.deposited
    from (
      select count(*)::int as payments,
        count(*) filter (where settled_euro_amount is not null and reversed_at is null)::int as paid_payments,
        coalesce(sum(settled_euro_amount) filter (where reversed_at is null), 0)::numeric(38, 0) as paid
      from merchant.payments where psp_id = ${pspId} and customer_reference_id = ${reference}
    ) p, (
      select coalesce(sum(f.total_euro_amount), 0)::numeric(38, 0) as refunded
      from merchant.payments c join merchant.refunds f on f.payment_id = c.id
      where c.psp_id = ${pspId} and c.customer_reference_id = ${reference} and f.status = 'COMPLETED'
    ) r, (
      select count(*) filter (where kind = 'trade')::int as orders,
        count(*) filter (where kind = 'withdrawal')::int as withdrawals,
        coalesce(sum(euro_amount) filter (where kind = 'withdrawal'), 0)::numeric(38, 0) as withdrawn,
        count(*) filter (where kind = 'deposit')::int as deposits,
        coalesce(sum(euro_amount) filter (where kind = 'deposit'), 0)::numeric(38, 0) as deposited
      from merchant.orders
      where psp_id = ${pspId} and customer_reference_id = ${reference} and status = 'COMPLETED'
    ) o`;
  if (!row) throw new Error('a sum has a row');
  return row;
}
