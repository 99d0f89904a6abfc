import type { EventNotice } from '../updates/update.rules.ts';

/** What a notice says of its event. */
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

/** How long before its beginning those who confirmed are reminded. */
export const remindAheadMs = 24 * 60 * 60 * 1000;

/** What those who confirmed are told of a change, if anything: when, where, and whether at all. */
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
  // It takes place after all: whoever was told that it does not must hear of it.
  return moved || isPostponed || isOff(before) ? 'moved' : undefined;
}

/** Whether it is time for the reminder. Of one that is postponed nobody knows when it is. */
export const isReminderDue = (event: { startsAt: Date; status: string }, nowMs: number): boolean =>
  event.status !== 'EventCancelled' &&
  event.status !== 'EventPostponed' &&
  nowMs < event.startsAt.getTime() &&
  event.startsAt.getTime() - remindAheadMs <= nowMs;

/** As it stands in an update. */
export const updateBodyOf = (event: NoticedEvent, notice: EventNotice) => ({
  eventId: event.id,
  notice,
  name: event.name,
  startDate: event.startsAt.toISOString(),
  eventStatus: event.status,
});
