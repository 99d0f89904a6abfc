/**
 * Outgoing transactions lie in `merchant.chain_sent`. Despite the name of the table a row is there from the signing on,
 * before the transaction is sent for the first time.
 */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface NewOutgoingTransaction {
  readonly coin: CoinCode;
  readonly transactionId: string;
  /** The batch of payouts that it is for; transactions of one may use up the same, and then exclude each other. */
  readonly subjectId: string;
  /** What it uses up, as `ChainTransaction.spends` names it. */
  readonly spends: readonly string[];
}

/** Fails on the key of the claims where another subject has claimed one of the spends. */
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
  /** Of the chain's newest block that was read. */
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

/** Outputs `o` at addresses `a`: credited, as deep as the network asks for, and used by nobody. */
const isSpendable = (sql: Tag, coin: CoinCode, lacking: readonly number[]) => sql`
  o.coin = ${coin} and o.credited and o.spent_by is null and s.height - o.block_height + 1 >= o.maturity
  and a.account <> all(${lacking}::smallint[])
  and not exists (
    select from merchant.chain_claims c
    where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)`;

/** All that can be spent, each output less what its own way in costs. */
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

/** The largest first, by the index of what is unspent; nothing of the accounts that are `lacking`. */
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

/** The outputs that a transaction of ours uses up. */
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

/** What a transaction of ours that waits at the node gives back to us, where nothing uses it up yet. */
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

/** All that the subject's transactions have claimed. */
export async function deleteClaims(tx: Tx, coin: CoinCode, subjectId: string): Promise<void> {
  await tx`
    delete from merchant.chain_claims where coin = ${coin} and subject_id = ${subjectId} and spend in (
      select spend from merchant.chain_sent_spends s join merchant.chain_sent t using (coin, transaction_id)
      where s.coin = ${coin} and t.subject_id = ${subjectId})`;
}

/** What only such transactions of the subject have claimed as another excludes, at least as deep as this. */
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

/** Those of these transactions that are ours. */
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
  /** What is credited there and in nobody's use. */
  amount: bigint;
}

const unclaimed = (sql: Tag) => sql`not exists (
  select from merchant.chain_claims c where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)`;

/** What one transaction moves from an address: whoever sends dust by the hundred holds up nothing but the dust. */
const mostMoved = 200;

/**
 * Addresses at which customers' coins of at least so much lie, the most first, with what one transaction moves from
 * there; tiny amounts are not looked at.
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

/** What one transaction can move from an address, the most first; also what an earlier collection left there. */
export async function listOutputsAt(tx: Tx, coin: CoinCode, destination: string): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.address, a.account, coalesce(a.path_branch, a.branch) as branch,
      a.address_index
    from merchant.chain_outputs o join merchant.chain_addresses a using (coin, destination)
    where o.coin = ${coin} and o.destination = ${destination} and o.credited and o.spent_by is null and ${unclaimed(tx)}
    order by o.amount desc, o.transaction_id, o.output_index limit ${mostMoved}`;
}
