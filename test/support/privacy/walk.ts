import assert from 'node:assert/strict';
import { newId } from '../../../src/platform/ids.ts';
import type { TestApp } from '../app.ts';
import { openLiveClient } from '../live-client.ts';
import { until } from '../process.ts';
import { findTraces, openText, type Cast, type Member, type Opened } from './cast.ts';
import { afterwards, beforehand, type Sight, type Sights } from './relations.ts';
import { routes, type Route } from './routes.ts';
import { ask, type Answer } from './stage.ts';

type PersonRoute = Extract<Route, { by: 'person' }>;
type ListRoute = Extract<Route, { by: 'list' }>;

export interface Walk {
  readonly praca: TestApp;
  readonly cast: Cast;
  readonly address: string;
  readonly eventId: number;
  /** The photo passes from the addresses of photos, by the id of the asker. */
  readonly passes: Map<string, string>;
  /** ETags of earlier answers, by `tagKey`. */
  readonly tags: Map<string, string>;
}

/** The id and photo name of a person who never existed. */
export const unknownUserId = newId();
export const nobodyPhoto = 'A'.repeat(22);

export type When = 'before' | 'after';
export interface Pair {
  asker: Member;
  shown: Member;
  sights: Sights;
  title: string;
}

/** Returns the viewer and each other person as pairs, in both directions. */
export function pairs({ cast }: Walk, when: When): Pair[] {
  return cast.others.flatMap((other) => {
    const seen = when === 'before' ? beforehand[other.history] : afterwards(other);
    return [
      {
        asker: cast.viewer,
        shown: other,
        sights: seen.viewer,
        title: `the viewer, of one who is ${other.title}`,
      },
      {
        asker: other,
        shown: cast.viewer,
        sights: seen.other,
        title: `one who is ${other.title}, of the viewer`,
      },
    ];
  });
}
export const has = (sights: Sights, sight: Sight): boolean => sights !== 'out' && sights.includes(sight);

export interface Names {
  own: string;
  other: string;
  photo: string;
}
export function fill({ eventId }: Walk, { path }: Route, { own, other, photo }: Names): string {
  const values: Record<string, string | number> = {
    userId: own,
    other,
    useriD: other,
    userChat: other,
    name: photo,
    eventId,
    of: 'event',
    id: other,
    photoId: unknownUserId,
    seed: 'ana',
    language: 'en',
    deviceId: 'nenhum',
    page: 0,
    messageId: 'ALL',
  };
  return `/social${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name]))}`;
}

async function askPerson(
  walk: Walk,
  route: PersonRoute,
  { asker, shown }: Pair,
  instead?: typeof unknownUserId,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { payload } = route;
  const other = instead ?? shown.id;
  const url = fill(walk, route, {
    own: asker.id,
    other,
    photo: instead === undefined ? shown.photo.name : nobodyPhoto,
  });
  // Requests the photo without a token, as an <img> does.
  if (route.path.startsWith('/photos/'))
    return ask(walk.praca, 'GET', `${url}?pass=${walk.passes.get(asker.id) ?? ''}`, { headers: more });
  return ask(walk.praca, route.method, url, { payload, headers: { ...asker.headers, ...more } });
}

/** Removes values that differ per request, and the requested ids. */
export function bare({ status, body, headers }: Answer, shown: Member): unknown {
  const neutral = (text: string): string =>
    text
      .replaceAll(shown.id, '{other}')
      .replaceAll(unknownUserId, '{other}')
      .replaceAll(shown.photo.name, '{photo}')
      .replaceAll(nobodyPhoto, '{photo}')
      .replace(/"request_id":"[^"]*"/, '');
  const { date: _date, 'x-request-id': _request, ...rest } = headers;
  return { status, body: neutral(body), headers: JSON.parse(neutral(JSON.stringify(rest))) as unknown };
}

export const textOf = ({ body, headers }: Answer): string => `${body}\n${JSON.stringify(headers)}`;
export const tagKey = (route: Route, { title }: Pair): string => `${route.path} ${title}`;

