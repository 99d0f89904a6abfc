/**
 * Outgoing transactions are stored in `merchant.chain_sent`. Despite the table's name, a row exists from signing on,
 * before the first broadcast.
 */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface NewOutgoingTransaction {
  readonly coin: CoinCode;
  readonly transactionId: string;
  /**
   * The batch of payouts that it carries out. Transactions of one batch may claim the same spends and then exclude each
   * other.
   */
  readonly subjectId: string;
  /** The claimed spends, in the notation of `ChainTransaction.spends`. */
  readonly spends: readonly string[];
}

/** Violates the unique key of the claims if another subject has claimed one of the spends. */
export async function insertOutgoing(tx: Tx, outgoing: NewOutgoingTransaction): Promise<void> {
  const { coin, transactionId, subjectId, spends } = outgoing;
  await tx`
    with outgoing as (
      insert into merchant.chain_sent (coin, transaction_id, subject_id)
      values (${coin}, ${transactionId}, ${subjectId})
    ), claimed as (
      insert into merchant.chain_claims (coin, spend, transaction_id, subject_id)
      select ${coin}, spend, ${transactionId}, ${subjectId}::uuid from unnest(${spends}::text[]) as given (spend)
      where not exists (
        select from merchant.chain_claims own
        where own.coin = ${coin} and own.spend = given.spend and own.subject_id = ${subjectId})
    )
    insert into merchant.chain_sent_spends (coin, spend, transaction_id, subject_id)
    select ${coin}, spend, ${transactionId}, ${subjectId}::uuid from unnest(${spends}::text[]) as given (spend)`;
}

interface OutgoingRow {
  coin: CoinCode;
  transaction_id: string;
  block_height: bigint | null;
  unconfirmed: boolean;
  excluded_height: bigint | null;
  excluded_by: string | null;
  failed: boolean;
  fee: bigint | null;
  final: boolean;
  /** Height of the newest block that was read. */
  height: bigint;
}

export async function selectOutgoing(sql: Tag, subjectId: string): Promise<OutgoingRow[]> {
  return sql<OutgoingRow[]>`
    select t.coin, t.transaction_id, t.block_height, t.unconfirmed, t.excluded_height, t.excluded_by, t.failed, t.fee, s.height,
      coalesce(t.block_height <= s.final_height, false) as final
    from merchant.chain_sent t join merchant.chain_states s using (coin)
    where t.subject_id = ${subjectId}`;
}

export interface SpendableRow {
  transaction_id: string;
  output_index: number;
  destination: string;
  amount: bigint;
  address: string;
  account: number;
  branch: number;
  address_index: bigint;
}

/** Selects outputs `o` at addresses `a` that are credited, have the required confirmations and are unclaimed. */
const isSpendable = (sql: Tag, coin: CoinCode, lacking: readonly number[]) => sql`
  o.coin = ${coin} and o.credited and o.spent_by is null and s.height - o.block_height + 1 >= o.maturity
  and a.account <> all(${lacking}::smallint[])
  and not exists (
    select from merchant.chain_claims c
    where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)`;

/** Sums all spendable outputs, each less its own input fee. */
export async function sumSpendable(
  tx: Tx,
  coin: CoinCode,
  costMinor: bigint,
  lacking: readonly number[] = [],
): Promise<bigint> {
  const [row] = await tx<{ sum: bigint }[]>`
    select coalesce(sum(o.amount - ${costMinor}), 0)::numeric(38, 0) as sum
    from merchant.chain_outputs o
    join merchant.chain_addresses a using (coin, destination)
    join merchant.chain_states s using (coin)
    where ${isSpendable(tx, coin, lacking)} and o.amount > ${costMinor}`;
  return row?.sum ?? 0n;
}

/** Selects the largest first, by the index of unspent outputs, without the accounts in `lacking`. */
export async function selectSpendable(
  tx: Tx,
  coin: CoinCode,
  limit: number,
  lacking: readonly number[] = [],
): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.address, a.account, coalesce(a.path_branch, a.branch) as branch,
      a.address_index
    from merchant.chain_outputs o
    join merchant.chain_addresses a using (coin, destination)
    join merchant.chain_states s using (coin)
    where ${isSpendable(tx, coin, lacking)}
    order by o.amount desc limit ${limit}`;
}

export async function selectInputs(tx: Tx, coin: CoinCode, transactionId: string): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.address, a.account, coalesce(a.path_branch, a.branch) as branch,
      a.address_index
    from merchant.chain_sent_spends s
    join merchant.chain_outputs o on o.coin = s.coin and o.transaction_id = split_part(s.spend, ':', 1)
      and o.output_index = split_part(s.spend, ':', 2)::integer
    join merchant.chain_addresses a on a.coin = o.coin and a.destination = o.destination
    where s.coin = ${coin} and s.transaction_id = ${transactionId}
    order by o.transaction_id, o.output_index`;
}

