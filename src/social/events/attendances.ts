import type { Sql, Tx } from '../../platform/postgres/database.ts';
import {
  deleteAttendancesOfUser,
  findAttendancesOfUser,
  findCoAttendees,
  findParties,
} from './attendance.store.ts';

/** The ids of each user's coming events, soonest first. */
export async function loadParties(
  sql: Sql | Tx,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const rows = await findParties(sql, userIds, now);
  return new Map(rows.map((row) => [row.userId, row.eventIds]));
}

/** People at the same coming events, those who share most first; at most `perEvent` of each event. */
export async function loadCoAttendees(sql: Sql | Tx, userId: string, now: Date, perEvent: number) {
  return findCoAttendees(sql, userId, now, perEvent);
}

/** For the copy of a user's data. */
export async function exportAttendances(sql: Sql | Tx, userId: string) {
  return findAttendancesOfUser(sql, userId);
}

/** For the erasure of a user: the places become free. */
export async function eraseAttendances(tx: Tx, userId: string): Promise<void> {
  await deleteAttendancesOfUser(tx, userId);
}
