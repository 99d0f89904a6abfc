import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import type { DepositMode } from '../../orders/deposits/deposit.rules.ts';

export interface PspRow {
  id: number;
  name: string;
  created_at: Date;
  suspended_at: Date | null;
  deposit_mode: DepositMode;
  unique_payment_references: boolean;
  /** Limit of open promises in euro cents. Null for the limit of the settings. */
  open_limit: bigint | null;
}

export async function findPspRow(sql: Sql, id: number): Promise<PspRow | undefined> {
  const [row] = await sql<PspRow[]>`
    select id, name, created_at, suspended_at, deposit_mode, unique_payment_references, open_limit
    from merchant.psps where id = ${id}`;
  return row;
}

/** Lists PSPs by number. Filters by part of the name, by number or by the id of a credential. */
export async function listPspRows(
  sql: Sql,
  query: { text: string; isSuspended: boolean | null; after: number; limit: number },
): Promise<PspRow[]> {
  const { text, isSuspended, after, limit } = query;
  return sql<PspRow[]>`
    select id, name, created_at, suspended_at, deposit_mode, unique_payment_references, open_limit
    from merchant.psps p
    where id > ${after} and (${isSuspended}::boolean is null or (suspended_at is not null) = ${isSuspended})
      and (${text} = '' or strpos(lower(name), lower(${text})) > 0 or id::text = ${text}
        or exists (select from merchant.credentials c where c.client_id = ${text} and c.psp_id = p.id))
    order by id limit ${limit}`;
}

export interface PspBalanceRow {
  asset: AssetCode;
  available: bigint;
  held: bigint;
  /** Reserved for network fees. */
  fees: bigint;
  /** Debt for coins that a chain reversed. */
  owed: bigint;
}

export async function selectPspBalances(sql: Sql, id: number): Promise<PspBalanceRow[]> {
  return sql<PspBalanceRow[]>`
    select asset, coalesce(sum(balance) filter (where owner = ${`psp:${id}`}), 0)::numeric(38, 0) as available,
      coalesce(sum(balance) filter (where owner = ${`psp:${id}:held`}), 0)::numeric(38, 0) as held,
      coalesce(sum(balance) filter (where owner = ${`psp:${id}:fees`}), 0)::numeric(38, 0) as fees,
      coalesce(sum(-balance) filter (where owner = ${`psp:${id}:claim`}), 0)::numeric(38, 0) as owed
    from merchant.ledger_accounts
    where owner in (${`psp:${id}`}, ${`psp:${id}:held`}, ${`psp:${id}:fees`}, ${`psp:${id}:claim`}) group by asset`;
}

export interface PspCredentialRow {
  client_id: string;
  created_at: Date;
  revoked_at: Date | null;
}

/** Lists the credentials, newest first. */
export async function selectPspCredentials(sql: Sql, id: number): Promise<PspCredentialRow[]> {
  return sql<PspCredentialRow[]>`
    select client_id, created_at, revoked_at from merchant.credentials
    where psp_id = ${id} order by created_at desc, client_id limit 100`;
}
