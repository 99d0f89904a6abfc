import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/app.ts';
import { merchantToken } from './support/merchant.ts';
import {
  assertNone,
  findAccepted,
  findLeaks,
  findUnauthenticated,
  readOperations,
  readRefusal,
  send,
  type Example,
  type Operation,
} from './support/route-matrix.ts';
import { createSignedInUser } from './support/signed-in-user.ts';
import { openPeople, type People, type Person } from './support/social-people.ts';

type Access = 'public' | 'user' | 'own' | 'staff';
interface Row {
  method: Operation['method'];
  path: string;
  access: Access;
  payload?: object;
  /** The status for the intended caller. 'stream' never ends, so only refused callers request it. */
  ok: number | 'stream';
  /** The status if the user in the path has blocked the caller. */
  blocked?: number;
  /** The request needs two people with a combination. */
  combined?: true;
  /** Any token is ignored, as if there were none. */
  ignoresToken?: true;
}

const row = (
  method: Row['method'],
  path: string,
  access: Access,
  ok: Row['ok'] = 200,
  more: Partial<Row> = {},
): Row => ({ method, path, access, ok, ...more });

const chat = { blocked: 403, combined: true } as const;
const slides = [{ photo: 'https://example.com/1.png', description: 'Meet' }];
const campaign = {
  title: 'Samba',
  description: 'Samba',
  media_type: 1,
  media: 'https://example.com/a.jpg',
  link: 'https://example.com',
  starts_at: '2030-01-01T00:00:00Z',
  ends_at: '2030-02-01T00:00:00Z',
  cities: [],
  weight: 10,
};
const event = {
  name: 'Baile',
  category: 'Música',
  startDate: '2035-01-01T20:00:00Z',
  endDate: '2035-01-02T02:00:00Z',
  location: { name: 'Praça', city: 'Rio de Janeiro' },
};

