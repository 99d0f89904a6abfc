import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { AttendanceVisibility } from '../people/attendance.rules.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  changeVisibility,
  deleteAttendance,
  findEventForUser,
  takePlace,
  type EventForUser,
} from './attendance.store.ts';
import { lockEvent } from './change-event.store.ts';
import { longestWaitingList, refusalToConfirm } from './event.rules.ts';
import { giveSeats } from './give-seats.ts';
import { countUpTo, holdUser, insertWaiting } from './seat.store.ts';
import { socialWords } from '../details/social-words.rules.ts';

export interface Confirmation {
  status: 'confirmed' | 'waiting' | 'none';
  eventId: number;
  userId: string;
  confirmedAt: Date | null;
  participants: number;
  /** Position on the waiting list, starting at 1. */
  position?: number;
}

export interface ConfirmOptions {
  wait?: boolean;
  attendance?: AttendanceVisibility | 'config' | undefined;
}

/** Maximum number of attempts. A retry is needed only if the event changed between reading and writing. */
const attempts = 5;

const noEvent = () => problem('not_found', { say: socialWords.noSuchEvent });

/**
 * Confirms attendance. A repeat gets the same answer, even if the event is full or over by then. With `wait`, joins the
 * waiting list of a full event. `attendance` sets the audience, also for an existing seat.
 */
export async function confirmAttendance(
  context: SocialContext,
  eventId: number | undefined,
  userId: string,
  { wait = false, attendance }: ConfirmOptions = {},
): Promise<Confirmation> {
  if (eventId === undefined) throw noEvent();
  const visibleTo = attendance === 'config' ? null : attendance;
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Reads without a lock first, so that requests for a full event do not wait for each other.
    const event = await getEventForUser(context.sql, eventId, userId, context.clock.now());
    if (visibleTo !== undefined && (event.confirmedAt || event.waitingNumber !== null))
      await transaction(context.sql, (tx) => changeVisibility(tx, eventId, userId, visibleTo));
    if (event.confirmedAt) return confirmed(event, eventId, userId);
    const refusal = refusalToConfirm(event, context.clock.nowMs());
    const waits = wait && (refusal === 'event_full' || event.waitingNumber !== null);
    if (refusal && !waits) throw problem(refusal);
    const answer = waits
      ? await waitForSeat(context, eventId, userId, visibleTo ?? null)
      : await tryToConfirm(context, eventId, userId, visibleTo ?? null);
    if (answer) return answer;
  }
  throw problem('overloaded', { headers: { 'retry-after': '1' } });
}

async function getEventForUser(
  sql: Parameters<typeof findEventForUser>[0],
  eventId: number,
  userId: string,
  now: Date,
): Promise<EventForUser> {
  const event = await findEventForUser(sql, eventId, userId, now);
  if (!event) throw noEvent();
  // The user was deleted or suspended during the request, so the token is no longer valid.
  if (!event.isPresent) throw problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  return event;
}

const confirmed = (event: EventForUser, eventId: number, userId: string): Confirmation => ({
  status: 'confirmed',
  eventId,
  userId,
  confirmedAt: event.confirmedAt,
  participants: event.participants,
});

/** Returns undefined if the event changed since it was read; the caller reads it again. */
async function tryToConfirm(
  context: SocialContext,
  eventId: number,
  userId: string,
  visibleTo: AttendanceVisibility | null,
): Promise<Confirmation | undefined> {
  const confirmedAt = context.clock.now();
  try {
    const participants = await transaction(context.sql, (tx) =>
      takePlace(tx, eventId, userId, confirmedAt, visibleTo),
    );
    return participants === undefined
      ? undefined
      : { status: 'confirmed', eventId, userId, confirmedAt, participants };
  } catch (error) {
    if (isUniqueViolation(error, 'attendances_pkey')) return undefined;
    throw error;
  }
}

/** Returns undefined if a seat is free by now. */
async function waitForSeat(
  context: SocialContext,
  eventId: number,
  userId: string,
  visibleTo: AttendanceVisibility | null,
): Promise<Confirmation | undefined> {
  return transaction(context.sql, async (tx) => {
    await holdUser(tx, userId);
    await lockEvent(tx, eventId);
    const event = await getEventForUser(tx, eventId, userId, context.clock.now());
    if (event.confirmedAt) return confirmed(event, eventId, userId);
    const refusal = refusalToConfirm(event, context.clock.nowMs());
    if (refusal && refusal !== 'event_full') throw problem(refusal);
    if (event.waitingNumber === null) {
      if (!refusal) return undefined;
      if (event.waiting >= longestWaitingList)
        throw problem('event_full', { say: socialWords.waitingListFull });
      await insertWaiting(tx, eventId, userId, context.clock.now(), visibleTo);
    }
    const position = await countUpTo(tx, eventId, userId);
    return {
      status: 'waiting',
      eventId,
      userId,
      confirmedAt: null,
      participants: event.participants,
      position,
    };
  });
}

/**
 * Gives up the seat, which goes to the first waiting user, or leaves the waiting list. A user with neither gets the
 * same answer.
 */
export async function cancelAttendance(
  context: SocialContext,
  eventId: number | undefined,
  userId: string,
): Promise<Confirmation> {
  if (eventId === undefined) throw noEvent();
  const { participants, announce } = await transaction(context.sql, async (tx) => {
    if (!(await lockEvent(tx, eventId))) throw noEvent();
    await deleteAttendance(tx, eventId, userId);
    const announce = await giveSeats(tx, context, [eventId]);
    const event = await findEventForUser(tx, eventId, userId, context.clock.now());
    return { participants: event?.participants ?? 0, announce };
  });
  announce();
  return { status: 'none', eventId, userId, confirmedAt: null, participants };
}
