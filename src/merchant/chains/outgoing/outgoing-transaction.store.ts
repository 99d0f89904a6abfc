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
  /** The payout that it carries out. */
  readonly subjectId: string;
  /** What it uses up, as `ChainTransaction.spends` names it. */
  readonly spends: readonly string[];
}

/** Fails on the primary key of the claims where another transaction of ours has one of the spends. */
export async function insertOutgoing(tx: Tx, outgoing: NewOutgoingTransaction): Promise<void> {
  await tx`
    with outgoing as (
      insert into merchant.chain_sent (coin, transaction_id, subject_id)
      values (${outgoing.coin}, ${outgoing.transactionId}, ${outgoing.subjectId}))
    insert into merchant.chain_claims (coin, spend, transaction_id)
    select ${outgoing.coin}, spend, ${outgoing.transactionId} from unnest(${outgoing.spends}::text[]) as spend`;
}

interface OutgoingRow {
  coin: CoinCode;
  transaction_id: string;
  block_height: bigint | null;
  unconfirmed: boolean;
  excluded_height: bigint | null;
  /** Of the chain's newest block that was read. */
  height: bigint;
}

export async function selectOutgoing(sql: Tag, subjectId: string): Promise<OutgoingRow | undefined> {
  const [row] = await sql<OutgoingRow[]>`
    select t.coin, t.transaction_id, t.block_height, t.unconfirmed, t.excluded_height, s.height
    from merchant.chain_sent t join merchant.chain_states s using (coin)
    where t.subject_id = ${subjectId}`;
  return row;
}

interface SpendableRow {
  transaction_id: string;
  output_index: number;
  destination: string;
  amount: bigint;
  branch: number;
  address_index: bigint;
}

/** The largest first, by the index of what is unspent. */
export async function selectSpendable(tx: Tx, coin: CoinCode, limit: number): Promise<SpendableRow[]> {
  return tx<SpendableRow[]>`
    select o.transaction_id, o.output_index, o.destination, o.amount, a.branch, a.address_index
    from merchant.chain_outputs o
    join merchant.chain_addresses a using (coin, destination)
    join merchant.chain_states s using (coin)
    where o.coin = ${coin} and o.credited and o.spent_by is null and s.height - o.block_height + 1 >= o.maturity
      and not exists (
        select from merchant.chain_claims c
        where c.coin = o.coin and c.spend = o.transaction_id || ':' || o.output_index)
    order by o.amount desc limit ${limit}`;
}

export async function deleteClaims(tx: Tx, coin: CoinCode, transactionId: string): Promise<void> {
  await tx`delete from merchant.chain_claims where coin = ${coin} and transaction_id = ${transactionId}`;
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
