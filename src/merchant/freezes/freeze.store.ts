import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

export interface Freeze {
  coin: CoinCode;
  frozen_at: Date;
  frozen_by: string;
  reason: string;
}

/**
 * Shares the row's lock until the commit: whoever freezes waits for those that are signing, and whoever signs afterwards
 * sees it. A coin that has no row is frozen rather than free.
 */
export async function shareSwitch(tx: Tx, coin: CoinCode): Promise<boolean> {
  const [row] = await tx<{ open: boolean }[]>`
    select frozen_at is null as open from merchant.payout_freezes where coin = ${coin} for share`;
  return row?.open ?? false;
}

/** The coins that were not frozen before. In one order, so that two of these never wait for each other. */
export async function freezeCoins(
  tx: Tx,
  coins: readonly CoinCode[],
  freeze: Omit<Freeze, 'coin'>,
): Promise<CoinCode[]> {
  await tx`select from merchant.payout_freezes where coin = any(${coins}::text[]) order by coin for update`;
  const rows = await tx<{ coin: CoinCode }[]>`
    update merchant.payout_freezes
    set frozen_at = ${freeze.frozen_at}, frozen_by = ${freeze.frozen_by}, reason = ${freeze.reason}
    where coin = any(${coins}::text[]) and frozen_at is null returning coin`;
  return rows.map((row) => row.coin);
}

export async function thawCoins(tx: Tx, coins: readonly CoinCode[]): Promise<CoinCode[]> {
  await tx`select from merchant.payout_freezes where coin = any(${coins}::text[]) order by coin for update`;
  const rows = await tx<{ coin: CoinCode }[]>`
    update merchant.payout_freezes set frozen_at = null, frozen_by = null, reason = null
    where coin = any(${coins}::text[]) and frozen_at is not null returning coin`;
  return rows.map((row) => row.coin);
}

export async function selectFreezes(sql: Sql): Promise<Freeze[]> {
  return sql<Freeze[]>`
    select coin, frozen_at, frozen_by, reason from merchant.payout_freezes where frozen_at is not null order by coin`;
}

/** Not before the schema is of this version. */
export async function hasFreezes(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('merchant.payout_freezes') is not null as found`;
  return row?.found ?? false;
}

/** True where this is another database than when it was last asked; the first time it is none. */
export async function moveHome(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ moved: boolean }[]>`
    insert into merchant.payout_homes as known (home)
    select (select system_identifier from pg_control_system()) || ':' || oid
    from pg_database where datname = current_database()
    on conflict (is_only) do update set home = excluded.home where known.home <> excluded.home
    returning xmax <> 0 as moved`;
  return row?.moved ?? false;
}
