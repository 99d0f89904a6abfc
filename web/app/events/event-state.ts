import type { SocialApi } from '@praca/client';

export type Event = SocialApi['GET /event/{eventId}/get']['answer'];

/** States that the page describes in words. Several may apply at once. */
export type EventState = 'cancelled' | 'over' | 'postponed' | 'moved' | 'running' | 'full' | 'few';

const fewSeats = 10;

type Stated = Pick<Event, 'eventStatus' | 'startDate' | 'endDate' | 'remainingAttendeeCapacity'>;

/** Returns the states, most important first. A cancelled event has no other. */
export function statesOf(event: Stated, nowMs: number): EventState[] {
  if (event.eventStatus === 'EventCancelled') return ['cancelled'];
  if (Date.parse(event.endDate) <= nowMs) return ['over'];
  const left = event.remainingAttendeeCapacity;
  const isPostponed = event.eventStatus === 'EventPostponed';
  const states: (EventState | false)[] = [
    isPostponed && 'postponed',
    event.eventStatus === 'EventRescheduled' && 'moved',
    !isPostponed && Date.parse(event.startDate) <= nowMs && 'running',
    left === 0 && 'full',
    left !== null && left > 0 && left <= fewSeats && 'few',
  ];
  return states.filter((state) => state !== false);
}

export type Offer = 'confirm' | 'wait' | 'leave' | 'leave-wait' | 'none';

/** Returns the one action to offer. A confirmed user keeps the place and can give it up. */
export function offerOf(event: Stated & Pick<Event, 'isConfirmed' | 'isWaiting'>, nowMs: number): Offer {
  const [first] = statesOf(event, nowMs);
  // The waiting list survives a cancellation: if the event takes place after all, waiting users may get a place
  // unasked. So they can still leave the list.
  if (first === 'cancelled') return event.isWaiting ? 'leave-wait' : 'none';
  if (first === 'over') return 'none';
  if (event.isConfirmed) return 'leave';
  if (event.isWaiting) return 'leave-wait';
  return event.remainingAttendeeCapacity === 0 ? 'wait' : 'confirm';
}

/** Returns the event as shown optimistically, before the server has answered. */
export function withAttendance<T extends Event>(event: T, isConfirmed: boolean): T {
  if (event.isConfirmed === isConfirmed) return { ...event, isWaiting: false };
  const by = isConfirmed ? 1 : -1;
  const left = event.remainingAttendeeCapacity;
  return {
    ...event,
    isConfirmed,
    isWaiting: false,
    participantsQty: Math.max(0, event.participantsQty + by),
    remainingAttendeeCapacity: left === null ? null : Math.max(0, left - by),
  };
}
