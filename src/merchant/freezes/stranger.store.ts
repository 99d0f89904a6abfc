import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/**
 * A transaction in a block above `sinceHeight` that uses up an output of ours, that was not signed with this database,
 * and that nobody has said to know.
 */
export async function selectStranger(
  tx: Tx,
  coin: CoinCode,
  sinceHeight: number,
): Promise<string | undefined> {
  const [row] = await tx<{ transaction_id: string }[]>`
    select o.spent_by as transaction_id from merchant.chain_outputs o
    where o.coin = ${coin} and o.spent_by is not null and o.spent_height > ${sinceHeight}
      and not exists (
        select from merchant.chain_sent t where t.coin = o.coin and t.transaction_id = o.spent_by)
      and not exists (
        select from merchant.known_strangers k where k.coin = o.coin and k.transaction_id = o.spent_by)
    limit 1`;
  return row?.transaction_id;
}

/** Of these transactions the first that was not signed with this database, and that nobody has said to know. */
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

export async function insertKnownStrangers(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  await tx`
    insert into merchant.known_strangers (coin, transaction_id, known_at)
    select found.coin, found.transaction_id, ${now}::timestamptz
    from (
      select o.coin, o.spent_by as transaction_id from merchant.chain_outputs o
      where o.coin = any(${coins}::text[]) and o.spent_by is not null
      union
      select s.coin, s.excluded_by from merchant.chain_sent s
      where s.coin = any(${coins}::text[]) and s.excluded_height is not null and s.excluded_by is not null
    ) found
    where not exists (
      select from merchant.chain_sent t where t.coin = found.coin and t.transaction_id = found.transaction_id)
    on conflict do nothing`;
}

/** What was found dead while its coin was frozen. */
export async function listPutOff(
  tx: Tx,
  coins: readonly CoinCode[],
): Promise<{ coin: CoinCode; subject_id: string }[]> {
  return tx<{ coin: CoinCode; subject_id: string }[]>`
    select coin, id as subject_id from merchant.payout_batches
    where coin = any(${coins}::text[]) and put_off_at is not null`;
}

/** Whose transactions can no longer be mined because of one that was not signed with this database. */
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
