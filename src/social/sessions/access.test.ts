import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Access = 'public' | 'user' | 'own' | 'staff';
interface Row {
  method: Method;
  path: string;
  access: Access;
  payload?: Record<string, unknown>;
  /** The answer to whom it is meant for. 'stream' never ends and is only asked by those it refuses. */
  ok: number | 'stream';
  /** Towards a user who has blocked the asker, where the path names one. */
  blocked?: number;
  /** Between two who are combined. */
  combined?: true;
  /** Whatever token comes along, it is answered like none. */
  ignoresToken?: true;
}

const row = (
  method: Method,
  path: string,
  access: Access,
  ok: Row['ok'] = 200,
  more: Partial<Row> = {},
): Row => ({ method, path, access, ok, ...more });

const chat = { blocked: 403, combined: true } as const;

/** Every route. A new one fails the test until somebody has said here who may call it. */
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
  row('PUT', '/user/{userId}/devices/{deviceId}', 'own', 400, { payload: {} }),
  row('DELETE', '/user/{userId}/devices/{deviceId}', 'own'),
  row('GET', '/user/{userId}/live', 'own', 'stream'),
  row('GET', '/user/{userId}/updates', 'own'),
  row('POST', '/staff/token', 'public', 401),
  row('GET', '/staff/presentation', 'staff'),
  row('PUT', '/staff/presentation/{language}', 'staff', 400, { payload: {} }),
  row('GET', '/staff/terms', 'staff'),
  row('PUT', '/staff/terms/{language}', 'staff', 400, { payload: {} }),
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
  row('POST', '/staff/campaigns', 'staff', 400, { payload: {} }),
  row('PUT', '/staff/campaigns/{id}', 'staff', 400, { payload: {} }),
  row('POST', '/staff/campaigns/{id}/stop', 'staff', 404),
  row('GET', '/staff/campaigns/{id}/days', 'staff', 404),
  row('GET', '/staff/events', 'staff'),
  row('POST', '/staff/events', 'staff', 400, { payload: {} }),
  row('PUT', '/staff/events/{eventId}', 'staff', 200, { payload: {} }),
  row('POST', '/staff/events/{eventId}/cancel', 'staff'),
];

let praca: TestApp;
let people: People;
let staff: { authorization: string };
let eventId: number;
let deleted: Person;
let expired: string;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  const [old] = (await people.create(1)) as [Person];
  expired = old.token;
  praca.clock.offsetMs += 3_601_000;
  staff = await people.staffHeaders();
  [deleted] = (await people.create(1)) as [Person];
  await praca.app.inject({
    method: 'POST',
    url: `/social/user/${deleted.id}/delete`,
    headers: deleted.headers,
  });
  for (const kind of ['presentation', 'terms']) {
    const body = kind === 'terms' ? 'Terms' : [{ photo: 'https://example.com/1.png', description: 'Meet' }];
    await praca.app.inject({
      method: 'PUT',
      url: `/social/staff/${kind}/en`,
      headers: staff,
      payload: { body },
    });
  }
  eventId = await createEvent();
});
after(() => praca.close());

async function createEvent(): Promise<number> {
  const at = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'Baile',
      category: 'Música',
      startDate: at(24),
      endDate: at(30),
      location: { name: 'Praça', city: 'Rio de Janeiro' },
    },
  });
  return created.json<{ id: number }>().id;
}

const missing = '00000000-0000-7000-8000-000000000000';

/** `path` with the owner's id and the other's in their places. */
function fill({ path }: Row, owner: string, other: string): string {
  const values: Record<string, string | number> = {
    userId: owner,
    other,
    useriD: other,
    userChat: other,
    eventId,
    id: missing,
    photoId: missing,
    name: 'A'.repeat(22),
    seed: 'ana',
    of: 'event',
    language: 'en',
    deviceId: 'phone',
    page: 0,
    messageId: 'ALL',
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name]));
  const query: Record<string, string> = {
    '/event/location': 'location=Brasil',
    '/event/search': 'q=baile',
    '/city/search': 'q=sao',
    '/event/list': `ids=${eventId}`,
    '/user/{userId}/updates': 'since=0',
    '/events.ics': 'key=nobody',
  };
  return `/social${filled}${query[path] ? `?${query[path]}` : ''}`;
}