/** All routes with their permitted callers. A new route fails the test until it is added. */
const table: Row[] = [
  row('POST', '/oauth/token', 'public', 200, {
    payload: { user_id: 'access-1', name: 'Ana' },
    ignoresToken: true,
  }),
  row('GET', '/oauth/session', 'user'),
  row('DELETE', '/oauth/session', 'user'),
  row('GET', '/presentation', 'public'),
  row('GET', '/terms', 'public'),
  row('GET', '/user/perfil', 'user'),
  row('PUT', '/user/perfil', 'user', 200, { payload: { about: 'x' } }),
  row('GET', '/user/{other}/card', 'user', 200, { blocked: 403 }),
  row('GET', '/user/{other}/photos', 'user', 200, { blocked: 403 }),
  row('POST', '/user/{userId}/photos', 'own', 415, { payload: {} }),
  row('PUT', '/user/{userId}/photos/order', 'own', 200, { payload: { photos: [] } }),
  row('DELETE', '/user/{userId}/photos/{photoId}', 'own', 404),
  row('GET', '/photos/{name}', 'user', 404),
  row('GET', '/photos/{name}/thumb', 'user', 404),
  row('GET', '/portraits/{seed}.svg', 'public'),
  row('GET', '/pictures/{of}/{eventId}', 'public', 404),
  row('GET', '/user/{userId}/config', 'own'),
  row('PUT', '/user/{userId}/config', 'own', 200, { payload: { woman: true } }),
  row('GET', '/user/feed', 'user'),
  row('POST', '/user/like/{useriD}', 'user', 200, { blocked: 404 }),
  row('POST', '/user/dislike/{useriD}', 'user', 200, { blocked: 404 }),
  row('GET', '/user/block/{useriD}', 'user', 200, { blocked: 200 }),
  row('DELETE', '/user/block/{useriD}', 'user', 200, { blocked: 200 }),
  row('GET', '/user/{userId}/blocks', 'own'),
  row('POST', '/user/undo', 'user', 403),
  row('GET', '/user/{userId}/likes', 'own'),
  row('GET', '/user/{userId}/counters', 'own'),
  row('GET', '/user/{userId}/combinations', 'own'),
  row('GET', '/get/ads', 'user'),
  row('POST', '/get/ads/{id}/view', 'user', 404),
  row('POST', '/get/ads/{id}/click', 'user', 404),
  row('POST', '/user/{userId}/report/{other}', 'own', 200, { payload: { reason: 'x' }, blocked: 200 }),
  row('POST', '/user/{userId}/report/event/{eventId}', 'own', 200, { payload: { reason: 'x' } }),
  row('GET', '/user/{userId}/reports', 'own'),
  row('GET', '/user/{userId}/notices', 'own'),
  row('POST', '/user/{userId}/appeal', 'own', 409, { payload: { text: 'x' } }),
  row('POST', '/user/{userId}/delete', 'own'),
  row('GET', '/user/{userId}/export', 'own'),
  row('GET', '/event/location', 'public'),
  row('GET', '/event/spotlight', 'public'),
  row('GET', '/event/cities', 'public'),
  row('GET', '/event/categories', 'public'),
  row('GET', '/city/search', 'public'),
  row('GET', '/town', 'public'),
  row('GET', '/event/search', 'public'),
  row('GET', '/event/list', 'public'),
  row('GET', '/event/{eventId}/get', 'public'),
  row('GET', '/event/{eventId}/ics', 'public'),
  row('GET', '/event/{eventId}/participants', 'user'),
  row('GET', '/user/{userId}/events', 'own'),
  row('GET', '/user/{userId}/events.ics', 'own'),
  row('POST', '/user/calendar', 'user'),
  row('DELETE', '/user/calendar', 'user'),
  row('GET', '/events.ics', 'public', 404, { ignoresToken: true }),
  row('POST', '/event/{eventId}/confirm/{userId}', 'own'),
  row('DELETE', '/event/{eventId}/confirm/{userId}', 'own'),
  row('POST', '/user/{userId}/chat/{userChat}', 'own', 200, { payload: { message: 'x' }, ...chat }),
  row('GET', '/user/{userId}/chat/{userChat}', 'own', 200, chat),
  row('GET', '/user/{userId}/chat/{userChat}/{page}', 'own', 200, chat),
  row('DELETE', '/user/{userId}/chat/{userChat}/{messageId}', 'own', 200, chat),
  row('POST', '/user/{userId}/chat/{userChat}/typing', 'own', 200, chat),
  row('GET', '/push/key', 'public'),
  row('PUT', '/user/{userId}/devices/{deviceId}', 'own', 200, {
    payload: { platform: 'fcm', token: 'token' },
  }),
  row('DELETE', '/user/{userId}/devices/{deviceId}', 'own'),
  row('GET', '/user/{userId}/live', 'own', 'stream'),
  row('GET', '/user/{userId}/updates', 'own'),
  row('POST', '/staff/token', 'public', 401, { payload: {} }),
  row('GET', '/staff/presentation', 'staff'),
  row('PUT', '/staff/presentation/{language}', 'staff', 200, { payload: { body: slides } }),
  row('GET', '/staff/terms', 'staff'),
  row('PUT', '/staff/terms/{language}', 'staff', 200, { payload: { body: 'Terms' } }),
  row('GET', '/staff/reports', 'staff'),
  row('POST', '/staff/reports/{id}/close', 'staff', 404, { payload: {} }),
  row('GET', '/staff/reports/{id}/photo', 'staff', 404),
  row('GET', '/staff/cases', 'staff'),
  row('GET', '/staff/acts', 'staff'),
  row('GET', '/staff/users/{id}/case', 'staff', 404),
  row('GET', '/staff/users/{id}/reports', 'staff'),
  ...['warn', 'hide', 'unhide', 'lift', 'dismiss'].map((deed) =>
    row('POST', `/staff/users/{id}/${deed}`, 'staff', 404, { payload: { reason: 'x' } }),
  ),
  row('POST', '/staff/users/{id}/suspend', 'staff', 404, { payload: { reason: 'x', until: null } }),
  row('POST', '/staff/users/{id}/remove-photo', 'staff', 404, { payload: { reason: 'x', photo: 'x' } }),
  row('POST', '/staff/users/{id}/remove-text', 'staff', 404, { payload: { reason: 'x', text: 'name' } }),
  row('POST', '/staff/appeals/{id}/accept', 'staff', 404, { payload: {} }),
  row('POST', '/staff/appeals/{id}/refuse', 'staff', 404, { payload: { reason: 'x' } }),
  row('PUT', '/staff/users/{id}/premium', 'staff', 404, { payload: { is_premium: true } }),
  row('GET', '/staff/campaigns', 'staff'),
  row('POST', '/staff/campaigns', 'staff', 200, { payload: campaign }),
  row('PUT', '/staff/campaigns/{id}', 'staff', 404, { payload: campaign }),
  row('POST', '/staff/campaigns/{id}/stop', 'staff', 404),
  row('GET', '/staff/campaigns/{id}/days', 'staff', 404),
  row('GET', '/staff/events', 'staff'),
  row('POST', '/staff/events', 'staff', 200, { payload: event }),
  row('PUT', '/staff/events/{eventId}', 'staff', 200, { payload: {} }),
  row('PUT', '/staff/events/{eventId}/picture', 'staff', 415, { payload: {} }),
  row('GET', '/event-pictures/{name}', 'public', 404),
  row('POST', '/staff/events/{eventId}/cancel', 'staff'),
];

