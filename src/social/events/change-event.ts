import type { Tx } from '../../platform/postgres/client/database.ts';
import { parseAmount } from '../../platform/money.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import { searchNameOf, type City } from '../people/cities/city.rules.ts';
import { findCityById, findCity } from '../people/cities/find-city.ts';
import { timeZoneOf } from '../people/cities/time-zone.rules.ts';
import { noticeOfChange } from './notices/notice.rules.ts';
import { notifyParticipants, scheduleReminder, skipReminderIfSoon } from './notices/notify-participants.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  findEventIds,
  findEventOfForm,
  insertEvent,
  lockEvent,
  markCancelled,
  updateEvent,
  type EventPlan,
} from './change-event.store.ts';
import { longestEventMs, wordsOf, type Event, type EventStatus } from './event.rules.ts';
import { storedPicture } from './pictures/event-picture.ts';
import { findEvent } from './event.store.ts';
import { giveSeats } from './give-seats.ts';
import { socialWords } from '../details/social-words.rules.ts';
import { fieldWords } from '../../platform/words/field-words.ts';

type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

/** An event as sent by a client. Fields left out of a change keep their values. */
export interface EventInput {
  name?: string;
  description?: string;
  image?: string | null;
  startDate?: string;
  endDate?: string;
  timezone?: string;
  eventStatus?: EventStatus;
  category?: string;
  location?: { name: string; city: string; state?: string | undefined } & Nullable<{
    streetAddress: string;
    latitude: number;
    longitude: number;
  }>;
  organizer?: Nullable<{ name: string; url: string }>;
  offers?: Nullable<{ url: string; price: string | number; priceCurrency: string }>;
  maximumAttendeeCapacity?: number | null;
  spotlight?: { from: string; until: string; position: number } | null;
}

export type NewEvent = EventInput &
  Required<Pick<EventInput, 'name' | 'startDate' | 'endDate' | 'category' | 'location'>>;

/** Called in the same transaction, for example to write the staff log. */
type Recorded = (tx: Tx, event: Event) => Promise<void>;

/** Creates an event. A form that is sent twice creates only one. */
export async function createEvent(
  context: SocialContext,
  input: NewEvent,
  { formId, recorded }: { formId?: string; recorded?: Recorded } = {},
): Promise<Event> {
  const made = await transaction(context.sql, async (tx) => {
    const before = formId === undefined ? undefined : await findEventOfForm(tx, formId);
    if (before !== undefined) return getWrittenEvent(tx, before);
    const event = await getWrittenEvent(tx, await addEvent(tx, context, input, formId));
    await recorded?.(tx, event);
    return event;
  }).catch((error: unknown) => {
    if (formId !== undefined && isUniqueViolation(error, 'events_by_form')) return undefined;
    throw error;
  });
  if (made) return made;
  // A concurrent submission of the form was faster.
  const eventId = formId === undefined ? undefined : await findEventOfForm(context.sql, formId);
  const event = eventId === undefined ? undefined : await findEvent(context.sql, eventId, undefined);
  if (!event) throw new Error('the event created by this form does not exist');
  return event;
}

export async function addEvent(
  tx: Tx,
  context: SocialContext,
  input: NewEvent,
  formId?: string,
): Promise<number> {
  const plan = await planOf(tx, context, emptyPlan, input);
  const eventId = await insertEvent(tx, plan, context.clock.now(), formId);
  scheduleReminder(tx, context, eventId, plan.startsAt);
  return eventId;
}

/**
 * Changes an event.
 * A new time sets the status to rescheduled, unless the event is cancelled or the change names a status. A capacity
 * below the number of participants is refused. New free seats go to the waiting list, also when a cancelled event takes
 * place after all. Participants and waiting users are notified of a new time or place.
 */
export async function changeEvent(
  context: SocialContext,
  eventId: number | undefined,
  input: EventInput,
  { revision, recorded }: { revision?: number; recorded?: Recorded } = {},
): Promise<Event> {
  const { event, announce } = await transaction(context.sql, async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    const plan = await planOf(tx, context, before, input);
    if (revision !== undefined && revision !== before.revision) {
      if (isAsPlanned(before, plan)) return { event: before, announce: () => {} };
      throw problem('event_changed');
    }
    if (plan.capacity !== null && plan.capacity < before.participants) {
      throw invalidField('maximumAttendeeCapacity', 'too_small', socialWords.leastConfirmed, {
        least: before.participants,
      });
    }
    const moved =
      plan.startsAt.getTime() !== before.startsAt.getTime() ||
      plan.endsAt.getTime() !== before.endsAt.getTime();
    const reschedules = moved && input.eventStatus === undefined && before.status !== 'EventCancelled';
    const status = reschedules ? 'EventRescheduled' : plan.status;
    const after = { ...plan, status };
    await updateEvent(tx, before.id, after, context.clock.now());
    await notifyOfChange(tx, context, before, after);
    const announce = await giveSeats(tx, context, [before.id]);
    const event = await getWrittenEvent(tx, before.id);
    await recorded?.(tx, event);
    return { event, announce };
  });
  announce();
  return event;
}

/** Another person or a second click has already made this change. */
const isAsPlanned = (before: Event, plan: EventPlan): boolean =>
  Object.entries(before).every(([name, value]) => {
    const planned: unknown = plan[name as keyof EventPlan];
    return value instanceof Date
      ? value.getTime() === (planned as Date | null)?.getTime()
      : value === planned;
  });

async function notifyOfChange(
  tx: Tx,
  context: SocialContext,
  before: Event,
  after: EventPlan,
): Promise<void> {
  const notice = noticeOfChange(before, after);
  if (notice) await notifyParticipants(tx, context, before.id, notice);
  if (notice === 'moved') await skipReminderIfSoon(tx, context, before.id, after.startsAt);
  if (after.startsAt.getTime() !== before.startsAt.getTime())
    scheduleReminder(tx, context, before.id, after.startsAt);
}

