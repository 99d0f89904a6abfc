import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { PairCode, Price } from '../../assets/asset.rules.ts';
import type { TransactionType } from './conversion.rules.ts';

export interface QuoteRow {
  psp_id: number;
  currency_pair: PairCode;
  transaction_type: TransactionType;
  /** In minor units. */
  coin_amount: bigint;
  euro_amount: bigint;
  price: Price;
  expires_at: Date;
}

export interface NewQuote extends QuoteRow {
  id: string;
  secret_hash: Buffer;
  created_at: Date;
}

export function insertQuotes(tx: Tx, quotes: readonly NewQuote[]): void {
  tx.defer(tx`
    insert into merchant.conversions
      (id, secret_hash, psp_id, currency_pair, transaction_type, coin_amount, euro_amount, price, created_at, expires_at)
    select * from unnest(
      ${quotes.map((quote) => quote.id)}::uuid[],
      ${quotes.map((quote) => quote.secret_hash)}::bytea[],
      ${quotes.map((quote) => quote.psp_id)}::integer[],
      ${quotes.map((quote) => quote.currency_pair)}::text[],
      ${quotes.map((quote) => quote.transaction_type)}::text[],
      ${quotes.map((quote) => quote.coin_amount)}::numeric[],
      ${quotes.map((quote) => quote.euro_amount)}::numeric[],
      ${quotes.map((quote) => quote.price)}::numeric[],
      ${quotes.map((quote) => quote.created_at.toISOString())}::timestamptz[],
      ${quotes.map((quote) => quote.expires_at.toISOString())}::timestamptz[])`);
}

export interface QuoteKey {
  id: string;
  secretHash: Buffer;
  pspId: number;
}

/** Marks a quote as spent. A simultaneous second caller waits for the first commit and then finds it spent. */
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

/** Deletes a bounded number at a time, so that no lock is held for long. */
export async function deleteOldQuotes(sql: Sql, expiredBefore: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from merchant.conversions where id in (
      select id from merchant.conversions where expires_at < ${expiredBefore} limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
