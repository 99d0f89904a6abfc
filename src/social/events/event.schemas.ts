import { formatAmount } from '../../platform/money.ts';
import { linkUrl } from '../access/links/link-url.rules.ts';
import { link } from '../access/links/link.schemas.ts';
import { attendanceVisibilities, type AttendanceVisibility } from '../people/attendance.rules.ts';
import { cardFields } from '../people/card.schemas.ts';
import { eventStatuses, isInSpotlight, remainingPlaces, type Event } from './event.rules.ts';
import { Type } from '../../platform/http/type.ts';
import { describeForm } from '../../platform/words/form-phrases.ts';
import { socialWords } from '../details/social-words.rules.ts';

/** Uses a type list instead of a union, because the serialiser validates each value against every branch of a union. */
const nullableType = <T>(type: string, options: object = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });
const nullableText = (options: object = {}) => nullableType<string>('string', options);
const nullableInteger = (options: object = {}) => nullableType<number>('integer', options);
const nullableNumber = (options: object = {}) => nullableType<number>('number', options);
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const moment = Type.String({ format: 'date-time', examples: ['2026-11-20T22:00:00.000Z'] });

export const eventSchema = Type.Object(
  {
    id: Type.Integer({ examples: [12] }),
    name: Type.String({ examples: ['Roda de samba'] }),
    description: Type.String(),
    image: nullableText(),
    startDate: moment,
    endDate: moment,
    timezone: Type.String({
      description: 'time zone of the venue',
      examples: ['America/Sao_Paulo'],
    }),
    eventStatus: Type.Enum([...eventStatuses]),
    category: Type.String({ examples: ['Music'] }),
    location: Type.Object({
      name: Type.String({ examples: ['Praça da Sé'] }),
      streetAddress: nullableText(),
      city: Type.String({ examples: ['São Paulo'] }),
      state: Type.String({ examples: ['SP'] }),
      country: Type.String({ examples: ['BR'] }),
      latitude: nullableNumber(),
      longitude: nullableNumber(),
    }),
    organizer: Type.Object({ name: nullableText(), url: nullableText() }),
    offers: Type.Object({
      url: nullableText(),
      price: nullableText({ examples: ['25.00'] }),
      priceCurrency: nullableText({ examples: ['BRL'] }),
    }),
    maximumAttendeeCapacity: nullableInteger({ description: 'null: no limit' }),
    remainingAttendeeCapacity: nullableInteger({ description: 'null: no limit' }),
    participantsQty: Type.Integer(),
    isConfirmed: Type.Boolean({
      description: 'Whether the owner of the token takes part; false without a token.',
    }),
    isWaiting: Type.Boolean({
      description: 'Whether the owner of the token is on its waiting list; false without a token.',
    }),
    attendance: Type.Unsafe<AttendanceVisibility | null>({
      type: ['string', 'null'],
      enum: [...attendanceVisibilities, null],
      description:
        'Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings.',
    }),
    isSpotlight: Type.Boolean(),
  },
  { description: "An event, in schema.org's words." },
);
export const eventListSchema = Type.Array(eventSchema);

export function showEvent(event: Event, nowMs: number, baseUrl: string) {
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    image: event.image === null ? null : linkUrl({ baseUrl }, event.image),
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    timezone: event.timezone,
    eventStatus: event.status,
    category: event.category,
    location: {
      name: event.venueName,
      streetAddress: event.streetAddress,
      city: event.city,
      state: event.state,
      country: event.country,
      latitude: event.latitude,
      longitude: event.longitude,
    },
    organizer: { name: event.organizerName, url: event.organizerUrl },
    offers: {
      url: event.offerUrl,
      price: event.offerPriceMinor === null ? null : formatAmount(event.offerPriceMinor, 2),
      priceCurrency: event.offerCurrency,
    },
    maximumAttendeeCapacity: event.capacity,
    remainingAttendeeCapacity: remainingPlaces(event),
    participantsQty: event.participants,
    isConfirmed: event.isConfirmed,
    isWaiting: event.isWaiting,
    attendance: event.visibleTo,
    isSpotlight: isInSpotlight(event, nowMs),
  };
}

