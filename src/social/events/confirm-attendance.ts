import type { Tx } from '../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  deleteAttendance,
  deleteAttendancesOfUser,
  findEventForUser,
  takePlace,
} from './attendance.store.ts';
import { refusalToConfirm } from './event.rules.ts';

export interface Confirmation {
  status: 'confirmed' | 'none';
  eventId: number;
  userId: string;
  confirmedAt: Date | null;
  participants: number;
}

/** Another attempt is due only where the event changed in between: each needs somebody to free a place just then. */
const attempts = 5;

const noEvent = () => problem('not_found', { detail: 'There is no such event.' });

/** Confirms once; again, the same answer, even when the event is full or over by then. */
export async function confirmAttendance(
  context: SocialContext,
  eventId: number | undefined,
  userId: string,
): Promise<Confirmation> {
  if (eventId === undefined) throw noEvent();
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Without a lock first: of a thousand who come too late, none has to wait for the others.
    const event = await findEventForUser(context.sql, eventId, userId);
    if (!event) throw noEvent();
    const { participants, confirmedAt } = event;
    if (confirmedAt) return { status: 'confirmed', eventId, userId, confirmedAt, participants };
    const refusal = refusalToConfirm(event, context.clock.nowMs());
    if (refusal) throw problem(refusal);
    const confirmed = await tryToConfirm(context, eventId, userId);
    if (confirmed) return confirmed;
  }
  throw problem('overloaded', { headers: { 'retry-after': '1' } });
}

/** Undefined where the event has changed since it was looked at: then it is looked at again. */
async function tryToConfirm(
  context: SocialContext,
  eventId: number,
  userId: string,
): Promise<Confirmation | undefined> {
  const confirmedAt = context.clock.now();
  try {
    const participants = await transaction(context.sql, (tx) => takePlace(tx, eventId, userId, confirmedAt));
    return participants === undefined
      ? undefined
      : { status: 'confirmed', eventId, userId, confirmedAt, participants };
  } catch (error) {
    if (isUniqueViolation(error, 'attendances_pkey')) return undefined;
    throw error;
  }
}

/** Frees the place. Whoever had none is answered the same. */
export async function cancelAttendance(
  context: SocialContext,
  eventId: number | undefined,
  userId: string,
): Promise<Confirmation> {
  if (eventId === undefined) throw noEvent();
  const participants = await transaction(context.sql, (tx) => deleteAttendance(tx, eventId, userId));
  if (participants === undefined) throw noEvent();
  return { status: 'none', eventId, userId, confirmedAt: null, participants };
}

/** For the erasure of a user: every place becomes free. */
export async function eraseAttendances(tx: Tx, userId: string): Promise<void> {
  await deleteAttendancesOfUser(tx, userId);
}
