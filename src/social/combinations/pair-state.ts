import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { isId } from '../../platform/ids.ts';
import { findCombinations, findState, type PairState } from './pair.store.ts';

export type { PairState };

/** How two users stand to each other. Whoever is missing, deleted or blocked, on either side, is not visible. */
export async function findPairState(
  sql: Sql | Tx,
  viewerId: string,
  otherId: string,
  now: Date,
): Promise<PairState> {
  const state = isId(otherId) ? await findState(sql, viewerId, otherId, now) : undefined;
  return state ?? { visible: false, combined: false };
}

/** Both have liked each other, and neither is deleted; a block undoes a combination. */
export async function areCombined(
  sql: Sql | Tx,
  userId: string,
  otherId: string,
  now: Date,
): Promise<boolean> {
  const { visible, combined } = await findPairState(sql, userId, otherId, now);
  return visible && combined;
}

/** The ids of a user's combinations, newest first. */
export async function findCombinedIds(
  sql: Sql,
  userId: string,
  before: { combinedAt: Date; otherId: string } | undefined,
  limit: number,
): Promise<{ otherId: string; combinedAt: Date }[]> {
  const rows = await findCombinations(sql, userId, before, limit);
  return rows.map((row) => ({ otherId: row.other_id, combinedAt: row.combined_at }));
}