/** Selects the unspent change of an unconfirmed outgoing transaction. */
export async function selectWaitingChange(
  tx: Tx,
  coin: CoinCode,
  transactionId: string,
): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.address, a.account, coalesce(a.path_branch, a.branch) as branch,
      a.address_index
    from merchant.chain_outputs o
    join merchant.chain_addresses a using (coin, destination)
    where o.coin = ${coin} and o.transaction_id = ${transactionId} and o.unconfirmed and a.branch = 1
      and not exists (
        select from merchant.chain_claims c
        where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)
    order by o.output_index`;
}

export async function deleteClaims(tx: Tx, coin: CoinCode, subjectId: string): Promise<void> {
  await tx`
    delete from merchant.chain_claims where coin = ${coin} and subject_id = ${subjectId} and spend in (
      select spend from merchant.chain_sent_spends s join merchant.chain_sent t using (coin, transaction_id)
      where s.coin = ${coin} and t.subject_id = ${subjectId})`;
}

/**
 * Deletes claims that belong only to transactions of the subject that can no longer be mined: another transaction
 * excludes them with at least this many confirmations.
 */
export async function deleteExcludedClaims(
  tx: Tx,
  coin: CoinCode,
  subjectId: string,
  depth: number,
): Promise<void> {
  await tx`
    delete from merchant.chain_claims where coin = ${coin} and subject_id = ${subjectId} and spend in (
      select s.spend from merchant.chain_sent t
      join merchant.chain_sent_spends s using (coin, transaction_id)
      join merchant.chain_states state using (coin)
      where t.coin = ${coin} and t.subject_id = ${subjectId}
      group by s.spend
      having bool_and(coalesce(state.height - t.excluded_height + 1 >= ${depth}, false)))`;
}

/** Returns those of the given transactions that this database signed. */
export async function listOutgoingAmong(
  sql: Tag,
  given: readonly { readonly coin: CoinCode; readonly transactionId: string }[],
): Promise<{ coin: CoinCode; transaction_id: string }[]> {
  return sql<{ coin: CoinCode; transaction_id: string }[]>`
    select t.coin, t.transaction_id from merchant.chain_sent t
    join (
      select distinct * from unnest(
        ${given.map((item) => item.coin)}::text[], ${given.map((item) => item.transactionId)}::text[])
        as item (coin, transaction_id)
    ) given using (coin, transaction_id)`;
}

export interface SourceRow {
  destination: string;
  address: string;
  /** Sum of the credited, unclaimed outputs at the address. */
  amount: bigint;
}

const unclaimed = (sql: Tag) => sql`not exists (
  select from merchant.chain_claims c where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)`;

/** Most outputs that one transaction moves from an address, so that hundreds of dust outputs delay only dust. */
const mostMoved = 200;

/**
 * Lists addresses with customers' coins of at least this amount, the largest first, with the sum that one transaction
 * moves. Ignores tiny outputs.
 */
export async function listSources(
  sql: Tag,
  coin: CoinCode,
  leastMinor: bigint,
  limit: number,
  lacking: readonly number[] = [],
): Promise<SourceRow[]> {
  return sql<SourceRow[]>`
    select destination, address, sum(amount)::numeric(38, 0) as amount
    from (
      select a.destination, a.address, o.amount,
             row_number() over (partition by a.destination order by o.amount desc) as place
      from merchant.chain_outputs o join merchant.chain_addresses a using (coin, destination)
      where o.coin = ${coin} and o.amount >= ${leastMinor / 10n} and o.credited and o.spent_by is null
        and o.purpose in ('payment', 'deposit') and a.account <> all(${lacking}::smallint[]) and ${unclaimed(sql)}
    ) lying
    where place <= ${mostMoved}
    group by destination, address having sum(amount) >= ${leastMinor} order by amount desc limit ${limit}`;
}

/**
 * Lists the outputs that one transaction can move from an address, the largest first, including the rest of an earlier
 * collection.
 */
export async function listOutputsAt(tx: Tx, coin: CoinCode, destination: string): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.address, a.account, coalesce(a.path_branch, a.branch) as branch,
      a.address_index
    from merchant.chain_outputs o join merchant.chain_addresses a using (coin, destination)
    where o.coin = ${coin} and o.destination = ${destination} and o.credited and o.spent_by is null and ${unclaimed(tx)}
    order by o.amount desc, o.transaction_id, o.output_index limit ${mostMoved}`;
}
