/** Former accounts of the wallet. The present account is in `merchant.chain_states`. */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface FormerAccount {
  number: number;
  account: string;
  sealed_key: Buffer | null;
}

export async function selectFormerAccounts(sql: Tag, coin: CoinCode): Promise<FormerAccount[]> {
  return sql<FormerAccount[]>`
    select number, account, sealed_key from merchant.former_accounts where coin = ${coin} order by number`;
}

/**
 * Locks the present account until the commit, so that no other process replaces it. Undefined if the chain was never
 * read.
 */
export async function lockPresentAccount(tx: Tx, coin: CoinCode): Promise<string | undefined> {
  const [row] = await tx<{ account: string }[]>`
    select account from merchant.chain_states where coin = ${coin} for update`;
  return row?.account;
}

export async function findPresentAccount(sql: Tag, coin: CoinCode): Promise<string | undefined> {
  const [row] = await sql<{ account: string }[]>`
    select account from merchant.chain_states where coin = ${coin}`;
  return row?.account;
}

/** Stores the present account as a former one, together with its signing key, which is removed from the coin. */
export async function endPresentAccount(
  tx: Tx,
  coin: CoinCode,
  change: { number: number; next: string; now: Date },
): Promise<void> {
  await tx`
    with key as (delete from merchant.chain_keys where coin = ${coin} returning sealed_key)
    insert into merchant.former_accounts (coin, number, account, sealed_key, ended_at)
    select coin, ${change.number}::smallint, account, (select sealed_key from key), ${change.now}::timestamptz
    from merchant.chain_states where coin = ${coin}`;
  await tx`update merchant.chain_states set account = ${change.next} where coin = ${coin}`;
}

export async function saveFormerKey(
  sql: Tag,
  coin: CoinCode,
  number: number,
  sealedKey: Buffer,
): Promise<void> {
  await sql`
    update merchant.former_accounts set sealed_key = ${sealedKey} where coin = ${coin} and number = ${number}`;
}
