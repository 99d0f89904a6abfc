import { isId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import * as store from './pair.store.ts';

export type { PairState } from './pair.store.ts';

/**
 * Returns the state of a pair as its viewer may see it. Users who are missing, deleted, suspended or blocked by either
 * side are not visible.
 */
export async function readPairState(
  sql: Sql | Tx,
  viewerId: string,
  otherId: string,
  now: Date,
): Promise<store.PairState> {
  const state = isId(otherId) ? await store.findPairState(sql, viewerId, otherId, now) : undefined;
  return state ?? { visible: false, combined: false };
}

/** Returns whether both like each other and neither is deleted or suspended. A block undoes a combination. */
export async function areCombined(
  sql: Sql | Tx,
  userId: string,
  otherId: string,
  now: Date,
): Promise<boolean> {
  const { visible, combined } = await readPairState(sql, userId, otherId, now);
  return visible && combined;
}
