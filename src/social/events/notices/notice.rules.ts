import type { EventNotice } from '../../delivery/updates/update.rules.ts';

export interface NoticedEvent {
  id: number;
  name: string;
  startsAt: Date;
  timezone: string;
  status: string;
  venueName: string;
  city: string;
  state: string;
}

interface Plan {
  startsAt: Date;
  endsAt: Date;
  status: string;
  venueName: string;
  streetAddress: string | null;
  cityId: number;
}

/** Time in milliseconds before the start at which participants are reminded. */
export const remindAheadMs = 24 * 60 * 60 * 1000;

/** Returns the notice to send after a change of time, place or status, if any. */
export function noticeOfChange(before: Plan, after: Plan): 'moved' | 'cancelled' | undefined {
  const isOff = (plan: Plan): boolean => plan.status === 'EventCancelled';
  if (isOff(after)) return isOff(before) ? undefined : 'cancelled';
  const moved =
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime() ||
    before.venueName !== after.venueName ||
    before.streetAddress !== after.streetAddress ||
    before.cityId !== after.cityId;
  const isPostponed = after.status === 'EventPostponed' && before.status !== 'EventPostponed';
  // The event takes place after all: users who were told of the cancellation must be notified.
  return moved || isPostponed || isOff(before) ? 'moved' : undefined;
}

/** Returns whether the reminder is due. A postponed event has no known start. */
export const isReminderDue = (event: { startsAt: Date; status: string }, nowMs: number): boolean =>
  event.status !== 'EventCancelled' &&
  event.status !== 'EventPostponed' &&
  nowMs < event.startsAt.getTime() &&
  event.startsAt.getTime() - remindAheadMs <= nowMs;

export const updateBodyOf = (event: NoticedEvent, notice: EventNotice) => ({
  eventId: event.id,
  notice,
  name: event.name,
  startDate: event.startsAt.toISOString(),
  eventStatus: event.status,
});
