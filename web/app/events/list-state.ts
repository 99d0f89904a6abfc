import type { SocialApi } from '@praca/client';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { me } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import type { Event } from './event-state.ts';
import { searchOf, writeFilter, type EventFilter } from './filter.ts';

export type City = SocialApi['GET /event/cities']['answer'][number];
export type Category = SocialApi['GET /event/categories']['answer'][number];

export interface EventList {
  readonly events: readonly Event[];
  readonly isWhole: boolean;
}
type Lists = Readonly<Record<string, EventList>>;

/** Last seen lists, keyed by the filter's query string. */
export const lists: Store<Lists> = keptStore<Lists>('events.lists', {});
export const spotlight: Store<readonly Event[]> = keptStore<readonly Event[]>('events.spotlight', []);
export const cities: Store<readonly City[]> = keptStore<readonly City[]>('events.cities', []);
export const categories: Store<readonly Category[]> = keptStore<readonly Category[]>('events.categories', []);
/** State of the current request, by the same key. */
export const asking: Store<Readonly<Record<string, 'yes' | 'failed'>>> = createStore({});

const pageSize = 20;
const mostLists = 6;
const freshMs = 5 * 60_000;

interface Walk {
  readonly userId: string | undefined;
  readonly items: AsyncGenerator<Event, void, undefined>;
  readonly startedAtMs: number;
}
const walks = new Map<string, Walk>();

function setAsking(key: string, state: 'yes' | 'failed' | undefined): void {
  asking.change((before) => {
    const others = Object.entries(before).filter(([one]) => one !== key);
    return Object.fromEntries(state === undefined ? others : [...others, [key, state]]);
  });
}

async function takeEvents(items: Walk['items']): Promise<EventList> {
  const events: Event[] = [];
  while (events.length < pageSize) {
    const { done, value } = await items.next();
    if (done === true) return { events, isWhole: true };
    events.push(value);
  }
  return { events, isWhole: false };
}

const isFresh = (walk: Walk | undefined): walk is Walk =>
  walk !== undefined && walk.userId === me.get()?.userId && Date.now() - walk.startedAtMs < freshMs;

/**
 * Reloads from the first page unless that was done recently, so that a returning user finds the list as long as before.
 */
export async function openList(filter: EventFilter): Promise<void> {
  if (!isFresh(walks.get(writeFilter(filter)))) await readOn(filter, true);
}

export const readMore = (filter: EventFilter): Promise<void> =>
  readOn(filter, !walks.has(writeFilter(filter)));

async function readOn(filter: EventFilter, isNew: boolean): Promise<void> {
  const key = writeFilter(filter);
  if (asking.get()[key] === 'yes') return;
  const walk: Walk | undefined = isNew
    ? {
        userId: me.get()?.userId,
        items: api.list('/event/search', { query: { ...searchOf(filter, new Date()), limit: pageSize } }),
        startedAtMs: Date.now(),
      }
    : walks.get(key);
  if (!walk) return;
  walks.set(key, walk);
  setAsking(key, 'yes');
  try {
    const { events, isWhole } = await takeEvents(walk.items);
    const before = isNew ? [] : (lists.get()[key]?.events ?? []);
    keepList(key, { events: [...before, ...events], isWhole });
    setAsking(key, undefined);
  } catch {
    walks.delete(key);
    setAsking(key, 'failed');
  }
}

/** Stores the list as the newest one; the oldest is dropped first. */
function keepList(key: string, list: EventList): void {
  lists.change((before) => {
    const others = Object.entries(before).filter(([one]) => one !== key);
    return Object.fromEntries([...others.slice(1 - mostLists), [key, list]]);
  });
}

let edgesOf: string | undefined;

/** Loads the parts around the list. Each may fail alone and then keeps its last value. */
export async function loadEdges(): Promise<void> {
  const userId = me.get()?.userId;
  if (edgesOf === userId) return;
  edgesOf = userId;
  const forget = (): void => {
    edgesOf = undefined;
  };
  await Promise.all([
    api.get('/event/spotlight').then((found) => spotlight.set(found), forget),
    api.get('/event/cities').then((found) => cities.set(found), forget),
    api.get('/event/categories').then((found) => categories.set(found), forget),
  ]);
}

export function replaceEvent(event: Event): void {
  const replace = (all: readonly Event[]): readonly Event[] =>
    all.map((one) => (one.id === event.id ? event : one));
  spotlight.change(replace);
  lists.change((before) =>
    Object.fromEntries(
      Object.entries(before).map(([key, list]) => [key, { ...list, events: replace(list.events) }]),
    ),
  );
}

export const findListed = (id: number): Event | undefined =>
  [spotlight.get(), ...Object.values(lists.get()).map(({ events }) => events)]
    .flat()
    .find((event) => event.id === id);
