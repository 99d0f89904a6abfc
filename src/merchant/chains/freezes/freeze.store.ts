import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface Freeze {
  coin: CoinCode;
  frozen_at: Date;
  frozen_by: string;
  reason: string;
}

/**
 * Takes a shared lock on the row until the commit: freezing waits for transactions that are signing, and later ones see
 * the freeze. A coin without a row counts as frozen.
 */
export async function shareSwitch(tx: Tx, coin: CoinCode): Promise<boolean> {
  const [row] = await tx<{ open: boolean }[]>`
    select frozen_at is null as open from merchant.payout_freezes where coin = ${coin} for share`;
  return row?.open ?? false;
}

/** Returns the coins that were not frozen before. Locks rows in one order to avoid deadlocks. */
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

/** Returns false before the migration that creates the table. */
export async function hasFreezes(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('merchant.payout_freezes') is not null as found`;
  return row?.found ?? false;
}

/**
 * Returns true if the database differs from the one of the last call, because it was restored elsewhere. The first call
 * returns false.
 */
export async function moveHome(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ moved: boolean }[]>`
    insert into merchant.payout_homes as known (home)
    select (select system_identifier from pg_control_system()) || ':' || oid
    from pg_database where datname = current_database()
    on conflict (is_only) do update set home = excluded.home where known.home <> excluded.home
    returning xmax <> 0 as moved`;
  return row?.moved ?? false;
}