/**
 * Cancels an event. Participants keep it in their list, marked as cancelled, and waiting users keep their positions,
 * because a later change may reinstate the event. No seats are given until then. Both groups are notified.
 */
export async function cancelEvent(
  context: SocialContext,
  eventId: number | undefined,
  recorded?: Recorded,
): Promise<Event> {
  return transaction(context.sql, async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    await markCancelled(tx, before.id, context.clock.now());
    const event = await getWrittenEvent(tx, before.id);
    const notice = noticeOfChange(before, event);
    if (notice) await notifyParticipants(tx, context, event.id, notice);
    await recorded?.(tx, event);
    return event;
  });
}

export async function listAllEvents(
  context: SocialContext,
  before: number | undefined,
  limit: number,
): Promise<Event[]> {
  const ids = await findEventIds(context.sql, before ?? 0x7fffffff, limit);
  const events = await Promise.all(ids.map((id) => findEvent(context.sql, id, undefined)));
  return events.filter((event) => event !== undefined);
}

async function getLockedEvent(tx: Tx, eventId: number | undefined): Promise<Event> {
  if (eventId === undefined || !(await lockEvent(tx, eventId))) {
    throw problem('not_found', { say: socialWords.noSuchEvent });
  }
  return getWrittenEvent(tx, eventId);
}

/** Returns an event that this transaction has locked or written. */
async function getWrittenEvent(tx: Tx, eventId: number): Promise<Event> {
  const event = await findEvent(tx, eventId, undefined);
  if (!event) throw new Error(`event ${eventId} does not exist although it is locked`);
  return event;
}

const emptyPlan = {
  description: '',
  image: null,
  status: 'EventScheduled',
  streetAddress: null,
  latitude: null,
  longitude: null,
  organizerName: null,
  organizerUrl: null,
  offerUrl: null,
  offerPriceMinor: null,
  offerCurrency: null,
  capacity: null,
  spotlightFrom: null,
  spotlightUntil: null,
  spotlightPosition: null,
} satisfies Partial<Event>;

async function planOf(
  tx: Tx,
  context: Pick<SocialContext, 'baseUrl'>,
  before: Partial<Event>,
  input: EventInput,
): Promise<EventPlan> {
  const { location, organizer, offers, spotlight } = input;
  const city = location ? await cityOf(tx, location) : await findCityById(tx, before.cityId ?? 0);
  if (!city) throw invalidField('location.city', 'required', fieldWords.missing);
  const plan = {
    ...(before as Event),
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.image === undefined ? {} : { image: input.image && storedPicture(context, input.image) }),
    ...(input.startDate === undefined ? {} : { startsAt: new Date(input.startDate) }),
    ...(input.endDate === undefined ? {} : { endsAt: new Date(input.endDate) }),
    timezone: input.timezone === undefined ? (before.timezone ?? timeZoneOf(city)) : zoneOf(input.timezone),
    ...(input.eventStatus === undefined ? {} : { status: input.eventStatus }),
    ...(input.category === undefined ? {} : { category: input.category }),
    ...(location && {
      venueName: location.name,
      streetAddress: location.streetAddress ?? null,
      latitude: location.latitude ?? null,
      longitude: location.longitude ?? null,
    }),
    ...(organizer && { organizerName: organizer.name ?? null, organizerUrl: organizer.url ?? null }),
    ...(offers && {
      offerUrl: offers.url ?? null,
      offerPriceMinor: priceOf(offers.price),
      offerCurrency: offers.priceCurrency ?? (offers.price === undefined ? null : 'BRL'),
    }),
    ...(input.maximumAttendeeCapacity === undefined ? {} : { capacity: input.maximumAttendeeCapacity }),
    ...spotlightOf(spotlight),
    cityId: city.id,
  };
  const lengthMs = plan.endsAt.getTime() - plan.startsAt.getTime();
  if (!(lengthMs > 0 && lengthMs <= longestEventMs))
    throw invalidField('endDate', 'out_of_range', socialWords.afterStartDate);
  const text = [plan.name, plan.category, plan.venueName, city.name, city.state, plan.description].join(' ');
  return { ...plan, categoryKey: searchNameOf(plan.category), words: wordsOf(text).join(' ') };
}

async function cityOf(tx: Tx, location: { city: string; state?: string | undefined }): Promise<City> {
  const text = location.state === undefined ? location.city : `${location.city}, ${location.state}`;
  const city = await findCity(tx, text);
  if (!city) throw invalidField('location.city', 'unknown', socialWords.oneMunicipality);
  return city;
}

function zoneOf(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    throw invalidField('timezone', 'unknown', socialWords.timeZone);
  }
}

function priceOf(price: string | number | null | undefined): bigint | null {
  if (price === null || price === undefined) return null;
  const parsed = parseAmount(price, 2);
  if ('error' in parsed || parsed.minor > 10n ** 15n)
    throw invalidField('offers.price', 'malformed', socialWords.twoDecimals);
  return parsed.minor;
}

function spotlightOf(spotlight: EventInput['spotlight']) {
  if (spotlight === undefined) return {};
  if (spotlight === null) return { spotlightFrom: null, spotlightUntil: null, spotlightPosition: null };
  const [from, until] = [new Date(spotlight.from), new Date(spotlight.until)];
  if (until <= from) throw invalidField('spotlight.until', 'out_of_range', socialWords.afterSpotlightFrom);
  return { spotlightFrom: from, spotlightUntil: until, spotlightPosition: spotlight.position };
}
