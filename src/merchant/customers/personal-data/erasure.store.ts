import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { erasedColumns } from './erased-columns.rules.ts';

/** Identifies a customer. */
export interface CustomerName {
  readonly pspId: number;
  readonly reference: string;
}

/**
 * Locks the rows from which customer details are copied, so that no details appear after the erasure. Returns false if
 * the customer has no payment, deposit address or order.
 */
export async function lockCustomer(tx: Tx, { pspId, reference }: CustomerName): Promise<boolean> {
  const payments = await tx`
    select id from merchant.payments where psp_id = ${pspId} and customer_reference_id = ${reference}
    order by id for update`;
  const addresses = await tx`
    select id from merchant.deposit_addresses where psp_id = ${pspId} and customer_reference_id = ${reference}
    order by id for update`;
  if (payments.length + addresses.length > 0) return true;
  const orders = await tx`
    select id from merchant.orders where psp_id = ${pspId} and customer_reference_id = ${reference} limit 1`;
  return orders.length > 0;
}

/** Returns whether the customer has an unfinished payment or order or an open refund link, which may still need the details. */
export async function hasOpen(tx: Tx, { pspId, reference }: CustomerName): Promise<boolean> {
  const [row] = await tx<{ open: boolean }[]>`
    select exists (
      select from merchant.payments
      where psp_id = ${pspId} and customer_reference_id = ${reference}
        and status in ('NEW', 'PENDING', 'CONFIRMING', 'UNRESOLVED', 'REFUNDING')
    ) or exists (
      select from merchant.refund_links l join merchant.payments p on p.id = l.payment_id
      where p.psp_id = ${pspId} and p.customer_reference_id = ${reference} and l.status = 'OPEN'
    ) or exists (
      select from merchant.orders
      where psp_id = ${pspId} and customer_reference_id = ${reference} and status in ('CREATED', 'PROCESSING')
    ) as open`;
  return row?.open ?? false;
}

const ofCustomer = (tx: Tx, { pspId, reference }: CustomerName) =>
  tx`psp_id = ${pspId} and customer_reference_id = ${reference}`;

/**
 * Erases the reasons of refunds, since a merchant may have written anything there. Claim pages, which show the refund,
 * can no longer be opened.
 */
export async function eraseReasons(tx: Tx, customer: CustomerName): Promise<void> {
  await tx`
    update merchant.refund_links set reason = '', token_hash = null
    where payment_id in (select id from merchant.payments where ${ofCustomer(tx, customer)})`;
  await tx`
    update merchant.refunds set reason = ''
    where payment_id in (select id from merchant.payments where ${ofCustomer(tx, customer)}) and reason <> ''`;
}

/** Erases details and free texts of payments, orders and deposit addresses. */
export async function eraseDetails(tx: Tx, customer: CustomerName): Promise<void> {
  for (const [table, columns] of Object.entries(erasedColumns)) {
    const changes = Object.entries(columns)
      .map(([column, empty]) => tx`${tx.identifier(column)} = ${empty}`)
      .reduce((list, change) => tx`${list}, ${change}`);
    await tx`update merchant.${tx.identifier(table)} set ${changes} where ${ofCustomer(tx, customer)}`;
  }
}

/** Must run before the metadata itself is erased, because its entries are found by their content. */
export async function eraseMetadata(tx: Tx, customer: CustomerName): Promise<void> {
  await tx`
    delete from merchant.metadata_entries where (psp_id, subject, digest, subject_id) in (
      select psp_id, subject,
        substring(sha256(convert_to(key, 'UTF8') || '\\x00'::bytea || convert_to(value, 'UTF8')) for 16), id
      from (
        select psp_id, 'payment' as subject, id, metadata from merchant.payments where ${ofCustomer(tx, customer)}
        union all
        select psp_id, 'order', id, metadata from merchant.orders where ${ofCustomer(tx, customer)}
      ) named, jsonb_each_text(named.metadata))`;
}

/**
 * Removes the customer from pending webhooks. The receivers' responses may repeat the details, so the table drops them
 * now and after each later attempt.
 */