let praca: TestApp;
let people: People;
let staff: { authorization: string };
let eventId: number;
/** Maps each operation of the document to its row. */
let rows: Map<Operation, Row>;
/** Authorization headers with tokens that every operation refuses. */
let badCallers: Record<string, { authorization: string }>;
let deleted: Person;

before(async () => {
  praca = await openTestApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  const [expired] = (await people.create(1)) as [Person];
  praca.clock.offsetMs += 3_601_000;
  staff = await people.staffHeaders();
  const [changed, ended] = (await people.create(2)) as [Person, Person];
  [deleted] = (await people.create(1)) as [Person];
  await ask('POST', `/user/${deleted.id}/delete`, deleted.headers);
  await ask('DELETE', '/oauth/session', ended.headers);
  badCallers = {
    'a changed token': { authorization: `Bearer ${changed.token.slice(0, -8)}AAAAAAAA` },
    'an expired token': expired.headers,
    'a token of a session that has ended': ended.headers,
    'a session of accounts': (await createSignedInUser(praca)).headers,
    'a token of merchant': { authorization: `Bearer ${await merchantToken(praca)}` },
  };
  await ask('PUT', '/staff/presentation/en', staff, { body: slides });
  await ask('PUT', '/staff/terms/en', staff, { body: 'Terms' });
  eventId = (await ask('POST', '/staff/events', staff, event)).json<{ id: number }>().id;
  rows = new Map();
  for (const operation of await readOperations(praca, 'social')) {
    const found = table.find((one) => shape(one) === shape(operation));
    if (found) rows.set(operation, found);
  }
});
after(() => praca.close());

const ask = (method: Row['method'], path: string, headers: { authorization: string }, payload?: object) =>
  praca.app.inject({ method, url: `/social${path}`, headers, ...(payload && { payload }) });

/** Ignores parameter names, because the rows use more specific ones than the document. */
const shape = ({ method, path }: Pick<Row, 'method' | 'path'>): string =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const rowOf = (operation: Operation): Row => {
  const found = rows.get(operation);
  assert.ok(found);
  return found;
};

const missing = '00000000-0000-7000-8000-000000000000';
const queries: Readonly<Record<string, Record<string, string>>> = {
  '/event/location': { location: 'Brasil' },
  '/event/search': { q: 'baile' },
  '/city/search': { q: 'sao' },
  '/event/list': { ids: '1' },
  '/user/{userId}/updates': { since: '0' },
  '/events.ics': { key: 'unknown' },
};

/** Returns the request of a row with the ids of its user and of another user. */
function exampleOf(operation: Operation, owner: string, other: string): Example {
  const { path, payload } = rowOf(operation);
  const values: Readonly<Record<string, string>> = {
    userId: owner,
    other,
    useriD: other,
    userChat: other,
    eventId: String(eventId),
    id: missing,
    photoId: missing,
    name: 'A'.repeat(22),
    seed: 'ana',
    of: 'event',
    language: 'en',
    deviceId: 'phone',
    page: '0',
    messageId: 'ALL',
  };
  const documented = namesIn(operation.path);
  const named = namesIn(path).map((name, index) => [documented[index], values[name]]);
  const query = queries[path];
  return {
    path: Object.fromEntries(named) as Record<string, string>,
    ...(query && { query }),
    ...(payload && { body: payload }),
  };
}

/** Creates two people with a combination who have already used their sessions. */
async function createPair(): Promise<[me: Person, other: Person]> {
  const [me, other] = (await people.create(2)) as [Person, Person];
  await people.combine(me, other);
  for (const { headers } of [me, other]) await ask('GET', '/user/perfil', headers);
  return [me, other];
}

