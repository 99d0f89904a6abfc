/** Lost addresses: the original database assigned them after the copy was made. */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface KnownBranch {
  branch: number;
  /** The highest index known to be assigned. */
  last: bigint;
}

/**
 * Returns the newest branches that former servers began before this time, and those of versions without server names.
 */
export async function listFormerBranches(
  sql: Tag,
  coin: CoinCode,
  until: Date,
  limit: number,
): Promise<KnownBranch[]> {
  return sql<KnownBranch[]>`
    select former.branch, coalesce((
      select max(a.address_index) from merchant.chain_addresses a
      where a.coin = ${coin} and a.purpose <> 'lost' and a.address_index < 2147483647
        and coalesce(a.path_branch, a.branch) = former.branch), -1) as last
    from (
      select 0 as branch union all select 1 union all (
        select branch from merchant.address_branches
        where coin = ${coin} and begun_at <= ${until} and server <> merchant.present_server()
        order by number desc limit ${limit})
    ) as former`;
}

/** Returns the branches from which this server may still take addresses. */
export async function listPresentBranches(sql: Tag, coin: CoinCode): Promise<number[]> {
  const rows = await sql<{ branch: number }[]>`
    select branch from merchant.address_branches where coin = ${coin} and server = merchant.present_server()`;
  return rows.map(({ branch }) => branch);
}

export interface LostAddress {
  readonly destination: string;
  readonly address: string;
  readonly branch: number;
  readonly index: number;
}

/** Watches the addresses without an owner. Known addresses keep their owners. */
export async function insertLostAddresses(
  sql: Tag,
  lost: {
    readonly coin: CoinCode;
    readonly account: number;
    readonly subjectId: string;
    readonly at: Date;
    readonly addresses: readonly LostAddress[];
  },
): Promise<void> {
  const { addresses } = lost;
  await sql`
    insert into merchant.chain_addresses (
      coin, destination, address, account, branch, path_branch, address_index, purpose, subject_id, created_at)
    select ${lost.coin}, destination, address, ${lost.account}::smallint, case branch when 1 then 1 else 0 end,
      case when branch > 1 then branch end, address_index, 'lost', ${lost.subjectId}::uuid, ${lost.at}::timestamptz
    from unnest(
      ${addresses.map((one) => one.destination)}::text[], ${addresses.map((one) => one.address)}::text[],
      ${addresses.map((one) => one.branch)}::integer[], ${addresses.map((one) => one.index)}::bigint[])
      as given (destination, address, branch, address_index)
    on conflict (coin, destination) do nothing`;
}

export interface LostCoinsRow {
  transaction_id: string;
  output_index: number;
  address: string;
  branch: number;
  address_index: bigint;
  amount: bigint;
  spent_by: string | null;
}

/** Returns the coins at lost addresses, the first seen first. */
export async function listLostCoins(sql: Tag, coin: CoinCode): Promise<LostCoinsRow[]> {
  return sql<LostCoinsRow[]>`
    select o.transaction_id, o.output_index, a.address, coalesce(a.path_branch, a.branch) as branch, a.address_index,
      o.amount, o.spent_by
    from merchant.chain_addresses a join merchant.chain_outputs o using (coin, destination)
    where a.coin = ${coin} and a.purpose = 'lost' and (o.block_height is not null or o.unconfirmed)
    order by o.first_seen_at, o.transaction_id, o.output_index`;
}

/** Returns the hashes of up to this many stored blocks. The chain's state stays locked until the commit. */
export async function lockReadBlocks(
  tx: Tx,
  coin: CoinCode,
  from: number,
  count: number,
): Promise<{ readonly height: number; readonly hashes: ReadonlyMap<number, string> }> {
  const [state] = await tx<{ height: bigint }[]>`
    select height from merchant.chain_states where coin = ${coin} for no key update`;
  const rows = await tx<{ height: bigint; hash: string }[]>`
    select height, hash from merchant.chain_blocks where coin = ${coin} and height >= ${from} and height < ${from + count}`;
  return {
    height: Number(state?.height ?? -1),
    hashes: new Map(rows.map(({ height, hash }) => [Number(height), hash])),
  };
}
