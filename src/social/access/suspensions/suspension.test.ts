import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openLiveClient } from '../../../../test/support/live-client.ts';
import { until } from '../../../../test/support/process.ts';
import {
  openModeration,
  type Answer,
  type Headers,
  type Json,
  type Moderation,
  type SignedIn,
} from '../../../../test/support/moderation.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let praca: TestApp;
/** A second process on the same database. */
let other: TestApp;
let moderation: Moderation;
let clara: Headers;
const dayMs = 86_400_000;
before(async () => {
  database = await createTestDatabase();
  [praca, other] = await Promise.all([openSocialApp({ database }), openSocialApp({ database })]);
  moderation = await openModeration(praca);
});
// The clock moves during the tests, and staff tokens last a quarter of an hour.
beforeEach(async () => {
  clara = await moderation.staff('clara');
});
after(async () => {
  await praca.close();
  await other.close();
  await database.drop();
});

type Row = Record<string, Json>;
const move = (ms: number): void => {
  praca.clock.offsetMs += ms;
  other.clock.offsetMs += ms;
};
const list = async (path: string, headers: Headers) =>
  (await moderation.call('GET', path, headers)).body as Row[];
const has = async (path: string, headers: Headers, id: string): Promise<boolean> =>
  (await list(path, headers)).some((card) => card['id'] === id);
const tryToSignIn = (name: string, app = praca): Promise<Answer> =>
  moderation.call('POST', `/oauth/token?user_id=${name}&name=${name}`, {}, {}, app);
const refresh = (token: string, app = praca): Promise<Answer> =>
  moderation.call('POST', '/oauth/token', {}, { grant_type: 'refresh_token', refresh_token: token }, app);
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
async function combine(one: SignedIn, two: SignedIn): Promise<void> {
  await moderation.call('POST', `/user/like/${two.id}`, one.headers);
  await moderation.call('POST', `/user/like/${one.id}`, two.headers);
}

