import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';

export interface PaidOutput {
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
  /** Where the chain counts the payments of an account. */
  readonly turn: { readonly account: string; readonly number: bigint } | null;
  readonly lastHeight: number | null;
}

export async function insertTransaction(
  tx: Tx,
  coin: CoinCode,
  transaction: NewTransaction,
  seenAt: Date,
  blockHeight: number | null = null,
): Promise<void> {
  const { id, outputs } = transaction;
  await tx`
    with added as (
      insert into merchant.simulated_transactions (
        coin, id, fee, account, number, last_height, seen_at, block_height)
      values (
        ${coin}, ${id}, ${transaction.feeMinor}, ${transaction.turn?.account}, ${transaction.turn?.number},
        ${transaction.lastHeight}, ${seenAt}, ${blockHeight})
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
  spends: string[];
  outputs: OutputRow[];
}

export interface OutputRow {
  index: number;
  address: string;
  tag: string | null;
  destination: string;
  /** As text: JSON's numbers would round it. */
  amount: string;
}

const columns = (sql: Tag) => sql`
  one.id, one.fee, one.seen_at, one.block_height, one.account, one.number,
  array(
    select spend from merchant.simulated_spends
    where coin = one.coin and transaction_id = one.id order by spend) as spends,
  (
    select jsonb_agg(jsonb_build_object(
      'index', output_index, 'address', address, 'tag', destination_tag, 'destination', destination,
      'amount', amount::text) order by output_index)
    from merchant.simulated_outputs where coin = one.coin and transaction_id = one.id) as outputs`;

const rowsWhere = (sql: Tag, condition: unknown, limit: number | null = null) => sql<TransactionRow[]>`
  select ${columns(sql)} from merchant.simulated_transactions as one
  where ${condition} order by arrival limit ${limit}`;

export interface BlockRow {
  hash: string;
  parent_hash: string;
  mined_at: Date;
  transactions: TransactionRow[];
}

/** In one statement, so that block and transactions are of one moment. */
export async function findBlockRow(sql: Tag, coin: CoinCode, height: number): Promise<BlockRow | undefined> {
  type Joined = Omit<BlockRow, 'transactions'> & (TransactionRow | { id: null });
  const rows = await sql<Joined[]>`
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

export interface Conflict {
  id: string;
  fee: bigint;
  /** What it pays to others, without the fee. */
  total: bigint;
  block_height: bigint | null;
  account: string | null;
  number: bigint | null;
}

/** Those that use up something of the same. */
export async function listConflicts(tx: Tx, coin: CoinCode, spends: readonly string[]): Promise<Conflict[]> {
  return tx<Conflict[]>`
    select id, fee, block_height, account, number,
      (select sum(amount) from merchant.simulated_outputs where coin = one.coin and transaction_id = one.id) as total
    from merchant.simulated_transactions as one
    where coin = ${coin} and id in (
      select transaction_id from merchant.simulated_spends where coin = ${coin} and spend = any(${spends}))`;
}

export interface SpentOutput {
  spend: string;
  transaction_id: string;
  destination: string;
  amount: bigint;
}

/** Outputs that exist, in a block or waiting, whether spent or not. */
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

/**
 * What the account that pays can spend, and the number that its next payment must have. What came to any address of
 * the wallet counts as its own: on Ethereum a real wallet would gather it first.
 */
export async function readAccount(
  tx: Tx,
  coin: CoinCode,
  account: string,
): Promise<{ balance: bigint; next: bigint }> {
  const [row] = await tx<{ balance: bigint; next: bigint }[]>`
    select
      (
        select coalesce(sum(amount), 0) from merchant.simulated_outputs as output
        where coin = ${coin} and (address = ${account} or exists (
          select from merchant.chain_addresses as own
          where own.coin = output.coin and own.destination = output.destination)))
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

/**
 * These and all that rest on them: what spends their outputs and, with `numbered`, the later payments of the same
 * account, which cannot come before them.
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

/** All that wait and may still be mined go into this block. */
export async function putIntoBlock(tx: Tx, coin: CoinCode, height: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update merchant.simulated_transactions set block_height = ${height}
    where coin = ${coin} and block_height is null and (last_height is null or last_height >= ${height})
    returning id`;
  return rows.map((row) => row.id);
}

export async function listLapsed(tx: Tx, coin: CoinCode, height: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from merchant.simulated_transactions
    where coin = ${coin} and block_height is null and last_height < ${height}`;
  return rows.map((row) => row.id);
}

/** What was in the blocks above waits again. */
export async function takeFromBlocksAbove(tx: Tx, coin: CoinCode, height: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update merchant.simulated_transactions set block_height = null
    where coin = ${coin} and block_height > ${height}
    returning id`;
  return rows.map((row) => row.id);
}