/** Asserts that a route of a person answers as the table says, and otherwise as for an unknown person. */
export async function holdPerson(
  walk: Walk,
  route: PersonRoute,
  pair: Pair,
  more?: Record<string, string>,
): Promise<void> {
  const { asker, shown, sights } = pair;
  const title = `${route.method} ${route.path}: ${pair.title}`;
  const answer = await askPerson(walk, route, pair, undefined, more);
  const isAddress = route.path.startsWith('/photos/');
  if (sights === 'out' && !isAddress) return assert.equal(answer.status, 401, title);
  if (!has(sights, route.sight)) {
    const missing = await askPerson(walk, route, pair, unknownUserId, more);
    assert.deepEqual(bare(answer, shown), bare(missing, shown), title);
    // A photo pass ends with its session, and a suspension ends the session.
    const refusals = sights === 'out' ? [401, 403, 404] : [403, 404];
    return assert.ok(refusals.includes(answer.status), `${title}: ${answer.status}`);
  }
  assert.equal(answer.status, 200, `${title}: ${answer.body}`);
  if (route.shows) holdTraces(openText(textOf(answer)), pair, route.shows, title);
  walk.tags.set(tagKey(route, pair), String(answer.headers['etag']));
  const pass = /\?pass=([\w.-]+)/.exec(answer.body)?.[1];
  if (pass !== undefined) walk.passes.set(asker.id, pass);
}

export function holdTraces(
  text: Opened,
  { asker, shown }: Pair,
  shows: readonly string[],
  title: string,
): void {
  const found: string[] = findTraces(text, asker, shown);
  const must = shows.filter((kind) => !kind.endsWith('?'));
  const may = new Set(shows.map((kind) => kind.replace('?', '')));
  assert.deepEqual(
    found.filter((kind) => !may.has(kind)),
    [],
    `${title}: shown and not to be`,
  );
  assert.deepEqual(
    must.filter((kind) => !found.includes(kind)),
    [],
    `${title}: not shown`,
  );
}

/** Returns a whole list as one text. For the viewer also page by page with one person each, following the links. */
async function readList(walk: Walk, route: ListRoute, asker: Member): Promise<string> {
  if (route.path.endsWith('/live')) return readLive(walk, asker);
  const url = fill(walk, route, { own: asker.id, other: '', photo: '' });
  const texts: string[] = [];
  const read = async (first: string, isPaged: boolean): Promise<void> => {
    for (let next: string | undefined = first; next !== undefined;) {
      const answer = await ask(walk.praca, 'GET', next, { headers: asker.headers });
      assert.equal(answer.status, 200, answer.body);
      texts.push(textOf(answer));
      const link = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link']))?.[1];
      const linked: URL | undefined =
        link === undefined ? undefined : new URL(link, `${walk.address}${next}`);
      next = linked && linked.pathname + linked.search;
      // An empty page in the middle would reveal a hidden person.
      const isEmpty = /^\[\]$|"likes":\[\]/.test(answer.body);
      if (isPaged && next !== undefined)
        assert.ok(!isEmpty, `${route.path} has an empty page before its end`);
    }
  };
  if (route.paged && asker === walk.cast.viewer) await read(`${url}?limit=1`, true);
  await read(`${url}?${route.query ?? (route.paged ? 'limit=200' : '')}`, false);
  return texts.join('\n');
}

/** Reads all updates from the first to the newest. */
async function readLive({ praca, address }: Walk, asker: Member): Promise<string> {
  const { id: userId, token, headers } = asker;
  const updates = await ask(praca, 'GET', `/social/user/${userId}/updates?since=0&limit=200`, { headers });
  const { updates: known, more } = JSON.parse(updates.body) as { updates: { seq: number }[]; more: boolean };
  assert.ok(!more, 'all updates fit on one page');
  const last = known.at(-1)?.seq ?? 0;
  const client = await openLiveClient({ url: address, userId, token, via: 'events', since: 0 });
  await until(() => client.updates.some(({ seq }) => seq >= last), 'the last update');
  await client.stop();
  await until(
    async () => (await praca.sql`select from social.presences where user_id = ${userId}`).length === 0,
    'the end of the presence',
  );
  return JSON.stringify(client.updates);
}

export async function holdLists(walk: Walk, when: When): Promise<void> {
  const { cast } = walk;
  const all = pairs(walk, when);
  for (const asker of [cast.viewer, ...cast.others]) {
    const its = all.filter((pair) => pair.asker === asker);
    if (its[0]?.sights === 'out') continue;
    for (const route of routes.filter((one) => one.by === 'list')) {
      if (route.path.endsWith('/live') && asker !== cast.viewer) continue;
      const text = openText(await readList(walk, route, asker));
      for (const pair of its) {
        const sights = pair.sights as readonly Sight[];
        const shows = sights.flatMap((sight) => route.shows[sight] ?? []);
        holdTraces(text, pair, shows, `${route.path}: ${pair.title}`);
      }
    }
  }
}

const persons = routes.filter((route) => route.by === 'person');
export const reading = persons.filter(({ method }) => method === 'GET');
export const acting = persons.filter(({ method }) => method !== 'GET');

export async function holdReading(walk: Walk, when: When): Promise<void> {
  for (const pair of pairs(walk, when)) for (const route of reading) await holdPerson(walk, route, pair);
}
