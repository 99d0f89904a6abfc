import { invalidField } from '../../platform/problem.ts';
import { searchNameOf } from '../people/cities/city.rules.ts';
import { findCities } from '../people/cities/find-city.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  formatCursor,
  idsLimit,
  parseCursor,
  readEventIds,
  readMoment,
  wordQueryOf,
  type Event,
} from './event.rules.ts';
import * as store from './event.store.ts';
import { socialWords } from '../details/social-words.rules.ts';

export interface ListInput {
  viewerId: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

export interface EventList {
  events: Event[];
  /** Cursor of the next page, if there may be one. */
  next: string | undefined;
}

function optionsOf(context: SocialContext, input: ListInput): store.ListOptions {
  const after = input.cursor === undefined ? undefined : parseCursor(input.cursor);
  if (input.cursor !== undefined && !after)
    throw invalidField('cursor', 'malformed', socialWords.cursorOfList);
  return { viewerId: input.viewerId, now: context.clock.now(), limit: input.limit, after };
}

function listOf(events: Event[], limit: number): EventList {
  const last = events.at(-1);
  return { events, next: last && events.length === limit ? formatCursor(last) : undefined };
}

/** Lists coming events in a place, soonest first. A name shared by several cities means all of them. */
export async function listEventsByLocation(
  context: SocialContext,
  location: string,
  input: ListInput,
): Promise<EventList> {
  const options = optionsOf(context, input);
  const cities = await findCities(context.sql.reading, location);
  if (cities === 'everywhere')
    return listOf(await store.findEventsEverywhere(context.sql.reading, options), input.limit);
  if (cities.length === 0) return { events: [], next: undefined };
  const ids = cities.map((city) => city.id);
  return listOf(await store.findEventsInCities(context.sql.reading, ids, options), input.limit);
}

export async function listSpotlight(context: SocialContext, viewerId: string | undefined): Promise<Event[]> {
  return store.findSpotlight(context.sql.reading, viewerId, context.clock.now());
}

export async function listCities(context: SocialContext) {
  return store.countEventsByCity(context.sql.reading, context.clock.now());
}

export async function listCategories(context: SocialContext) {
  return store.countEventsByCategory(context.sql.reading, context.clock.now());
}

export interface SearchInput extends ListInput {
  location?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  category?: string | undefined;
}

export async function searchEvents(context: SocialContext, input: SearchInput): Promise<EventList> {
  const options = optionsOf(context, input);
  const wordQuery = wordQueryOf(input.q ?? '');
  // A query that is only punctuation matches nothing instead of everything.
  if (input.q !== undefined && input.q.trim() !== '' && wordQuery === '')
    return { events: [], next: undefined };
  const cities =
    input.location === undefined ? 'everywhere' : await findCities(context.sql.reading, input.location);
  if (cities !== 'everywhere' && cities.length === 0) return { events: [], next: undefined };
  const filters = {
    cityIds: cities === 'everywhere' ? undefined : cities.map((city) => city.id),
    wordQuery,
    categoryKey: input.category === undefined ? undefined : searchNameOf(input.category),
    from: readTimeFilter('from', input.from),
    to: readTimeFilter('to', input.to),
  };
  return listOf(await store.searchEvents(context.sql.reading, filters, options), input.limit);
}

function readTimeFilter(name: 'from' | 'to', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const ms = readMoment(text, name);
  if (ms === undefined) throw invalidField(name, 'malformed', socialWords.dayOrMoment);
  return new Date(ms);
}

export async function listEventsOfUser(
  context: SocialContext,
  userId: string,
  input: Omit<ListInput, 'viewerId'>,
): Promise<EventList> {
  const options = optionsOf(context, { ...input, viewerId: userId });
  return listOf(await store.findEventsOfUser(context.sql.reading, userId, options), input.limit);
}

/** Lists events in the order of the given ids. Unknown ids are left out. */
export async function listEventsByIds(
  context: SocialContext,
  text: string,
  viewerId: string | undefined,
): Promise<Event[]> {
  const { ids, wrong } = readEventIds(text);
  if (wrong.length > 0) {
    const named = wrong.slice(0, 10).map((part) => JSON.stringify(part.slice(0, 40)));
    throw invalidField('ids', 'malformed', socialWords.eventIds, { named: named.join(', ') });
  }
  if (ids.length > idsLimit) throw invalidField('ids', 'too_long', socialWords.mostIds, { most: idsLimit });
  return store.findEventsByIds(context.sql.reading, ids, viewerId);
}

export async function findEventOfUser(
  { sql }: Pick<SocialContext, 'sql'>,
  eventId: number,
  userId: string,
): Promise<Event | undefined> {
  return store.findEvent(sql, eventId, userId);
}

export async function getEvent(
  context: SocialContext,
  eventId: number | undefined,
  viewerId: string | undefined,
): Promise<Event> {
  const event = eventId === undefined ? undefined : await store.findEvent(context.sql, eventId, viewerId);
  if (!event) throw problem('not_found', { say: socialWords.noSuchEvent });
  return event;
}
