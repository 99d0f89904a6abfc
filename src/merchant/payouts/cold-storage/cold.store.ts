import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface Ceiling {
  id: string;
  coin: CoinCode;
  /** Null, like the address, to remove the ceiling. */
  ceiling: bigint | null;
  address: string | null;
  destination_tag: string | null;
  destination: string | null;
  proposed_by: string;
  status: 'proposed' | 'active' | 'rejected' | 'replaced';
  decided_by: string | null;
  created_at: Date;
  decided_at: Date | null;
}

export type NewCeiling = Omit<Ceiling, 'status' | 'decided_by' | 'decided_at'>;

export async function insertCeiling(tx: Tx, given: NewCeiling): Promise<void> {
  await tx`
    insert into merchant.wallet_ceilings (
      id, coin, ceiling, address, destination_tag, destination, proposed_by, status, created_at)
    values (
      ${given.id}, ${given.coin}, ${given.ceiling}, ${given.address}, ${given.destination_tag}, ${given.destination},
      ${given.proposed_by}, 'proposed', ${given.created_at})`;
}

/** Locks so that only one ceiling is decided at a time. */
export async function lockCeiling(tx: Tx, id: string): Promise<Ceiling | undefined> {
  const [row] = await tx<Ceiling[]>`
    select c.* from merchant.wallet_ceilings c, pg_advisory_xact_lock(hashtextextended('merchant.ceilings', 0))
    where c.id = ${id} for update of c`;
  return row;
}

export async function replaceActive(tx: Tx, coin: CoinCode): Promise<void> {
  await tx`update merchant.wallet_ceilings set status = 'replaced' where coin = ${coin} and status = 'active'`;
}

export async function saveDecision(
  tx: Tx,
  id: string,
  status: 'active' | 'rejected',
  by: string,
  now: Date,
): Promise<void> {
  await tx`
    update merchant.wallet_ceilings set status = ${status}, decided_by = ${by}, decided_at = ${now} where id = ${id}`;
}

/** Locks the active ceiling, so that it is not replaced before the commit. */
export async function holdActive(tx: Tx, coin: CoinCode): Promise<Ceiling | undefined> {
  const [row] = await tx<Ceiling[]>`
    select * from merchant.wallet_ceilings where coin = ${coin} and status = 'active' for update`;
  return row;
}

export async function findActive(sql: Sql, coin: CoinCode): Promise<Ceiling | undefined> {
  const [row] = await sql<Ceiling[]>`
    select * from merchant.wallet_ceilings where coin = ${coin} and status = 'active'`;
  return row;
}

export async function listCeilings(sql: Sql): Promise<Ceiling[]> {
  return sql<Ceiling[]>`
    select * from merchant.wallet_ceilings where status in ('proposed', 'active') order by coin, id`;
}
