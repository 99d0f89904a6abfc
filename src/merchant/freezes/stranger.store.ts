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

export async function insertKnownStrangers(tx: Tx, coins: readonly CoinCode[], now: Date): Promise<void> {
  await tx`
    insert into merchant.known_strangers (coin, transaction_id, known_at)
    select distinct o.coin, o.spent_by, ${now}::timestamptz from merchant.chain_outputs o
    where o.coin = any(${coins}::text[]) and o.spent_by is not null and not exists (
      select from merchant.chain_sent t where t.coin = o.coin and t.transaction_id = o.spent_by)
    on conflict do nothing`;
}
