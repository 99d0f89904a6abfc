import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../src/platform/ids.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { PlayedFcm } from './support/played-fcm.ts';
import {
  createCast,
  findTraces,
  nameOf,
  openText,
  phoneOf,
  type Cast,
  type Member,
} from './support/privacy/cast.ts';
import { afterwards, type Sight } from './support/privacy/relations.ts';
import { routes } from './support/privacy/routes.ts';
import { ask, openStage, type Answer } from './support/privacy/stage.ts';
import {
  acting,
  bare,
  fill,
  has,
  holdLists,
  holdPerson,
  holdReading,
  holdTraces,
  unknownUserId,
  nobodyPhoto,
  pairs,
  reading,
  tagKey,
  textOf,
  type Pair,
  type Walk,
} from './support/privacy/walk.ts';
import { openPeople, type Person } from './support/social-people.ts';

let praca: TestApp;
let google: PlayedFcm;
let cast: Cast;
let stage: Awaited<ReturnType<typeof openStage>>;
let walk: Walk;

before(async () => {
  google = await new PlayedFcm().listen();
  praca = await openTestApp({
    settings: {
      FCM_SERVICE_ACCOUNT: Buffer.from(google.account()).toString('base64'),
      FCM_URL: google.url,
      RATE_LIMIT: '0',
      LIKES_PER_DAY: '0',
      MESSAGES_PER_MINUTE: '0',
      REPORTS_PER_DAY: '0',
    },
  });
  cast = await createCast(praca);
  stage = await openStage(praca, cast);
});
after(async () => {
  await praca.close();
  await google.close();
});

async function readNumbers() {
  const { viewer } = cast;
  const get = async (path: string, headers: Record<string, string> = {}) =>
    JSON.parse((await ask(praca, 'GET', `/social${path}`, { headers })).body) as Record<string, number>;
  const counters = await get(`/user/${viewer.id}/counters`, viewer.headers);
  const setPremium = (isPremium: boolean) =>
    praca.sql`update social.users set is_premium = ${isPremium} where id = ${viewer.id}`;
  await setPremium(false);
  const { likesQty } = await get(`/user/${viewer.id}/counters`, viewer.headers);
  await setPremium(true);
  const seen = await get(`/event/${walk.eventId}/get`, viewer.headers);
  const unseen = await get(`/event/${walk.eventId}/get`);
  return {
    ...counters,
    hiddenLikesQty: likesQty,
    participantsQty: [seen['participantsQty'], unseen['participantsQty']],
  };
}

