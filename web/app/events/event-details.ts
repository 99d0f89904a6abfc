import { PracaError, type SocialApi } from '@praca/client';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { changeConfig, type Attendance } from '../state/config.ts';
import { keptStore } from '../state/known.ts';
import { getMe } from '../state/session.ts';
import type { Store } from '../state/store.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import { withAttendance, type Event } from './event-state.ts';
import { findListed, replaceEvent } from './list-state.ts';
import { eventsTexts } from './texts.ts';

export type Participant = SocialApi['GET /event/{eventId}/participants']['answer'][number];

export interface Details {
  readonly event: Event;
  /** Position on the waiting list, if the server has just returned it. */
  readonly position?: number;
  /** Changes with each attendance update from the server, for this user or another. */
  readonly attendance?: number;
}
type Known = Readonly<Record<string, Details>>;

/** Details of the events opened last. */
export const details: Store<Known> = keptStore<Known>('events.details', {});
const mostDetails = 40;

interface Told {
  readonly position?: number | undefined;
  /** True if the server has confirmed the state, false if it is only shown optimistically. */
  readonly isTold?: boolean;
}

function keepEvent(event: Event, { position, isTold = false }: Told = {}): void {
  replaceEvent(event);
  const id = String(event.id);
  details.change((before) => {
    const others = Object.entries(before).filter(([one]) => one !== id);
    const attendance = (before[id]?.attendance ?? 0) + (isTold ? 1 : 0);
    const kept: Details = { event, attendance, ...(position === undefined ? {} : { position }) };
    // Numeric keys are sorted, so the smallest ids, which are the oldest events, are dropped first.
    return Object.fromEntries([...others.slice(1 - mostDetails), [id, kept]]);
  });
}

/** Returns the event without a request, also from a loaded list. */
export function findEvent(known: Known, id: string): Details | undefined {
  const listed = known[id] ? undefined : findListed(Number(id));
  return known[id] ?? (listed && { event: listed });
}

export async function loadEvent(eventId: string): Promise<void> {
  const event = await api.get('/event/{eventId}/get', { path: { eventId } });
  const before = details.get()[eventId];
  keepEvent(event, {
    position: event.isWaiting ? before?.position : undefined,
    isTold: before !== undefined && before.event.participantsQty !== event.participantsQty,
  });
}

/** Confirms attendance, or joins the waiting list of a full event. Shown at once and reverted if the server refuses. */
export async function confirm(event: Event, isWait: boolean): Promise<void> {
  const texts = textsNow(eventsTexts);
  const path = { eventId: event.id, userId: getMe().userId };
  if (!isWait) keepEvent(withAttendance(event, true));
  const isDone = await act(
    async () => {
      // Sends the choice made for this event, also when a leave is undone.
      const query = { wait: isWait, ...(event.attendance ? { attendance: event.attendance } : {}) };
      const answer = await api.post('/event/{eventId}/confirm/{userId}', { path, query });
      const isWaiting = answer.status === 'waiting';
      const now = isWaiting ? { ...event, isWaiting } : withAttendance(event, true);
      keepEvent({ ...now, participantsQty: answer.participantsQty }, { ...answer, isTold: true });
      showToast({ text: isWaiting ? texts.waiting : texts.confirmed });
    },
    () => keepEvent(event),
  );
  // The last place was taken: the reloaded event offers the waiting list.
  if (!isDone) await loadEvent(String(event.id)).catch(() => {});
}

/** Saves the setting before it confirms, otherwise the attendance would be visible by the default. */
export async function confirmShowing(event: Event, isWait: boolean, attendance: Attendance): Promise<void> {
  if (await changeConfig({ attendance })) await confirm(event, isWait);
}

/** Changes who sees the attendance, or the place on the waiting list, at this event only. */
export async function showAttendanceTo(event: Event, attendance: Attendance | 'config'): Promise<void> {
  const path = { eventId: event.id, userId: getMe().userId };
  const query = { wait: event.isWaiting, attendance };
  keepEvent({ ...event, attendance: attendance === 'config' ? null : attendance });
  await act(
    () => api.post('/event/{eventId}/confirm/{userId}', { path, query }),
    () => keepEvent(event),
  );
}

export async function leave(event: Event): Promise<void> {
  const texts = textsNow(eventsTexts);
  const path = { eventId: event.id, userId: getMe().userId };
  const left = event.isConfirmed ? withAttendance(event, false) : { ...event, isWaiting: false };
  keepEvent(left);
  const isDone = await act(
    async () => {
      const { participantsQty } = await api.delete('/event/{eventId}/confirm/{userId}', { path });
      keepEvent({ ...left, participantsQty }, { isTold: true });
    },
    () => keepEvent(event),
  );
  if (!isDone) return;
  showToast({
    text: texts.left,
    undo: { label: texts.undo, run: () => void confirm(left, event.isWaiting) },
  });
  // A waiting user may have got a place meanwhile.
  await loadEvent(String(event.id)).catch(() => {});
}

export const isMissing = (error: unknown): boolean => error instanceof PracaError && error.status === 404;
