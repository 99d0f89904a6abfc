/** Branches of addresses, each named after the second in which it began (ADR 11). */
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface Place {
  readonly branch: number;
  readonly index: number;
}

const sequenceOf = (coin: CoinCode): string => `merchant.${coin.toLowerCase()}_address_index`;

/**
 * Takes the next places of the newest branch. Returns none if another server began it (a start of PostgreSQL, a
 * timeline, a database), or if it began in the current second: a database restored within this second could begin the
 * same branch.
 */
export async function nextPlaces(sql: Tag, coin: CoinCode, count: number): Promise<Place[]> {
  const rows = await sql<{ branch: number; index: bigint }[]>`
    select newest.branch, nextval(${sequenceOf(coin)}::text::regclass) - newest.base as index
    from (
      select branch, base, server from merchant.address_branches
      where coin = ${coin} and branch < floor(extract(epoch from clock_timestamp()))
      order by number desc limit 1
    ) as newest, generate_series(1, ${count}::int)
    where newest.server = merchant.present_server()`;
  return rows.map(({ branch, index }) => ({ branch, index: Number(index) }));
}

/** Returns the branches that were begun, except those that another process began in the same second. */
export async function insertBranches(
  sql: Tag,
  coins: readonly CoinCode[],
): Promise<{ coin: CoinCode; branch: number }[]> {
  return sql<{ coin: CoinCode; branch: number }[]>`
    insert into merchant.address_branches (coin, branch, server, base)
    select given.coin, floor(extract(epoch from clock_timestamp())), merchant.present_server(),
      nextval(given.sequence::regclass) + 1
    from unnest(${coins}::text[], ${coins.map(sequenceOf)}::text[]) as given (coin, sequence)
    where not exists (
      select from merchant.address_branches b
      where b.coin = given.coin and b.branch = floor(extract(epoch from clock_timestamp())))
    on conflict (coin, branch) do nothing
    returning coin, branch`;
}

/** Returns the time to the next second of PostgreSQL's clock. */
export async function msToNextSecond(sql: Tag): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select (1000 - extract(epoch from clock_timestamp()) * 1000 % 1000)::float8 as ms`;
  return row?.ms ?? 1000;
}
