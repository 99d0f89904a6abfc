import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import type { AccountOwner } from './ledger.rules.ts';
import { listBalances } from './ledger.store.ts';

/** Of this moment: nothing keeps it from changing until the next. */
export async function readBalance(sql: Tag, owner: AccountOwner, asset: AssetCode): Promise<bigint> {
  const rows = await listBalances(sql, owner);
  return rows.find((row) => row.asset === asset)?.balance ?? 0n;
}
