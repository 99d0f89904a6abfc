import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import type { AccountOwner } from './ledger.rules.ts';
import { listBalances } from './ledger.store.ts';

/** Reads without a lock, so the balance may change at once. */
export async function readBalance(sql: Tag, owner: AccountOwner, asset: AssetCode): Promise<bigint> {
  const rows = await listBalances(sql, owner);
  return rows.find((row) => row.asset === asset)?.balance ?? 0n;
}
