import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { OuterJoined, Tag } from '../../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';

interface PaidOutput {
  readonly address: string;
  readonly destinationTag: string | null;
  readonly destination: string;
  readonly amountMinor: bigint;
}

export interface NewTransaction {
  readonly id: string;
  readonly spends: readonly string[];
  readonly outputs: readonly PaidOutput[];
  readonly feeMinor: bigint;
  /** Size in the unit of the coin's fee rate. */
  readonly size: bigint;
  /** Ethereum's nonce or XRP's sequence, where the chain counts an account's payments. */
  readonly sequence: { readonly account: string; readonly number: bigint } | null;
  readonly lastHeight: number | null;
  /** True if the transaction will have no effect when it is mined. */
  readonly failed?: boolean;
}

export async function insertTransaction(
  tx: Tx,
  coin: CoinCode,
  transaction: NewTransaction,
  seenAt: Date,
  blockHeight: number | null = null,
): Promise<void> {
  const { id, failed = false } = transaction;
  const outputs = failed ? [] : transaction.outputs;
  await tx`
    with added as (
      insert into merchant.simulated_transactions (
        coin, id, fee, size, account, number, last_height, failed, seen_at, block_height)
      values (
        ${coin}, ${id}, ${transaction.feeMinor}, ${transaction.size}, ${transaction.sequence?.account}, ${transaction.sequence?.number},
        ${transaction.lastHeight}, ${failed}, ${seenAt}, ${blockHeight})
    ), spent as (
      insert into merchant.simulated_spends (coin, spend, transaction_id)
      select ${coin}, spend, ${id} from unnest(${transaction.spends}::text[]) as spend
    )
    insert into merchant.simulated_outputs (
      coin, transaction_id, output_index, address, destination_tag, destination, amount)
    select ${coin}, ${id}, place - 1, address, destination_tag, destination, amount
    from unnest(
      ${outputs.map((output) => output.address)}::text[], ${outputs.map((output) => output.destinationTag)}::text[],
      ${outputs.map((output) => output.destination)}::text[], ${outputs.map((output) => output.amountMinor)}::numeric[])
      with ordinality as output (address, destination_tag, destination, amount, place)`;
}

export interface TransactionRow {
  id: string;
  fee: bigint;
  seen_at: Date;
  block_height: bigint | null;
  account: string | null;
  number: bigint | null;
  failed: boolean;
  spends: string[];
  outputs: OutputRow[];
}

interface OutputRow {
  index: number;
  address: string;
  tag: string | null;
  destination: string;
  /** Text, because JSON's numbers would round it. */
  amount: string;
}

const columns = (sql: Tag) => sql`
  one.id, one.fee, one.seen_at, one.block_height, one.account, one.number, one.failed,
  array(
    select spend from merchant.simulated_spends
    where coin = one.coin and transaction_id = one.id order by spend) as spends,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'index', output_index, 'address', address, 'tag', destination_tag, 'destination', destination,
      'amount', amount::text) order by output_index), '[]')
    from merchant.simulated_outputs where coin = one.coin and transaction_id = one.id) as outputs`;

const rowsWhere = (sql: Tag, condition: unknown, limit: number | null = null) => sql<TransactionRow[]>`
  select ${columns(sql)} from merchant.simulated_transactions as one
  where ${condition} order by arrival limit ${limit}`;

interface BlockRow {
  hash: string;
  parent_hash: string;
  mined_at: Date;
  transactions: TransactionRow[];
}

/** Uses one statement, so that block and transactions are consistent. */
export async function findBlockRow(sql: Tag, coin: CoinCode, height: number): Promise<BlockRow | undefined> {
  const rows = await sql<(Omit<BlockRow, 'transactions'> & OuterJoined<TransactionRow>)[]>`
    select block.hash, block.parent_hash, block.mined_at, ${columns(sql)}
    from merchant.simulated_blocks as block
    left join merchant.simulated_transactions as one on one.coin = block.coin and one.block_height = block.height
    where block.coin = ${coin} and block.height = ${height}
    order by one.arrival`;
  const [first] = rows;
  return first && { ...first, transactions: rows.filter((row) => row.id !== null) };
}

export async function listWaitingIds(sql: Tag, coin: CoinCode): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchant.simulated_transactions where coin = ${coin} and block_height is null order by arrival`;
  return rows.map((row) => row.id);
}

export async function countWaiting(sql: Tag, coin: CoinCode): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from merchant.simulated_transactions where coin = ${coin} and block_height is null`;
  return Number(row?.count ?? 0n);
}

export async function listWaiting(sql: Tag, coin: CoinCode, limit: number): Promise<TransactionRow[]> {
  return rowsWhere(sql, sql`coin = ${coin} and block_height is null`, limit);
}

export async function listTransactions(
  sql: Tag,
  coin: CoinCode,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  return rowsWhere(sql, sql`coin = ${coin} and id = any(${ids})`);
}

/** Puts all unconfirmed transactions that can still be mined into this block, or those of them that are named. */
export async function putIntoBlock(
  tx: Tx,
  coin: CoinCode,
  height: number,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update merchant.simulated_transactions set block_height = ${height}
    where coin = ${coin} and block_height is null and (last_height is null or last_height >= ${height})
      and (${ids}::text[] is null or id = any(${ids}::text[]))
    returning id`;
  return rows.map((row) => row.id);
}

export interface WaitingRow {
  id: string;
  fee: bigint;
  size: bigint;
  account: string | null;
  number: bigint | null;
  /** Unconfirmed transactions with outputs that it spends. */
  parents: string[];
}

/** Lists the transactions that a miner can include, parents before their children. */
export async function listMinable(tx: Tx, coin: CoinCode): Promise<WaitingRow[]> {
  return tx<WaitingRow[]>`
    select one.id, one.fee, one.size, one.account, one.number, array(
      select distinct parent.id from merchant.simulated_spends as spend
      join merchant.simulated_transactions as parent
        on parent.coin = spend.coin and parent.id = split_part(spend.spend, ':', 1) and parent.block_height is null
      where spend.coin = one.coin and spend.transaction_id = one.id) as parents
    from merchant.simulated_transactions as one
    where one.coin = ${coin} and one.block_height is null order by one.arrival`;
}

/** Lists unconfirmed transactions whose last valid block has passed. */
export async function listExpired(tx: Tx, coin: CoinCode, height: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from merchant.simulated_transactions
    where coin = ${coin} and block_height is null and last_height < ${height}`;
  return rows.map((row) => row.id);
}

/** Makes the transactions of the blocks above the height unconfirmed again. */
export async function takeFromBlocksAbove(tx: Tx, coin: CoinCode, height: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update merchant.simulated_transactions set block_height = null
    where coin = ${coin} and block_height > ${height}
    returning id`;
  return rows.map((row) => row.id);
}