const column = (...access: Access[]) => ({
  praca,
  operations: [...rows].filter(([, { access: own }]) => access.includes(own)).map(([operation]) => operation),
});

test('the table names every route', async () => {
  const served = (await readOperations(praca, 'social')).map(shape);
  assert.deepEqual(served.toSorted(), table.map(shape).toSorted());
});

test('every operation except public ones rejects a missing token', async () => {
  const [me, other] = (await people.create(2)) as [Person, Person];
  await assertNone(column('user', 'own', 'staff'), (operation) =>
    findUnauthenticated(praca, operation, exampleOf(operation, me.id, other.id), { 'no token': {} }),
  );
});

test('every operation rejects an invalid token in the header and in the query', async () => {
  const [me, other] = (await people.create(2)) as [Person, Person];
  await assertNone(column('public', 'user', 'own', 'staff'), async (operation) => {
    const example = exampleOf(operation, me.id, other.id);
    if (rowOf(operation).ignoresToken) return [];
    const faults = await findUnauthenticated(praca, operation, example, badCallers);
    for (const { authorization } of Object.values(badCallers)) {
      const query = { ...example.query, access_token: authorization.slice('Bearer '.length) };
      faults.push(
        ...(await findUnauthenticated(praca, operation, { ...example, query }, { 'it in the query': {} })),
      );
    }
    return faults;
  });
});

test('every operation of staff rejects the token of a user', async () => {
  const [me, other] = (await people.create(2)) as [Person, Person];
  await assertNone(column('staff'), (operation) =>
    findUnauthenticated(praca, operation, exampleOf(operation, me.id, other.id), { 'a user': me.headers }),
  );
});

test('a deleted user can repeat the deletion and do nothing else', () =>
  assertNone(column('user', 'own'), async (operation) => {
    // The deletion may be repeated, because its answer may have been lost.
    if (operation.path === '/user/{userId}/delete') return [];
    const example = exampleOf(operation, deleted.id, missing);
    return findUnauthenticated(praca, operation, example, { 'the deleted user': deleted.headers });
  }));

test('objects of another user are refused like unknown objects and do not change', async () => {
  const [me, other] = await createPair();
  await assertNone(column('own'), (operation) => {
    const examples = [other.id, missing, 'x'].map((owner) => exampleOf(operation, owner, me.id));
    return findLeaks(praca, operation, { examples, status: 403 }, me.headers);
  });
});

/** A user without reports and an unknown user both have an empty list. */
const unread = /^GET \/staff\/users\/\{id\}\/reports, path/;

test('every bad value is rejected with the name of its field and changes nothing', async () => {
  const [me, other] = await createPair();
  await assertNone(column('public', 'user', 'own', 'staff'), (operation) => {
    const { access } = rowOf(operation);
    const example = exampleOf(operation, me.id, other.id);
    const headers = access === 'staff' ? staff : me.headers;
    return findAccepted(praca, operation, { example, headers, unread });
  });
});

test('requests to a user who has blocked the caller answer as the table says', async () => {
  for (const [operation, { blocked, combined }] of rows) {
    if (blocked === undefined) continue;
    const [me, blocker] = (await people.create(2)) as [Person, Person];
    if (combined) await people.combine(me, blocker);
    await ask('GET', `/user/block/${me.id}`, blocker.headers);
    const answer = await send(praca, operation, exampleOf(operation, me.id, blocker.id), me.headers);
    assert.equal(answer.statusCode, blocked, shape(operation));
    if (combined) assert.equal(readRefusal(answer).code, 'not_combined', shape(operation));
  }
});

test('every operation accepts its intended caller, with and without optional values', async () => {
  for (const [operation, { access, ok, combined }] of rows) {
    if (ok === 'stream') continue;
    const [me, other] = (await people.create(2)) as [Person, Person];
    if (combined) await people.combine(me, other);
    const example = exampleOf(operation, me.id, other.id);
    if (access === 'public')
      assert.equal((await send(praca, operation, example)).statusCode, ok, shape(operation));
    const answer = await send(praca, operation, example, access === 'staff' ? staff : me.headers);
    assert.equal(answer.statusCode, ok, `${shape(operation)}: ${answer.body}`);
  }
});

test('the log contains no token of these requests', () => {
  const log = praca.log.join('');
  assert.ok(log.includes('/social/user/feed'), 'the log contains the requests');
  assert.doesNotMatch(log, /access_token|eyJ[\w-]{10}/);
});