test('a suspended user loses access in every process, and learns the reason and how to appeal', async () => {
  const [ana, bia] = [await moderation.signIn('ana'), await moderation.signIn('bia')];
  const second = await moderation.signIn('bia', other);
  await combine(ana, bia);
  await moderation.call('POST', `/user/${bia.id}/chat/${ana.id}`, bia.headers, { message: 'hi' });
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await moderation.call('PUT', '/user/perfil', bia.headers, { photos: [picture.toString('base64')] });
  const [photo] = await list(`/user/${bia.id}/photos`, ana.headers);
  const photoPath = new URL(photo?.['url']).pathname.replace('/social', '');
  const calendar = await moderation.call('POST', '/user/calendar', bia.headers, {});
  const calendarPath = calendar.body['url'].split('/social')[1];
  const { body: event } = await moderation.call('POST', '/staff/events', clara, {
    name: 'Show',
    startDate: new Date(praca.clock.nowMs() + dayMs).toISOString(),
    endDate: new Date(praca.clock.nowMs() + dayMs + 3_600_000).toISOString(),
    category: 'Show',
    location: { name: 'Arena', city: 'Natal' },
  });
  await moderation.call('POST', `/event/${event['id']}/confirm/${bia.id}`, bia.headers, {});

  /** Collects what the user and others see; it must be equal before and after. */
  const look = async () => ({
    feed: await has('/user/feed?limit=200', (await moderation.signIn('eva')).headers, bia.id),
    combinations: await has(`/user/${ana.id}/combinations`, ana.headers, bia.id),
    participants: await has(`/event/${event['id']}/participants`, ana.headers, bia.id),
    photos: (await moderation.call('GET', `/user/${bia.id}/photos`, ana.headers)).status,
    image: (await moderation.call('GET', photoPath, ana.headers)).status,
    chat: (await moderation.call('GET', `/user/${ana.id}/chat/${bia.id}`, ana.headers)).status,
    updates: (await moderation.call('GET', `/user/${ana.id}/updates?since=0`, ana.headers)).body['updates']
      .length,
    like: (await moderation.call('POST', `/user/like/${bia.id}`, ana.headers)).status,
    calendar: (await moderation.call('GET', calendarPath, {})).status,
    own: await Promise.all(
      [praca, other].flatMap((app) =>
        [bia, second].map(
          async ({ headers }) =>
            (await moderation.call('GET', '/user/perfil', headers, undefined, app)).status,
        ),
      ),
    ),
  });
  const seen = {
    feed: true,
    combinations: true,
    participants: true,
    photos: 200,
    image: 200,
    chat: 200,
    updates: 3,
    like: 200,
    calendar: 200,
    own: [200, 200, 200, 200],
  };
  assert.deepEqual(await look(), seen);

  const url = await other.listen();
  const live = await Promise.all(
    (['websocket', 'events'] as const).map((via) =>
      openLiveClient({ url, userId: bia.id, token: second.token, via }),
    ),
  );
  const answer = await moderation.act(bia.id, 'suspend', { until: null, reason: 'Threats 🚫' });
  assert.deepEqual([answer.body['status'], answer.body['act'].until], ['done', null]);
  await until(() => live.every((client) => client.ending() !== undefined), 'the end of all connections');
  assert.deepEqual(
    live.map((client) => client.ending()),
    ['4401', 'session_ended'],
  );
  await Promise.all(live.map((client) => client.stop()));
  assert.deepEqual(await look(), {
    feed: false,
    combinations: false,
    participants: false,
    photos: 403,
    image: 404,
    chat: 403,
    updates: 0,
    like: 404,
    calendar: 404,
    own: [401, 401, 401, 401],
  });

  for (const refused of [
    await tryToSignIn('bia'),
    await tryToSignIn('bia', other),
    await refresh(bia.refresh),
    await refresh(second.refresh, other),
  ]) {
    const { status, body, headers } = refused;
    assert.deepEqual([status, body['code'], body['reason']], [403, 'user_suspended', 'Threats 🚫']);
    assert.deepEqual(
      [body['user_id'], body['appeal'], body['suspended_until']],
      [bia.id, 'possible', undefined],
    );
    assert.match(body['detail'], /permanently suspended: Threats/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.ok(!('access_token' in body));
  }
  const guess = `${bia.refresh.slice(0, -4)}AAAA`;
  assert.equal((await refresh(guess)).body['code'], 'invalid_grant', 'without proof no reason is given');

  assert.equal(
    (await moderation.act(bia.id, 'suspend', { until: null, reason: 'Threats 🚫' })).body['status'],
    'unchanged',
  );
  assert.equal((await moderation.act(bia.id, 'lift')).body['status'], 'done');
  assert.equal((await moderation.act(bia.id, 'lift')).body['status'], 'unchanged');
  const back = await moderation.signIn('bia');
  assert.equal(back.id, bia.id);
  assert.deepEqual(await look(), { ...seen, own: [401, 401, 401, 401] });
  assert.deepEqual(
    (await list(`/user/${bia.id}/notices`, back.headers)).map(({ kind }) => kind),
    ['lift', 'suspend'],
  );
});

test('a suspended user is not counted, not in the lists of likes and blocks, and has no card', async () => {
  const [me, liker, mate, blocked] = [
    await moderation.signIn('me'),
    await moderation.signIn('liker'),
    await moderation.signIn('mate'),
    await moderation.signIn('blocked'),
  ];
  await moderation.call('PUT', '/user/perfil', me.headers, { is_premium: 'true' });
  await moderation.call('POST', `/user/like/${me.id}`, liker.headers);
  await combine(me, mate);
  await moderation.call('POST', `/user/${mate.id}/chat/${me.id}`, mate.headers, { message: 'hi' });
  await moderation.call('GET', `/user/block/${blocked.id}`, me.headers);
  const look = async () => ({
    counters: (await moderation.call('GET', `/user/${me.id}/counters`, me.headers)).body,
    likes: (await moderation.call('GET', `/user/${me.id}/likes`, me.headers)).body['likes'].length,
    blocks: await has(`/user/${me.id}/blocks`, me.headers, blocked.id),
    card: (await moderation.call('GET', `/user/${mate.id}/card`, me.headers)).status,
  });
  const seen = await look();
  assert.deepEqual(seen, {
    counters: { unreadQty: 1, newCombinationsQty: 1, likesQty: 1 },
    likes: 1,
    blocks: true,
    card: 200,
  });
  for (const { id } of [liker, mate, blocked]) await moderation.act(id, 'suspend', { until: null });
  const { card, ...rest } = await look();
  assert.deepEqual(rest, {
    counters: { unreadQty: 0, newCombinationsQty: 0, likesQty: 0 },
    likes: 0,
    blocks: false,
  });
  const nobody = `/user/00000000-0000-7000-8000-000000000000/card`;
  assert.equal(card, (await moderation.call('GET', nobody, me.headers)).status);
  for (const { id } of [liker, mate, blocked]) await moderation.act(id, 'lift');
  assert.deepEqual(await look(), seen);
});

test('a suspension with an end date ends by itself', async () => {
  const [ana, rui] = [await moderation.signIn('ana'), await moderation.signIn('rui')];
  const end = new Date(praca.clock.nowMs() + 3 * dayMs);
  await moderation.act(rui.id, 'suspend', { until: end.toISOString() });
  assert.equal((await tryToSignIn('rui')).body['suspended_until'], end.toISOString());
  assert.ok(!(await has('/user/feed?limit=200', ana.headers, rui.id)));
  const longer = new Date(end.getTime() + dayMs).toISOString();
  assert.equal((await moderation.act(rui.id, 'suspend', { until: longer })).body['status'], 'done');
  assert.equal((await tryToSignIn('rui')).body['suspended_until'], longer);
  for (const bad of ['2020-01-01', 'soon', 7])
    assert.equal((await moderation.act(rui.id, 'suspend', { until: bad })).body['errors'][0].field, 'until');
  assert.equal(
    (await moderation.act(rui.id, 'suspend', {})).status,
    400,
    'the end is never left to a default',
  );
  move(4 * dayMs - 2000);
  assert.equal((await tryToSignIn('rui')).status, 403);
  move(4000);
  assert.ok(await has('/user/feed?limit=200', (await moderation.signIn('ana')).headers, rui.id));
  assert.equal((await moderation.signIn('rui', other)).id, rui.id);
  assert.equal((await moderation.act(rui.id, 'lift')).body['status'], 'unchanged');
});

test('the token of a refused sign-in opens the appeal, notices, export and deletion of that user, and nothing else', async () => {
  const [ana, leo] = [await moderation.signIn('ana'), await moderation.signIn('leo')];
  const appeal = (headers: Headers, text: string, id = leo.id) =>
    moderation.call('POST', `/user/${id}/appeal`, headers, { text });
  assert.equal((await appeal(leo.headers, 'why?')).body['code'], 'nothing_to_appeal');
  await moderation.call('POST', `/user/${ana.id}/report/${leo.id}`, ana.headers, { reason: 'he shouts' });
  await moderation.act(leo.id, 'suspend', { until: null, reason: 'Shouting' });
  const { body: refusal } = await tryToSignIn('leo');
  const token = refusal['appeal_token'];
  const headers = bearer(token);
  assert.equal(refusal['appeal_path'], `/user/${leo.id}/appeal`);
  for (const [method, path] of [
    ['GET', '/user/perfil'],
    ['GET', '/user/feed'],
    ['GET', `/user/${leo.id}/config`],
    ['GET', `/user/${leo.id}/updates?since=0`],
    ['POST', `/user/like/${ana.id}`],
    ['GET', '/staff/cases'],
    ['GET', '/event/spotlight'],
  ] as const) {
    assert.equal((await moderation.call(method, path, headers)).status, 401, path);
  }
  assert.equal((await appeal(headers, 'x', ana.id)).status, 403);
  assert.equal((await appeal(ana.headers, 'x')).status, 403);
  for (const bad of [
    `${token}A`,
    token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
    'appeal.',
    'appeal.AAAA',
  ])
    assert.equal((await appeal(bearer(bad), 'x')).status, 401, bad);
  assert.equal((await appeal(headers, '')).status, 400);

  const made = await Promise.all([appeal(headers, 'It was a song 🎤'), appeal(headers, 'It was a song 🎤')]);
  assert.deepEqual(made[0]?.body, made[1]?.body);
  assert.deepEqual([made[0]?.status, made[0]?.body['status']], [200, 'open']);
  assert.equal((await appeal(headers, 'and another thing')).body['code'], 'appealed_already');
  assert.equal((await tryToSignIn('leo')).body['appeal'], 'open');
  const exported = await moderation.call('GET', `/user/${leo.id}/export`, headers);
  assert.deepEqual(
    [
      exported.body['appeals'][0].text,
      exported.body['notices'][0].reason,
      exported.body['user'].suspended_until,
    ],
    ['It was a song 🎤', 'Shouting', 'infinity'],
  );
  for (const secret of [ana.id, 'he shouts', 'clara'])
    assert.ok(!JSON.stringify(exported.body).includes(secret));

  const [waiting] = await list('/staff/cases', clara);
  assert.deepEqual([waiting?.['user'].id, waiting?.['appeals'][0].text], [leo.id, 'It was a song 🎤']);
  const id = waiting?.['appeals'][0].id;
  const decide = (which: string, payload: Row = { reason: 'We heard it.' }, by = clara) =>
    moderation.call('POST', `/staff/appeals/${id}/${which}`, by, payload);
  assert.equal((await decide('refuse', {})).status, 400);
  assert.equal((await decide('refuse', { reason: 'x' }, headers)).status, 401);
  assert.equal(
    (await moderation.call('POST', '/staff/appeals/x/refuse', clara, { reason: 'x' })).status,
    404,
  );
  assert.equal((await decide('refuse')).body['status'], 'done');
  assert.equal((await decide('refuse')).body['status'], 'unchanged');
  assert.equal((await decide('accept')).body['code'], 'appeal_decided');
  assert.deepEqual(await list('/staff/cases', clara), []);
  assert.equal((await tryToSignIn('leo')).body['appeal'], 'refused');
  assert.equal((await appeal(headers, 'again')).body['code'], 'appealed_already');
  assert.deepEqual(
    (await list(`/user/${leo.id}/notices`, headers)).map(({ kind, reason }) => [kind, reason]),
    [
      ['refuse_appeal', 'We heard it.'],
      ['suspend', 'Shouting'],
    ],
  );
  move(3_601_000);
  assert.equal((await appeal(headers, 'x')).status, 401, 'the token is valid for an hour');
});

test('an accepted appeal ends a suspension or a hiding, and the user is notified', async () => {
  const gil = await moderation.signIn('gil');
  await moderation.act(gil.id, 'hide');
  const first = await moderation.call('POST', `/user/${gil.id}/appeal`, gil.headers, { text: 'show me' });
  assert.equal(first.status, 200);
  const accept = (id: string) => moderation.call('POST', `/staff/appeals/${id}/accept`, clara, {});
  const shown = await Promise.all([accept(first.body['id']), accept(first.body['id'])]);
  assert.deepEqual(shown.map(({ body }) => String(body['status'])).toSorted(), ['done', 'unchanged']);
  const late = { reason: 'x' };
  const refused = await moderation.call('POST', `/staff/appeals/${first.body['id']}/refuse`, clara, late);
  assert.equal(refused.body['code'], 'appeal_decided');
  await moderation.act(gil.id, 'suspend', { until: null });
  const { appeal_token: token } = (await tryToSignIn('gil')).body;
  const second = await moderation.call('POST', `/user/${gil.id}/appeal`, bearer(token), { text: 'sorry' });
  assert.equal((await accept(second.body['id'])).body['act'].kind, 'lift');
  const back = await moderation.signIn('gil');
  assert.equal((await moderation.call('GET', `/user/${gil.id}/notices`, bearer(token))).status, 401);
  assert.deepEqual(
    (await list(`/user/${gil.id}/notices`, back.headers)).map(({ kind }) => kind),
    ['lift', 'suspend', 'unhide', 'hide'],
  );
  const exported = await moderation.call('GET', `/user/${gil.id}/export`, back.headers);
  assert.deepEqual(
    exported.body['appeals'].map(({ status }: Row) => status),
    ['accepted', 'accepted'],
  );
  assert.deepEqual(await list('/staff/cases', clara), []);
});

test('after simultaneous sign-in, refresh and suspension no token works', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const name = `racer-${turn}`;
    const racer = await moderation.signIn(name);
    const [one, two, three, suspended] = await Promise.all([
      tryToSignIn(name),
      tryToSignIn(name, other),
      refresh(racer.refresh, other),
      moderation.act(racer.id, 'suspend', { until: null }),
    ]);
    assert.equal(suspended.status, 200);
    const admitted = [one, two, three].filter(({ status }) => status === 200);
    for (const token of [racer.token, ...admitted.map(({ body }) => body['access_token'])]) {
      for (const app of [praca, other]) {
        const answer = await moderation.call('GET', '/user/perfil', bearer(token), undefined, app);
        assert.equal(answer.status, 401);
      }
    }
  }
});
