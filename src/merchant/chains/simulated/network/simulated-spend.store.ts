import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';

export interface Conflict {
  id: string;
  fee: bigint;
  size: bigint;
  /** Sum of its outputs, without the fee. */
  total: bigint;
  block_height: bigint | null;
}

/** Lists transactions that spend any of the same inputs. */
export async function listConflicts(tx: Tx, coin: CoinCode, spends: readonly string[]): Promise<Conflict[]> {
  return tx<Conflict[]>`
    select id, fee, size, block_height,
      (
        select coalesce(sum(amount), 0) from merchant.simulated_outputs
        where coin = one.coin and transaction_id = one.id) as total
    from merchant.simulated_transactions as one
    where coin = ${coin} and id in (
      select transaction_id from merchant.simulated_spends where coin = ${coin} and spend = any(${spends}))`;
}

interface SpentOutput {
  spend: string;
  transaction_id: string;
  destination: string;
  amount: bigint;
}

/** Lists outputs that exist, mined or unconfirmed, spent or not. */
export async function listOutputs(tx: Tx, coin: CoinCode, spends: readonly string[]): Promise<SpentOutput[]> {
  const parts = spends.map((spend) => spend.split(':'));
  return tx<SpentOutput[]>`
    select transaction_id || ':' || output_index as spend, transaction_id, destination, amount
    from merchant.simulated_outputs
    join unnest(${parts.map(([id]) => id)}::text[], ${parts.map(([, index]) => toIndex(index))}::int[])
      as wanted (id, index) on transaction_id = wanted.id and output_index = wanted.index
    where coin = ${coin}`;
}

const toIndex = (text: string | undefined): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : -1;

/** Returns the sum ever paid to an address, mined or unconfirmed, spent or not. */
export async function sumOutputs(
  sql: Tag,
  coin: CoinCode,
  to: { address: string; destinationTag: string | null },
): Promise<bigint> {
  const [row] = await sql<{ sum: bigint }[]>`
    select coalesce(sum(amount), 0) as sum from merchant.simulated_outputs
    where coin = ${coin} and address = ${to.address} and destination_tag is not distinct from ${to.destinationTag}`;
  return row?.sum ?? 0n;
}

export async function wasPaid(sql: Tag, coin: CoinCode, destination: string): Promise<boolean> {
  const rows = await sql`
    select from merchant.simulated_outputs where coin = ${coin} and destination = ${destination} limit 1`;
  return rows.length > 0;
}

/** Returns the spendable balance of an account and the number of its next payment. */
export async function readAccount(
  sql: Tag,
  coin: CoinCode,
  account: string,
): Promise<{ balance: bigint; next: bigint }> {
  const [row] = await sql<{ balance: bigint; next: bigint }[]>`
    select
      (
        select coalesce(sum(amount), 0) from merchant.simulated_outputs
        where coin = ${coin} and address = ${account})
      - (
        select coalesce(sum(fee), 0) from merchant.simulated_transactions
        where coin = ${coin} and account = ${account})
      - (
        select coalesce(sum(amount), 0) from merchant.simulated_transactions as paid
        join merchant.simulated_outputs as output on output.coin = paid.coin and output.transaction_id = paid.id
        where paid.coin = ${coin} and paid.account = ${account}) as balance,
      (
        select coalesce(max(number) + 1, 0) from merchant.simulated_transactions
        where coin = ${coin} and account = ${account}) as next`;
  return row ?? { balance: 0n, next: 0n };
}

/** Returns the balance and the next number by mined transactions only. */
export async function readMinedAccount(
  sql: Tag,
  coin: CoinCode,
  account: string,
): Promise<{ balance: bigint; next: bigint }> {
  const [row] = await sql<{ balance: bigint; next: bigint }[]>`
    select
      (
        select coalesce(sum(amount), 0) from merchant.simulated_outputs as output
        join merchant.simulated_transactions as made on made.coin = output.coin and made.id = output.transaction_id
        where output.coin = ${coin} and made.block_height is not null and address = ${account})
      - (
        select coalesce(sum(fee + (
          select coalesce(sum(amount), 0) from merchant.simulated_outputs as output
          where output.coin = paid.coin and output.transaction_id = paid.id)), 0)
        from merchant.simulated_transactions as paid
        where coin = ${coin} and account = ${account} and block_height is not null) as balance,
      (
        select coalesce(max(number) + 1, 0) from merchant.simulated_transactions
        where coin = ${coin} and account = ${account} and block_height is not null) as next`;
  return row ?? { balance: 0n, next: 0n };
}

/**
 * Lists these transactions and all that depend on them: those that spend their outputs and, with `numbered`, the later
 * payments of the same account, which cannot be mined without them.
 */
export async function listWithDependents(
  tx: Tx,
  coin: CoinCode,
  ids: readonly string[],
  numbered: boolean,
): Promise<{ id: string; fee: bigint }[]> {
  return tx<{ id: string; fee: bigint }[]>`
    with recursive resting (id) as (
      select id from merchant.simulated_transactions where coin = ${coin} and id = any(${ids})
      union
      select next.id from resting, lateral (
        select spend.transaction_id as id
        from merchant.simulated_outputs as output
        join merchant.simulated_spends as spend
          on spend.coin = output.coin and spend.spend = output.transaction_id || ':' || output.output_index
        where output.coin = ${coin} and output.transaction_id = resting.id
        union all
        select later.id
        from merchant.simulated_transactions as earlier
        join merchant.simulated_transactions as later
          on later.coin = earlier.coin and later.account = earlier.account and later.number > earlier.number
        where ${numbered} and earlier.coin = ${coin} and earlier.id = resting.id
      ) as next
    )
    select id, fee from merchant.simulated_transactions
    where coin = ${coin} and id in (select id from resting)`;
}

export async function deleteTransactions(tx: Tx, coin: CoinCode, ids: readonly string[]): Promise<void> {
  await tx`delete from merchant.simulated_transactions where coin = ${coin} and id = any(${ids})`;
}
