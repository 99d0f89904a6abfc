import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface StateRow {
  coin: CoinCode;
  network: string;
  height: bigint;
  hash: string;
  caught_up_at: Date | null;
  fee_rate: bigint | null;
  node_height: bigint;
  fault: string | null;
  /** Fault that blocks an unfinished reorganisation. In that case `fault` is `reorganising`. */
  stopped_by: string | null;
  off_since: Date | null;
  age_ms: number;
  /** Null if the node never gave a fee rate. */
  fee_rate_age_ms: number | null;
}

interface VersionedStateRow extends StateRow {
  balance_walks_due: number;
  /** Last address of the current walk over all balances; empty between walks. */
  balances_after: string;
  /** Changes with each write. */
  version: string;
}

export async function selectStates(sql: Tag): Promise<StateRow[]> {
  return sql<StateRow[]>`
    select coin, network, height, hash, caught_up_at, fee_rate, node_height, fault, stopped_by, off_since,
      (extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as age_ms,
      (extract(epoch from clock_timestamp() - fee_rate_at) * 1000)::float8 as fee_rate_age_ms
    from merchant.chain_states order by coin`;
}

export async function selectState(sql: Tag, coin: CoinCode): Promise<VersionedStateRow | undefined> {
  const [row] = await sql<VersionedStateRow[]>`
    select coin, network, height, hash, caught_up_at, fee_rate, node_height, fault, stopped_by, off_since,
      balance_walks_due, balances_after,
      (extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as age_ms,
      (extract(epoch from clock_timestamp() - fee_rate_at) * 1000)::float8 as fee_rate_age_ms, xmin::text as version
    from merchant.chain_states where coin = ${coin}`;
  return row;
}

export async function listChainIdentities(
  sql: Sql,
): Promise<{ coin: CoinCode; network: string; account: string }[]> {
  return sql<{ coin: CoinCode; network: string; account: string }[]>`
    select coin, network, account from merchant.chain_states`;
}

interface LockedState {
  height: bigint;
  hash: string;
  version: string;
  /** Version that the row has after this transaction changes it. */
  next_version: string;
}

export async function lockState(tx: Tx, coin: CoinCode): Promise<LockedState | undefined> {
  const [row] = await tx<LockedState[]>`
    select height, hash, xmin::text as version, pg_current_xact_id()::xid::text as next_version
    from merchant.chain_states where coin = ${coin} for no key update`;
  return row;
}

/**
 * Takes a shared lock on each chain, always in the same order. Only the chains' readers wait for it, and only until the
 * commit. Returns the coins with a long reorganisation in progress: payments that are on both branches look gone during
 * it.
 */
export async function lockStates(tx: Tx, coins: readonly CoinCode[]): Promise<CoinCode[]> {
  const rows = await tx<{ coin: CoinCode; fault: string | null }[]>`
    select coin, fault from merchant.chain_states where coin = any(${coins}::text[]) order by coin for share`;
  return rows.filter((row) => row.fault === 'reorganising').map((row) => row.coin);
}

interface NewState {
  coin: CoinCode;
  network: string;
  account: string;
  height: number;
  hash: string;
  nodeHeight: number;
}

/** Returns the new version. Undefined if another process has begun to read the chain. */
export async function insertState(tx: Tx, state: NewState): Promise<string | undefined> {
  const [row] = await tx<{ version: string }[]>`
    insert into merchant.chain_states (coin, network, account, height, hash, node_height)
    values (
      ${state.coin}, ${state.network}, ${state.account}, ${state.height}, ${state.hash}, ${state.nodeHeight})
    on conflict (coin) do nothing returning xmin::text as version`;
  return row?.version;
}

interface StateChange {
  height: number;
  hash: string;
  /** Null if the chain was not read up to the node's newest block. */
  caughtUpAt: Date | null;
  /** Null if the node was not asked or gave none: keeps the stored value. */
  feeRate: bigint | null;
  nodeHeight: number;
  /** Null if the node gave none: keeps the stored value. */
  finalHeight: number | null;
  balanceWalksDue: number;
  balancesAfter: string;
  fault: string | null;
  /** Keeps the fault of an unfinished reorganisation if there is no new fault. */
  keepFault: boolean;
}

export function saveState(tx: Tx, coin: CoinCode, change: StateChange): void {
  tx.defer(tx`
    update merchant.chain_states set
      height = ${change.height}, hash = ${change.hash}, node_height = ${change.nodeHeight},
      fee_rate = coalesce(${change.feeRate}::numeric, fee_rate),
      fee_rate_at = case when ${change.feeRate}::numeric is null then fee_rate_at else clock_timestamp() end,
      fault = coalesce(${change.fault}, case when ${change.keepFault} and fault = 'reorganising' then fault end),
      final_height = coalesce(${change.finalHeight}::bigint, final_height),
      balance_walks_due = ${change.balanceWalksDue}, balances_after = ${change.balancesAfter},
      stopped_by = null, off_since = null, caught_up_at = greatest(caught_up_at, ${change.caughtUpAt}::timestamptz),
      checked_at = case when ${change.caughtUpAt}::timestamptz is null then checked_at else clock_timestamp() end
    where coin = ${coin}`);
}

/**
 * Returns false if the coin is already marked, its chain is being read again, or a long reorganisation is in progress.
 */
export async function saveOff(sql: Sql, coin: CoinCode, unreadForMs: number): Promise<boolean> {
  const updated = await sql`
    update merchant.chain_states set off_since = clock_timestamp()
    where coin = ${coin} and off_since is null and fault is distinct from 'reorganising'
      and checked_at < clock_timestamp() - ${unreadForMs} * interval '1 millisecond'`;
  return updated.count > 0;
}

/** During a long reorganisation `fault` keeps its value, and the new fault is stored in `stopped_by`. */
export async function saveFault(sql: Sql, coin: CoinCode, fault: string): Promise<void> {
  await sql`
    update merchant.chain_states set
      fault = case fault when 'reorganising' then fault else ${fault} end,
      stopped_by = case fault when 'reorganising' then ${fault} end
    where coin = ${coin}`;
}