export const eventParams = Type.Object({ eventId: Type.String({ examples: ['12'] }) });
export const confirmParams = Type.Object({ eventId: Type.String(), userId: Type.String() });
export const confirmQuery = Type.Object({
  wait: Type.Boolean({
    default: false,
    description:
      'If the event is full, joins its waiting list. A place that becomes free goes to the first on the list.',
  }),
  attendance: Type.Optional(
    Type.Enum([...attendanceVisibilities, 'config'], {
      description:
        'Who may see that the user attends this event; `config` (default): as in the settings. Confirming again changes it.',
    }),
  ),
});
export const idsQuery = Type.Object({
  ids: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'At most 100 event ids, separated by commas.',
    examples: ['1,2,3'],
  }),
});
export const userParams = Type.Object({ userId: Type.String() });

const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'From the Link header of the page before.' }),
  ),
};
export const listQuery = Type.Object(pageQuery);
const place = Type.String({
  maxLength: 200,
  description:
    'A city, optionally with its state (Bom Jesus, PI), in any case and with or without accents; or Brasil.',
  examples: ['São Paulo', 'Bom Jesus, PI', 'Brasil'],
});
export const locationQuery = Type.Object({
  location: place,
  ...pageQuery,
});
export const searchQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words, or beginnings of words.' })),
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'A day or a moment: only events that end after it.' }),
  ),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'A day or a moment: only events that begin before its end.' }),
  ),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  location: Type.Optional(place),
  ...pageQuery,
});

export const citiesSchema = Type.Array(
  Type.Object({ city: Type.String(), state: Type.String(), eventsQty: Type.Integer() }),
);

export const categoriesSchema = Type.Array(
  Type.Object({ category: Type.String({ examples: ['Música'] }), eventsQty: Type.Integer() }),
);

export const confirmationSchema = Type.Object({
  status: Type.Enum(['confirmed', 'waiting', 'none']),
  eventId: Type.Integer(),
  userId: Type.String(),
  confirmed_at: nullableText({ format: 'date-time' }),
  participantsQty: Type.Integer(),
  position: Type.Optional(
    Type.Integer({ minimum: 1, description: 'With `waiting`: position on the waiting list, starting at 1.' }),
  ),
});

export const participantsSchema = Type.Array(Type.Object({ ...cardFields, confirmed_at: moment }));

const locationInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, format: 'visible-line' }),
  streetAddress: Type.Optional(nullable(Type.String({ maxLength: 300, format: 'visible-line' }))),
  city: Type.String({ minLength: 1, maxLength: 200 }),
  state: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: describeForm(socialWords.twoLetters) }),
  ),
  latitude: Type.Optional(nullable(Type.Number({ minimum: -90, maximum: 90 }))),
  longitude: Type.Optional(nullable(Type.Number({ minimum: -180, maximum: 180 }))),
});
const eventFields = {
  name: Type.String({ minLength: 1, maxLength: 200, format: 'visible-line' }),
  description: Type.String({ maxLength: 20_000, format: 'readable-text' }),
  image: nullable(link),
  startDate: Type.String({ format: 'date-time' }),
  endDate: Type.String({ format: 'date-time' }),
  timezone: Type.String({
    maxLength: 64,
    description: 'default for a new event: the time zone of its city',
  }),
  eventStatus: Type.Enum(['EventScheduled', 'EventRescheduled', 'EventPostponed']),
  category: Type.String({ minLength: 1, maxLength: 100, format: 'visible-line' }),
  location: locationInput,
  organizer: Type.Object({
    name: Type.Optional(nullable(Type.String({ maxLength: 200, format: 'visible-line' }))),
    url: Type.Optional(nullable(link)),
  }),
  offers: Type.Object({
    url: Type.Optional(nullable(link)),
    price: Type.Optional(nullable(Type.Union([Type.String({ maxLength: 20 }), Type.Number()]))),
    priceCurrency: Type.Optional(
      nullable(
        Type.String({ pattern: '^[A-Z]{3}$', description: describeForm(socialWords.threeCapitalLetters) }),
      ),
    ),
  }),
  maximumAttendeeCapacity: nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  spotlight: nullable(
    Type.Object({
      from: Type.String({ format: 'date-time' }),
      until: Type.String({ format: 'date-time' }),
      position: Type.Integer({ minimum: 0, maximum: 1000 }),
    }),
  ),
};
const { name, startDate, endDate, category, location, ...rest } = eventFields;
export const createEventBody = Type.Object({
  name,
  startDate,
  endDate,
  category,
  location,
  ...Type.Partial(Type.Object(rest)).properties,
});
export const changeEventBody = Type.Partial(Type.Object(eventFields));
