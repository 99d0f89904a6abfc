import type { IdRange } from '../../../platform/postgres/paging.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { RefundLink, RefundLinkStatus } from './refund-link.rules.ts';

/** All columns but the hash of the token. */
const columns = (sql: Tag) => sql`
  id, psp_id, payment_id, status, coin, total_euro_amount, euro_amount, held_coin_amount, reason, requested_by, refund_id,
  expires_at, created_at, updated_at`;

export async function insertLink(tx: Tx, link: RefundLink, tokenHash: Buffer): Promise<void> {
  await tx`
    insert into merchant.refund_links (
      id, psp_id, payment_id, token_hash, status, coin, total_euro_amount, euro_amount, held_coin_amount, reason,
      requested_by, expires_at, created_at, updated_at)
    values (
      ${link.id}, ${link.psp_id}, ${link.payment_id}, ${tokenHash}, ${link.status}, ${link.coin},
      ${link.total_euro_amount}, ${link.euro_amount}, ${link.held_coin_amount}, ${link.reason}, ${link.requested_by},
      ${link.expires_at}, ${link.created_at}, ${link.updated_at})`;
}

/** Lists the open links of a payment, including expired ones whose euros are not released yet. */
export async function listOpenLinks(sql: Tag, paymentId: string): Promise<RefundLink[]> {
  return sql<RefundLink[]>`
    select ${columns(sql)} from merchant.refund_links where payment_id = ${paymentId} and status = 'OPEN' order by id`;
}

/** Counts the links of a payment, open and ended, up to the limit. */
export async function countLinks(sql: Tag, paymentId: string, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from (select from merchant.refund_links where payment_id = ${paymentId} limit ${limit}) found`;
  return row?.count ?? 0;
}

export async function findLink(sql: Tag, id: string): Promise<RefundLink | undefined> {
  const [row] = await sql<RefundLink[]>`select ${columns(sql)} from merchant.refund_links where id = ${id}`;
  return row;
}

export async function findLinkByToken(sql: Tag, tokenHash: Buffer): Promise<RefundLink | undefined> {
  const [row] = await sql<RefundLink[]>`
    select ${columns(sql)} from merchant.refund_links where token_hash = ${tokenHash}`;
  return row;
}

/** Lists the links of a payment, newest first. */
export async function listLinks(
  sql: Tag,
  paymentId: string,
  range: Pick<IdRange, 'below'>,
  limit: number,
): Promise<RefundLink[]> {
  return sql<RefundLink[]>`
    select ${columns(sql)} from merchant.refund_links
    where payment_id = ${paymentId} and id < ${range.below} order by id desc limit ${limit}`;
}

export async function listExpiredLinks(
  sql: Tag,
  now: Date,
  limit: number,
): Promise<Pick<RefundLink, 'id' | 'payment_id'>[]> {
  return sql<Pick<RefundLink, 'id' | 'payment_id'>[]>`
    select id, payment_id from merchant.refund_links
    where status = 'OPEN' and expires_at <= ${now} order by expires_at, id limit ${limit}`;
}

/** Ends an open link. Returns false if it has ended already. */
export async function endLink(
  tx: Tx,
  id: string,
  end: { readonly status: Exclude<RefundLinkStatus, 'OPEN'>; readonly refundId: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update merchant.refund_links set status = ${end.status}, refund_id = ${end.refundId}, updated_at = ${now}
    where id = ${id} and status = 'OPEN' returning id`;
  return rows.length > 0;
}
