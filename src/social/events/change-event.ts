import type { Tx } from '../../platform/postgres/client/database.ts';
import { parseAmount } from '../../platform/money.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import { searchNameOf, type City } from '../cities/city.rules.ts';
import { findCityById, findCity } from '../cities/find-city.ts';
import { timeZoneOf } from '../cities/time-zone.rules.ts';
import { noticeOfChange } from '../event-notices/notice.rules.ts';
import {
  notifyParticipants,
  scheduleReminder,
  skipReminderIfSoon,
} from '../event-notices/notify-participants.ts';
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
import { findEvent } from './event.store.ts';
import { giveSeats } from './give-seats.ts';

type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

/** As it comes over the wire; what is left out of a change stays as it is. */
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

/** In the transaction that does it: for another record of who did what. */
type Recorded = (tx: Tx, event: Event) => Promise<void>;

/** The same form, sent twice, makes one event. */
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
  // Another copy of the form was faster, by a moment.
  const eventId = formId === undefined ? undefined : await findEventOfForm(context.sql, formId);
  const event = eventId === undefined ? undefined : await findEvent(context.sql, eventId, undefined);
  if (!event) throw new Error('the event of a form is gone');
  return event;
}

/** In a transaction of the caller's. */
export async function addEvent(
  tx: Tx,
  context: SocialContext,
  input: NewEvent,
  formId?: string,
): Promise<number> {
  const plan = await planOf(tx, emptyPlan, input);
  const eventId = await insertEvent(tx, plan, context.clock.now(), formId);
  scheduleReminder(tx, context, eventId, plan.startsAt);
  return eventId;
}

/**
 * A new time makes an event rescheduled unless it is cancelled or the change says otherwise; fewer places than people are
 * refused, and more go to who waits, as does what is free when a cancelled event takes place after all. Whoever
 * confirmed or waits is told of another time or place.
 */
export async function changeEvent(
  context: SocialContext,
  eventId: number | undefined,
  input: EventInput,
  { revision, recorded }: { revision?: number; recorded?: Recorded } = {},
): Promise<Event> {
  const { event, announce } = await transaction(context.sql, async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    const plan = await planOf(tx, before, input);
    if (revision !== undefined && revision !== before.revision) {
      if (isAsPlanned(before, plan)) return { event: before, announce: () => {} };
      throw problem('event_changed');
    }
    if (plan.capacity !== null && plan.capacity < before.participants) {
      throw invalidField(
        'maximumAttendeeCapacity',
        'too_small',
        `must be at least ${before.participants}, who have confirmed`,
      );
    }
    const moved =
      plan.startsAt.getTime() !== before.startsAt.getTime() ||
      plan.endsAt.getTime() !== before.endsAt.getTime();
    const reschedules = moved && input.eventStatus === undefined && before.status !== 'EventCancelled';
    const status = reschedules ? 'EventRescheduled' : plan.status;
    const after = { ...plan, status };
    await updateEvent(tx, before.id, after, context.clock.now());
    await tellOfChange(tx, context, before, after);
    const announce = await giveSeats(tx, context, [before.id]);
    const event = await getWrittenEvent(tx, before.id);
    await recorded?.(tx, event);
    return { event, announce };
  });
  announce();
  return event;
}

/** Somebody else, or a second click, has made it so already. */
const isAsPlanned = (before: Event, plan: EventPlan): boolean =>
  Object.entries(before).every(([name, value]) => {
    const planned: unknown = plan[name as keyof EventPlan];
    return value instanceof Date
      ? value.getTime() === (planned as Date | null)?.getTime()
      : value === planned;
  });

async function tellOfChange(tx: Tx, context: SocialContext, before: Event, after: EventPlan): Promise<void> {
  const notice = noticeOfChange(before, after);
  if (notice) await notifyParticipants(tx, context, before.id, notice);
  if (notice === 'moved') await skipReminderIfSoon(tx, context, before.id, after.startsAt);
  if (after.startsAt.getTime() !== before.startsAt.getTime())
    scheduleReminder(tx, context, before.id, after.startsAt);
}

/**
 * Those who confirmed keep it in their list, marked as cancelled, and who waits keeps the place on the waiting list: a
 * change may have it take place after all. Nobody gets a seat until then. Both are told.
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
    throw problem('not_found', { detail: 'There is no such event.' });
  }
  return getWrittenEvent(tx, eventId);
}

/** Of an event that this transaction has locked or written. */
async function getWrittenEvent(tx: Tx, eventId: number): Promise<Event> {
  const event = await findEvent(tx, eventId, undefined);
  if (!event) throw new Error(`event ${eventId} is gone while it is locked`);
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

async function planOf(tx: Tx, before: Partial<Event>, input: EventInput): Promise<EventPlan> {
  const { location, organizer, offers, spotlight } = input;
  const city = location ? await cityOf(tx, location) : await findCityById(tx, before.cityId ?? 0);
  if (!city) throw invalidField('location.city', 'required', 'is missing');
  const plan = {
    ...(before as Event),
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.image === undefined ? {} : { image: input.image }),
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
    throw invalidField('endDate', 'out_of_range', 'must be after startDate, by 31 days at most');
  const text = [plan.name, plan.category, plan.venueName, city.name, city.state, plan.description].join(' ');
  return { ...plan, categoryKey: searchNameOf(plan.category), words: wordsOf(text).join(' ') };
}

async function cityOf(tx: Tx, location: { city: string; state?: string | undefined }): Promise<City> {
  const text = location.state === undefined ? location.city : `${location.city}, ${location.state}`;
  const city = await findCity(tx, text);
  if (!city)
    throw invalidField(
      'location.city',
      'unknown',
      'must name one municipality of Brazil; where several share the name, add the state',
    );
  return city;
}

function zoneOf(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    throw invalidField('timezone', 'unknown', 'must be a time zone such as America/Sao_Paulo');
  }
}

function priceOf(price: string | number | null | undefined): bigint | null {
  if (price === null || price === undefined) return null;
  const parsed = parseAmount(price, 2);
  if ('error' in parsed || parsed.minor > 10n ** 15n)
    throw invalidField('offers.price', 'malformed', 'must be an amount with at most two decimals');
  return parsed.minor;
}

function spotlightOf(spotlight: EventInput['spotlight']) {
  if (spotlight === undefined) return {};
  if (spotlight === null) return { spotlightFrom: null, spotlightUntil: null, spotlightPosition: null };
  const [from, until] = [new Date(spotlight.from), new Date(spotlight.until)];
  if (until <= from) throw invalidField('spotlight.until', 'out_of_range', 'must be after spotlight.from');
  return { spotlightFrom: from, spotlightUntil: until, spotlightPosition: spotlight.position };
}
