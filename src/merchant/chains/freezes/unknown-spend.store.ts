import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/**
 * Finds an unknown spend: a transaction that this database did not sign and staff have not marked as known. It either
 * spends an output of ours in a block above `sinceHeight`, or the reader has stored it as foreign.
 */
export async function selectUnknownSpend(
  tx: Tx,
  coin: CoinCode,
  sinceHeight: number,
): Promise<string | undefined> {
  const [row] = await tx<{ transaction_id: string }[]>`
    select found.transaction_id from (
      select o.spent_by as transaction_id from merchant.chain_outputs o
      where o.coin = ${coin} and o.spent_by is not null and o.spent_height > ${sinceHeight}
      union all
      select f.transaction_id from merchant.found_strangers f where f.coin = ${coin}
    ) found
    where not exists (
        select from merchant.chain_sent t where t.coin = ${coin} and t.transaction_id = found.transaction_id)
      and not exists (
        select from merchant.known_strangers k
        where k.coin = ${coin} and k.transaction_id = found.transaction_id)
    limit 1`;
  return row?.transaction_id;
}

/** Returns the first of these transactions that was neither signed with this database nor marked as known. */
export async function selectUnknown(
  tx: Tx,
  coin: CoinCode,
  transactionIds: readonly string[],
): Promise<string | undefined> {
  const [row] = await tx<{ transaction_id: string }[]>`
    select given.transaction_id from unnest(${transactionIds}::text[]) as given (transaction_id)
    where not exists (
        select from merchant.chain_sent t where t.coin = ${coin} and t.transaction_id = given.transaction_id)
      and not exists (
        select from merchant.known_strangers k where k.coin = ${coin} and k.transaction_id = given.transaction_id)
    limit 1`;
  return row?.transaction_id;
}

export async function insertKnownSpends(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  await tx`
    insert into merchant.known_strangers (coin, transaction_id, known_at)
    select found.coin, found.transaction_id, ${now}::timestamptz
    from (
      select o.coin, o.spent_by as transaction_id from merchant.chain_outputs o
      where o.coin = any(${coins}::text[]) and o.spent_by is not null
      union
      select f.coin, f.transaction_id from merchant.found_strangers f where f.coin = any(${coins}::text[])
      union
      select s.coin, s.excluded_by from merchant.chain_sent s
      where s.coin = any(${coins}::text[]) and s.excluded_height is not null and s.excluded_by is not null
    ) found
    where not exists (
      select from merchant.chain_sent t where t.coin = found.coin and t.transaction_id = found.transaction_id)
    on conflict do nothing`;
}

/** Lists batches that could no longer be mined while their coin was frozen. They are reviewed again at the thaw. */
export async function listPutOff(
  tx: Tx,
  coins: readonly CoinCode[],
): Promise<{ coin: CoinCode; subject_id: string }[]> {
  return tx<{ coin: CoinCode; subject_id: string }[]>`
    select coin, id as subject_id from merchant.payout_batches
    where coin = any(${coins}::text[]) and put_off_at is not null`;
}

/**
 * Lists payouts with transactions that can no longer be mined, because a transaction that was not signed here spends
 * the same coins.
 */
export async function listExcluded(
  tx: Tx,
  coins: readonly CoinCode[],
): Promise<{ coin: CoinCode; subject_id: string }[]> {
  return tx<{ coin: CoinCode; subject_id: string }[]>`
    select distinct s.coin, s.subject_id from merchant.chain_sent s
    where s.coin = any(${coins}::text[]) and s.excluded_height is not null and s.excluded_by is not null
      and not exists (
        select from merchant.chain_sent t where t.coin = s.coin and t.transaction_id = s.excluded_by)`;
}
