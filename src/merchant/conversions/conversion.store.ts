import type { Sql, Tx } from '../../platform/postgres/database.ts';
import type { Tag } from '../../platform/postgres/sql.ts';
import type { PairCode, Price } from '../assets/asset.rules.ts';
import type { TransactionType } from './conversion.rules.ts';

export interface QuoteRow {
  psp_id: number;
  currency_pair: PairCode;
  transaction_type: TransactionType;
  /** In the ledger's unit. */
  coin_amount: bigint;
  euro_amount: bigint;
  price: Price;
  expires_at: Date;
}

/** One statement, whole by itself: it needs no transaction around it. */
export async function insertQuote(
  sql: Tag,
  quote: QuoteRow & { id: string; secretHash: Buffer; createdAt: Date },
): Promise<void> {
  await sql`
    insert into merchant.conversions
      (id, secret_hash, psp_id, currency_pair, transaction_type, coin_amount, euro_amount, price, created_at, expires_at)
    values (${quote.id}, ${quote.secretHash}, ${quote.psp_id}, ${quote.currency_pair}, ${quote.transaction_type},
      ${quote.coin_amount}, ${quote.euro_amount}, ${quote.price}, ${quote.createdAt}, ${quote.expires_at})`;
}

export interface QuoteKey {
  id: string;
  secretHash: Buffer;
  pspId: number;
}

/** Whoever comes second waits for the first one's commit here, and then finds the quote spent. */
export async function spendQuote(
  tx: Tx,
  key: QuoteKey,
  orderId: string,
  now: Date,
): Promise<QuoteRow | undefined> {
  const [row] = await tx<QuoteRow[]>`
    update merchant.conversions set order_id = ${orderId}
    where id = ${key.id} and secret_hash = ${key.secretHash} and psp_id = ${key.pspId}
      and order_id is null and expires_at > ${now}
    returning psp_id, currency_pair, transaction_type, coin_amount, euro_amount, price, expires_at`;
  return row;
}

export async function findQuoteState(tx: Tx, key: QuoteKey): Promise<{ spent: boolean } | undefined> {
  const [row] = await tx<{ spent: boolean }[]>`
    select order_id is not null as spent from merchant.conversions
    where id = ${key.id} and secret_hash = ${key.secretHash} and psp_id = ${key.pspId}`;
  return row;
}

/** A bounded number at a time, so that no lock is held for long. */
export async function deleteOldQuotes(sql: Sql, expiredBefore: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from merchant.conversions where id in (
      select id from merchant.conversions where expires_at < ${expiredBefore} limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