async function ask(row: Row, url: string, token?: string, inQuery = false) {
  const withToken = inQuery && token ? `${url}${url.includes('?') ? '&' : '?'}access_token=${token}` : url;
  const answer = await praca.app.inject({
    method: row.method,
    url: withToken,
    ...(token && !inQuery ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(row.payload ? { payload: row.payload } : {}),
  });
  const code = /"code":"(\w+)"/.exec(answer.body)?.[1];
  return { status: answer.statusCode, body: answer.body, code };
}

test('the table names every route that there is', async () => {
  const document = (await praca.app.inject('/social/openapi.json')).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  const shape = (method: string, path: string): string =>
    `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
  const served = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => shape(method, path)),
  );
  assert.deepEqual(served.toSorted(), table.map(({ method, path }) => shape(method, path)).toSorted());
});

for (const row of table) {
  test(`${row.method} ${row.path} is for ${row.access}`, async () => {
    const [me, other] = (await people.create(2)) as [Person, Person];
    if (row.combined) await people.combine(me, other);
    const own = fill(row, me.id, other.id);
    const bad = `${me.token.slice(0, -8)}AAAAAAAA`;
    const good = row.access === 'staff' ? staff.authorization.slice('Bearer '.length) : me.token;
    const refused = row.ignoresToken ? row.ok : 401;
    const without = (await ask(row, own)).status;
    // Signing in as staff reads another header scheme, and is refused for its password.
    assert.equal(without, row.access === 'public' ? row.ok : 401, 'no token');
    assert.equal((await ask(row, own, bad)).status, refused, 'bad token');
    assert.equal((await ask(row, own, bad, true)).status, refused, 'bad token in the query');
    assert.equal((await ask(row, own, expired)).status, refused, 'expired token');
    const asDeleted = fill(row, deleted.id, other.id);
    assert.equal((await ask(row, asDeleted, deleted.token)).status, refused, 'token of a deleted user');
    if (row.access === 'staff') assert.equal((await ask(row, own, me.token)).status, 401, 'a user’s token');
    if (row.access === 'own') {
      const anothers = await ask(row, fill(row, other.id, me.id), me.token);
      assert.deepEqual([anothers.status, anothers.code], [403, 'forbidden'], 'another’s');
      const nobodys = await ask(row, fill(row, missing, me.id), me.token);
      const bare = (body: string): string => body.replace(/"request_id":"[^"]*"/, '');
      assert.deepEqual([nobodys.status, bare(nobodys.body)], [403, bare(anothers.body)], 'nobody’s');
    }
    if (row.blocked !== undefined) {
      const [blocker] = (await people.create(1)) as [Person];
      if (row.combined) await people.combine(me, blocker);
      await praca.app.inject({ url: `/social/user/block/${me.id}`, headers: blocker.headers });
      const shut = await ask(row, fill(row, me.id, blocker.id), me.token);
      assert.equal(shut.status, row.blocked, 'blocked');
      if (row.combined) assert.equal(shut.code, 'not_combined', 'blocked');
    }
    if (row.ok !== 'stream') {
      const answer = await ask(row, own, good, row.access !== 'staff');
      assert.equal(answer.status, row.ok, `own: ${answer.body}`);
    }
  });
}

test('nobody sees a user who is deleted or suspended, who blocked them or whom they blocked, in any list', async () => {
  // Of each kind one who joined before the viewer and one after: a pair keeps what its two sides did apart.
  const crowd = await people.create(9);
  const [gone, blocker, blocked, banned, me, ...younger] = crowd as [
    Person,
    Person,
    Person,
    Person,
    Person,
    ...Person[],
  ];
  const [goneLater, laterBlocker, laterBlocked, bannedLater] = younger as [Person, Person, Person, Person];
  const others = crowd.filter((person) => person !== me);
  const shownEvent = await createEvent();
  for (const other of others) {
    await people.combine(me, other);
    await praca.app.inject({
      method: 'POST',
      url: `/social/event/${shownEvent}/confirm/${other.id}`,
      headers: other.headers,
    });
  }
  const lists = [
    '/social/user/feed?limit=200',
    `/social/user/${me.id}/combinations`,
    `/social/event/${shownEvent}/participants?limit=200`,
  ];
  const visible = async (url: string): Promise<string[]> => {
    const shown = new Set<string>();
    for (let next = url; next !== '';) {
      const answer = await praca.app.inject({ url: next, headers: me.headers });
      for (const { id } of answer.json<{ id: string }[]>()) shown.add(id);
      next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
    }
    return others.map(({ id }) => id).filter((id) => shown.has(id));
  };
  const everybody = others.map(({ id }) => id);
  for (const url of lists) assert.deepEqual(await visible(url), everybody, url);
  for (const { id, headers } of [gone, goneLater])
    await praca.app.inject({ method: 'POST', url: `/social/user/${id}/delete`, headers });
  for (const { headers } of [blocker, laterBlocker])
    await praca.app.inject({ url: `/social/user/block/${me.id}`, headers });
  for (const { id } of [blocked, laterBlocked])
    await praca.app.inject({ url: `/social/user/block/${id}`, headers: me.headers });
  for (const { id } of [banned, bannedLater]) {
    const payload = { reason: 'x', until: null };
    await praca.app.inject({
      method: 'POST',
      url: `/social/staff/users/${id}/suspend`,
      headers: staff,
      payload,
    });
  }
  for (const url of lists) assert.deepEqual(await visible(url), [], url);
});

test('no token of all these requests is in the log', () => {
  const log = praca.log.join('');
  assert.ok(log.includes('/social/user/feed'), 'the requests are there');
  assert.doesNotMatch(log, /access_token|eyJ[\w-]{10}/);
});
