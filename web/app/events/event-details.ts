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
  /** On the waiting list, where the server has just said it. */
  readonly position?: number;
  /** Another number when it is another's or one's own coming or going that the server has told of. */
  readonly attendance?: number;
}
type Known = Readonly<Record<string, Details>>;

/** Those that were opened last. */
export const details: Store<Known> = keptStore<Known>('events.details', {});
const mostDetails = 40;

interface Told {
  readonly position?: number | undefined;
  /** By the server, and not only shown at once. */
  readonly isTold?: boolean;
}

function keepEvent(event: Event, { position, isTold = false }: Told = {}): void {
  replaceEvent(event);
  const id = String(event.id);
  details.change((before) => {
    const others = Object.entries(before).filter(([one]) => one !== id);
    const attendance = (before[id]?.attendance ?? 0) + (isTold ? 1 : 0);
    const kept: Details = { event, attendance, ...(position === undefined ? {} : { position }) };
    // Numbers as keys are sorted by themselves: the smallest ids go first, which are the oldest events.
    return Object.fromEntries([...others.slice(1 - mostDetails), [id, kept]]);
  });
}

/** What is known of it without asking: also from a list. */
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

/** Confirms, or waits where the event is full. Shown at once, and taken back if the server says no. */
export async function confirm(event: Event, isWait: boolean): Promise<void> {
  const texts = textsNow(eventsTexts);
  const path = { eventId: event.id, userId: getMe().userId };
  if (!isWait) keepEvent(withAttendance(event, true));
  const isDone = await act(
    async () => {
      // Where it was chosen for this event, also after a leave that is taken back.
      const query = { wait: isWait, ...(event.attendance ? { attendance: event.attendance } : {}) };
      const answer = await api.post('/event/{eventId}/confirm/{userId}', { path, query });
      const isWaiting = answer.status === 'waiting';
      const now = isWaiting ? { ...event, isWaiting } : withAttendance(event, true);
      keepEvent({ ...now, participantsQty: answer.participantsQty }, { ...answer, isTold: true });
      showToast({ text: isWaiting ? texts.waiting : texts.confirmed });
    },
    () => keepEvent(event),
  );
  // Somebody was quicker: the screen then offers the waiting list.
  if (!isDone) await loadEvent(String(event.id)).catch(() => {});
}

/** Saves the choice first: until then the confirmation would be visible by the default. */
export async function confirmShowing(event: Event, isWait: boolean, attendance: Attendance): Promise<void> {
  if (await changeConfig({ attendance })) await confirm(event, isWait);
}

/** Changes who sees the attendance, or the place on the waiting list, at this event alone. */
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
  // Whoever waited may have the place already.
  await loadEvent(String(event.id)).catch(() => {});
}

export const isMissing = (error: unknown): boolean => error instanceof PracaError && error.status === 404;
