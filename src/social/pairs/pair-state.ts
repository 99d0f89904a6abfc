import { isId } from '../../platform/ids.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import * as store from './pair.store.ts';

export type { PairState } from './pair.store.ts';

/** What a viewer may see of another user. Whoever is missing, deleted, suspended or blocked, on either side, is not visible. */
export async function readPairState(
  sql: Sql | Tx,
  viewerId: string,
  otherId: string,
  now: Date,
): Promise<store.PairState> {
  const state = isId(otherId) ? await store.findPairState(sql, viewerId, otherId, now) : undefined;
  return state ?? { visible: false, combined: false };
}

/** Both have liked each other, and neither is deleted or suspended; a block undoes a combination. */
export async function areCombined(
  sql: Sql | Tx,
  userId: string,
  otherId: string,
  now: Date,
): Promise<boolean> {
  const { visible, combined } = await readPairState(sql, userId, otherId, now);
  return visible && combined;
}
