import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** Returns the customer of an order, payment or deposit address. Each is one index lookup. */
export async function findOwner(
  sql: Sql,
  pspId: number,
  asked: { id: string | null; destinations: readonly string[]; coins: readonly CoinCode[] },
): Promise<string | undefined> {
  const [row] = await sql<{ reference: string | null }[]>`
    select coalesce(
      (select customer_reference_id from merchant.orders where id = ${asked.id}::uuid and psp_id = ${pspId}),
      (select customer_reference_id from merchant.payments where id = ${asked.id}::uuid and psp_id = ${pspId}),
      (select d.customer_reference_id
       from merchant.chain_addresses a
       join merchant.deposit_addresses d on d.id = a.subject_id and d.psp_id = ${pspId}
       where a.coin = any(${asked.coins}::text[]) and a.destination = any(${asked.destinations}::text[])
         and a.purpose = 'deposit'
       limit 1)) as reference`;
  return row?.reference ?? undefined;
}

/**
 * Finds customers by e-mail address, case-insensitively. Searches payments only, because orders have no index of
 * addresses.
 */
export async function findReferencesByEmail(
  sql: Sql,
  pspId: number,
  emailAddress: string,
  limits: { readonly payments: number; readonly references: number },
): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select distinct customer_reference_id as reference
    from (select customer_reference_id from merchant.payments
      where psp_id = ${pspId} and lower(customer_email_address) = lower(${emailAddress})
      order by id desc limit ${limits.payments}) newest
    order by reference limit ${limits.references}`;
  return rows.map(({ reference }) => reference);
}