export async function eraseDeliveries(tx: Tx, customer: CustomerName): Promise<void> {
  const erased = tx`
    event = (
      select json_object_agg(
        field.key,
        case when field.key = 'customer_details' then json_build_object(
          'customer_reference_id', ${customer.reference}::text, 'customer_first_name', null, 'customer_last_name', null,
          'customer_email_address', null, 'customer_ip_address', null)
        else field.value end order by field.ordinality)
      from json_each(d.event) with ordinality as field),
    erased = true`;
  await tx`
    update merchant.webhook_deliveries d set ${erased}
    where order_id in (select id from merchant.orders where ${ofCustomer(tx, customer)})`;
  await tx`
    update merchant.webhook_deliveries d set ${erased}
    where order_id is null and payment_id in (select id from merchant.payments where ${ofCustomer(tx, customer)})`;
}

/** Returns the ids of payments since a given id. Their responses may still be stored for retries. */
export async function listRecentPayments(
  sql: Tag,
  { pspId, reference }: CustomerName,
  leastId: string,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchant.payments
    where psp_id = ${pspId} and customer_reference_id = ${reference} and id >= ${leastId}`;
  return rows.map((row) => row.id);
}

export const lookedThrough = ['payments', 'orders', 'deposit_addresses'] as const;
type LookedThrough = (typeof lookedThrough)[number];

/** Matches customers without any activity since the given id. */
const quietSince = (sql: Tag, leastId: string) => sql`
  not exists (select from merchant.payments p where p.psp_id = c.psp_id
    and p.customer_reference_id = c.customer_reference_id and p.id >= ${leastId})
  and not exists (select from merchant.orders o where o.psp_id = c.psp_id
    and o.customer_reference_id = c.customer_reference_id and o.id >= ${leastId})
  and not exists (select from merchant.deposit_addresses a where a.psp_id = c.psp_id
    and a.customer_reference_id = c.customer_reference_id and a.id >= ${leastId})`;

/**
 * Reads the next rows of a table up to `leastId`, notes customers without a newer row, and returns the number of rows
 * read. Each row is read once; a customer who came back is noted later, with the last row.
 */
export async function noteQuietCustomers(
  sql: Sql,
  table: LookedThrough,
  leastId: string,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with rows as materialized (
      select id, psp_id, customer_reference_id from merchant.${sql.identifier(table)}
      where id < ${leastId}
        and id > coalesce(
          (select up_to from merchant.erasure_progress where table_name = ${table}),
          '00000000-0000-0000-0000-000000000000')
      order by id limit ${limit}
    ), noted as (
      insert into merchant.customers_to_erase (psp_id, customer_reference_id)
      select distinct c.psp_id, c.customer_reference_id from rows c
      where c.customer_reference_id is not null and ${quietSince(sql, leastId)}
      on conflict do nothing
    ), moved as (
      insert into merchant.erasure_progress (table_name, up_to)
      select ${table}, id from rows order by id desc limit 1
      on conflict (table_name) do update set up_to = excluded.up_to
    )
    select count(*)::int as count from rows`;
  return row?.count ?? 0;
}

export interface QuietCustomer {
  psp_id: number;
  customer_reference_id: string;
  /** Whether there was no activity since the customer was noted. */
  quiet: boolean;
}

export async function listQuietCustomers(
  sql: Sql,
  leastId: string,
  after: Omit<QuietCustomer, 'quiet'>,
  limit: number,
): Promise<QuietCustomer[]> {
  return sql<QuietCustomer[]>`
    select c.psp_id, c.customer_reference_id, (${quietSince(sql, leastId)}) as quiet
    from merchant.customers_to_erase c
    where (c.psp_id, c.customer_reference_id) > (${after.psp_id}, ${after.customer_reference_id})
    order by c.psp_id, c.customer_reference_id limit ${limit}`;
}

export async function deleteQuietCustomer(sql: Tag, { pspId, reference }: CustomerName): Promise<void> {
  await sql`
    delete from merchant.customers_to_erase where psp_id = ${pspId} and customer_reference_id = ${reference}`;
}