test('the table covers every route', async () => {
  const document = JSON.parse((await ask(praca, 'GET', '/social/openapi.json')).body) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const shape = (method: string, path: string): string =>
    `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
  const served = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => shape(method, path)),
  );
  assert.deepEqual(served.toSorted(), routes.map(({ method, path }) => shape(method, path)).toSorted());
});

const calendars = new Map<Member, string>();
const staffLists = ['/staff/reports?closed=true', '/staff/acts', '/staff/cases'];
const readStaff = async (erased: Member): Promise<string> => {
  const own = ['reports', 'case'].map((what) => `/staff/users/${erased.id}/${what}`);
  const answers = [];
  for (const path of [...staffLists, ...own])
    answers.push(await ask(praca, 'GET', `/social${path}`, { headers: stage.staff }));
  return answers.map(({ body }) => body).join('\n');
};
const erased = (): Member[] => cast.others.filter(({ relation }) => relation === 'erased');

test('before any block or deletion, people see each other as their history allows', async () => {
  walk = {
    praca,
    cast,
    address: await praca.listen(),
    eventId: await stage.begin(),
    passes: new Map(),
    tags: new Map(),
  };
  await holdReading(walk, 'before');
  await holdLists(walk, 'before');
  for (const person of [cast.viewer, ...cast.others]) {
    const made = await ask(praca, 'POST', '/social/user/calendar', { headers: person.headers });
    calendars.set(person, (JSON.parse(made.body) as { url: string }).url.replace(/^https?:\/\/[^/]+/, ''));
  }
  for (const one of erased())
    assert.deepEqual(findTraces(openText(await readStaff(one)), cast.viewer, one), [
      'id',
      'name',
      'about',
      'report',
    ]);
});

test('after blocks and deletions, pushes are only about people whom the recipient may still see', async () => {
  await stage.writeLate();
  await stage.separate();
  await stage.runJobs();
  const told = pairs(walk, 'after').map((pair) => {
    const to = google.taken.filter(({ token }) => token === phoneOf(pair.asker));
    const kinds = to
      .filter(({ data }) => data['sender_id'] === pair.shown.id)
      .map(({ data }) => data['type'] ?? '');
    return [pair.title, kinds.toSorted()];
  });
  const expected = pairs(walk, 'after').map(({ title, sights }) => [
    title,
    has(sights, 'chat') ? ['combination', 'message'] : [],
  ]);
  // The viewer has more writers than notifications may wait for one device.
  const isSent = ([title, kinds]: (typeof expected)[number], index: number) =>
    pairs(walk, 'after')[index]?.asker === cast.viewer
      ? [title, (kinds as string[]).filter((kind) => kind !== 'message')]
      : [title, kinds];
  assert.deepEqual(told.map(isSent), expected.map(isSent));
  assert.ok(told.every(([, kinds], index) => (kinds?.length ?? 0) <= (expected[index]?.[1]?.length ?? 0)));
  const rest = JSON.stringify(google.taken.filter(({ data }) => data['sender_id'] === undefined));
  assert.ok(rest.includes('notice'));
  for (const other of cast.others) {
    const found = findTraces(openText(rest.replaceAll(phoneOf(other), '')), cast.viewer, other);
    assert.deepEqual(found, [], other.title);
  }
});

test('counts include only visible people; those of an event include everyone and are equal for all viewers', async () => {
  const count = (sight: Sight): number =>
    cast.others.filter((other) => has(afterwards(other).viewer, sight)).length;
  const sleeping = cast.others.filter(
    ({ relation, history }) => relation === 'blocked' && history === 'admirer',
  );
  const seats = cast.others.filter(({ relation }) => !/suspended|deleted|erased/.test(relation)).length + 1;
  assert.deepEqual(await readNumbers(), {
    unreadQty: count('chat'),
    newCombinationsQty: count('chat'),
    likesQty: count('likes'),
    // Without premium a count must not reveal who liked the viewer, so it does not drop when the viewer blocks a person
    // (ADR 19).
    hiddenLikesQty: count('likes') + sleeping.length,
    participantsQty: [seats, seats],
  });
});

test('after blocks and deletions, each route shows only what the table allows; hidden people answer like unknown ones', async () => {
  await holdReading(walk, 'after');
  await holdLists(walk, 'after');
});

test('ETags, calendar addresses and paths from before reveal nothing afterwards', async () => {
  for (const pair of pairs(walk, 'after')) {
    if (has(pair.sights, 'card')) continue;
    for (const route of reading.filter(({ sight }) => sight === 'card'))
      await holdPerson(walk, route, pair, { 'if-none-match': walk.tags.get(tagKey(route, pair)) ?? '' });
    const { shown, asker, sights } = pair;
    if (sights === 'out') {
      const calendar = await ask(praca, 'GET', calendars.get(asker) ?? '');
      assert.equal(calendar.status, 404, pair.title);
      continue;
    }
    for (const route of routes.filter(({ method, path }) => method === 'GET' && path.includes('{userId}'))) {
      const [theirs, zeroAddress] = [shown.id, unknownUserId].map((own) =>
        fill(walk, route, { own, other: asker.id, photo: '' }),
      );
      const answers = [];
      for (const url of [theirs, zeroAddress])
        answers.push(bare(await ask(praca, 'GET', url ?? '', { headers: asker.headers }), shown));
      assert.deepEqual(answers[0], answers[1], `${route.path}: ${pair.title}`);
    }
  }
  assert.equal((await ask(praca, 'GET', calendars.get(cast.viewer) ?? '')).status, 200);
});

test('routes without people contain no data of any person', async () => {
  for (const route of routes) {
    if (route.by !== 'nobody' || route.unasked !== undefined) continue;
    const { viewer } = cast;
    const url = fill(walk, route, { own: viewer.id, other: unknownUserId, photo: nobodyPhoto });
    const asking = { headers: viewer.headers, payload: route.payload };
    const answer = await ask(praca, route.method, `${url}?${route.query ?? ''}`, asking);
    assert.equal(answer.status, route.status ?? 200, `${route.method} ${route.path}: ${answer.body}`);
    const text = openText(textOf(answer));
    for (const other of cast.others)
      assert.deepEqual(findTraces(text, viewer, other), [], `${route.path}: ${other.title}`);
  }
});

test('a suspended person can export their own data but no data of others', async () => {
  for (const other of cast.others.filter(({ relation }) => relation === 'suspended')) {
    const refused = await ask(praca, 'POST', `/social/oauth/token?user_id=${other.id}&name=x&provider=test`);
    const { appeal_token: token } = JSON.parse(refused.body) as { appeal_token: string };
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await ask(praca, 'GET', `/social/user/${other.id}/export`, { headers });
    assert.equal(status, 200, body);
    assert.ok(body.includes(nameOf(other)));
    const pair = { asker: other, shown: cast.viewer, sights: 'out' as const, title: other.title };
    holdTraces(openText(body), pair, ['id', 'heard?'], `the export of one who is ${other.title}`);
  }
});

test('staff see everyone; of erased people they see only the case, or the same as for unknown ids', async () => {
  for (const one of erased()) {
    const left = one.history === 'partner' ? ['id', 'name', 'about'] : [];
    assert.deepEqual(findTraces(openText(await readStaff(one)), cast.viewer, one), left, one.title);
  }
  const own = await ask(praca, 'GET', `/social/user/${cast.viewer.id}/reports`, {
    headers: cast.viewer.headers,
  });
  assert.equal(own.status, 200, own.body);
  for (const one of erased())
    assert.deepEqual(findTraces(openText(own.body), cast.viewer, one), [], one.title);
  const one = erased().find(({ history }) => history !== 'partner');
  assert.ok(one);
  for (const route of routes) {
    if (route.by !== 'staff' || !route.path.includes('/users/{id}')) continue;
    const answers = [];
    for (const other of [one.id, unknownUserId]) {
      const url = fill(walk, route, { own: '', other, photo: '' });
      const asking = { headers: stage.staff, payload: route.payload };
      answers.push(bare(await ask(praca, route.method, url, asking), one));
    }
    assert.deepEqual(answers[0], answers[1], `${route.method} ${route.path}`);
  }
});

test('an action on a person that the caller cannot see answers as for an unknown person', async () => {
  for (const route of acting) for (const pair of pairs(walk, 'after')) await holdPerson(walk, route, pair);
});

test('blocks and reports are accepted for every existing person, visible or hidden', async () => {
  const asking = pairs(walk, 'after').filter(({ sights }) => sights !== 'out');
  for (const pair of asking) await holdReport(pair);
  // All blocks come before the first unblock, because a block hides people from each other.
  for (const method of ['GET', 'DELETE'] as const) {
    for (const { asker, shown, sights, title } of asking) {
      const block = (other: string) =>
        ask(praca, method, `/social/user/block/${other}`, { headers: asker.headers });
      const answer = await block(shown.id);
      const isTaken = method === 'DELETE' || has(sights, 'there');
      assert.equal(answer.status, isTaken ? 200 : 404, title);
      if (method === 'DELETE' || !isTaken)
        assert.deepEqual(bare(answer, shown), bare(await block(unknownUserId), shown), title);
    }
  }
});

async function holdReport({ asker, shown, sights, title }: Pair): Promise<void> {
  const report = (payload: Record<string, unknown>, other = shown.id) =>
    ask(praca, 'POST', `/social/user/${asker.id}/report/${other}`, { headers: asker.headers, payload });
  if (!has(sights, 'there')) {
    const [theirs, zeroAddress] = [
      await report({ reason: 'Rude' }),
      await report({ reason: 'Rude' }, unknownUserId),
    ];
    return assert.deepEqual(bare(theirs, shown), bare(zeroAddress, shown), title);
  }
  assert.equal((await report({ reason: 'Rude' })).status, 200, title);
  // Only a photo that the reporter can see, or could see before an own block, is accepted. Others answer like unknown
  // photos.
  const withPhoto = await report({ reason: 'See', photo: shown.photo.id });
  if (has(sights, 'card') || has(sights, 'blocks')) return assert.equal(withPhoto.status, 200, title);
  const unknown = await report({ reason: 'See', photo: newId() });
  assert.deepEqual(bare(withPhoto, shown), bare(unknown, shown), title);
  assert.equal(withPhoto.status, 400, title);
}

test('an undo does not bring back or show a disliked person who has since become hidden', async () => {
  const { sql } = praca;
  const [one, ...rest] = (await (await openPeople(praca)).create(6)) as [Person, ...Person[]];
  await sql`update social.users set is_premium = true where id = ${one.id}`;
  const post = (path: string, who: { authorization: string }, payload?: Record<string, unknown>) =>
    ask(praca, 'POST', `/social${path}`, { headers: who, payload });
  const vanish: ((other: Person) => Promise<Answer>)[] = [
    (other) => ask(praca, 'GET', `/social/user/block/${one.id}`, { headers: other.headers }),
    (other) => ask(praca, 'GET', `/social/user/block/${other.id}`, { headers: one.headers }),
    (other) => post(`/user/${other.id}/delete`, other.headers),
    (other) => post(`/staff/users/${other.id}/suspend`, stage.staff, { reason: 'x', until: null }),
  ];
  const [stays, ...vanishing] = rest as [Person, ...Person[]];
  await post(`/user/dislike/${stays.id}`, one.headers);
  assert.ok((await post('/user/undo', one.headers)).body.includes(stays.id));
  const nothing = await post('/user/undo', one.headers);
  assert.equal(nothing.status, 409);
  for (const [index, other] of vanishing.entries()) {
    await post(`/user/dislike/${other.id}`, one.headers);
    assert.equal((await vanish[index]?.(other))?.status, 200);
    assert.deepEqual(bare(await post('/user/undo', one.headers), cast.viewer), bare(nothing, cast.viewer));
  }
});
