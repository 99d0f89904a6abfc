import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import {
  coAttendeesPiece,
  deleteAttendancesOfUser,
  findAttendancesOfUser,
  partiesPiece,
} from './attendance.store.ts';

/** For a statement of another feature in which `u` is a user: the ids of the coming events, soonest first. */
export function partiesOf(sql: Sql | Tx, now: Date): Query {
  return partiesPiece(sql, now);
}

/** For a statement of another feature: the ids of who else goes to a user's coming events, those who share most first. */
export function coAttendeesOf(
  sql: Sql | Tx,
  userId: string,
  now: Date,
  most: { perEvent: number; inAll: number },
): Query {
  return coAttendeesPiece(sql, userId, now, most);
}

/** For the copy of a user's data. */
export async function exportAttendances(sql: Sql | Tx, userId: string) {
  return findAttendancesOfUser(sql, userId);
}

/** For the erasure of a user: the places become free. */
export async function eraseAttendances(tx: Tx, userId: string): Promise<void> {
  await deleteAttendancesOfUser(tx, userId);
}
