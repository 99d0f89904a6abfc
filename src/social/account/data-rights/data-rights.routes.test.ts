import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { until } from '../../../../test/support/process.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

const dayMs = 86_400_000;

async function signIn(loginId: string): Promise<{ token: string; refresh: string; id: string }> {
  const tokens = (
    await praca.app.inject({ method: 'POST', url: `/social/oauth/token?user_id=${loginId}&name=Ana` })
  ).json();
  const session = await praca.app.inject(`/social/oauth/session?access_token=${tokens.access_token}`);
  return { token: tokens.access_token, refresh: tokens.refresh_token, id: session.json().user_id };
}
const get = (path: string, token: string) =>
  praca.app.inject({ url: `/social${path}`, headers: { authorization: `Bearer ${token}` } });
const post = (path: string, token: string, payload: Record<string, unknown> = {}) =>
  praca.app.inject({
    method: 'POST',
    url: `/social${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
const put = (path: string, token: string, payload: Record<string, unknown>) =>
  praca.app.inject({
    method: 'PUT',
    url: `/social${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
const staffToken = async (): Promise<string> =>
  (await people.staffHeaders()).authorization.replace('Bearer ', '');
const feedIds = async (who: Person): Promise<string[]> =>
  (await get('/user/feed?limit=200', who.token)).json<{ id: string }[]>().map((card) => card.id);

test('a deleted user is hidden at once, every token ends, and signing in restores everything', async () => {
  const [bia] = (await people.create(1)) as [Person];
  const first = await signIn('delete-1');
  const second = await signIn('delete-1');
  await put('/user/perfil', first.token, { about: 'here' });
  await post(`/user/like/${bia.id}`, first.token);
  await post(`/user/like/${first.id}`, bia.token);
  const combinationIds = async (): Promise<string[]> => {
    const list = await get(`/user/${bia.id}/combinations`, bia.token);
    return list.json<{ id: string }[]>().map(({ id }) => id);
  };
  assert.ok((await feedIds(bia)).includes(first.id));
  assert.deepEqual(await combinationIds(), [first.id]);
  for (const token of [first.token, second.token]) {
    assert.equal((await get('/user/perfil', token)).statusCode, 200);
  }
  assert.equal((await get(`/user/${first.id}/photos`, bia.token)).statusCode, 200);
  const answer = await post(`/user/${first.id}/delete`, first.token);
  assert.equal(answer.statusCode, 200, answer.body);
  const { status, restorable_until: until } = answer.json();
  assert.equal(status, 'deleted');
  assert.equal(Math.round((Date.parse(until) - praca.clock.nowMs()) / dayMs), 30);
  for (const token of [first.token, second.token]) {
    assert.equal((await get('/user/perfil', token)).statusCode, 401);
  }
  const refreshed = await praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { grant_type: 'refresh_token', refresh_token: second.refresh },
  });
  assert.equal(refreshed.statusCode, 401);
  assert.ok(!(await feedIds(bia)).includes(first.id));
  assert.deepEqual(await combinationIds(), []);
  assert.equal((await post(`/user/like/${first.id}`, bia.token)).statusCode, 404);
  assert.equal((await get(`/user/${first.id}/photos`, bia.token)).statusCode, 403);
  praca.clock.offsetMs += 29 * dayMs;
  const back = await signIn('delete-1');
  assert.equal(back.id, first.id);
  assert.equal((await get('/user/perfil', back.token)).json().about, 'here');
  const [combination] = (await get(`/user/${back.id}/combinations`, back.token)).json<{ id: string }[]>();
  assert.equal(combination?.id, bia.id);
});

test('a repeated deletion, after a lost answer, answers the same', async () => {
  const one = await signIn('delete-twice');
  const other = await signIn('delete-twice');
  const left = await signIn('delete-twice');
  await praca.app.inject({
    method: 'DELETE',
    url: '/social/oauth/session',
    headers: { authorization: `Bearer ${left.token}` },
  });
  const ask = (token: string) => post(`/user/${one.id}/delete`, token);
  const together = await Promise.all([ask(one.token), ask(other.token)]);
  praca.clock.offsetMs += 60_000;
  const answers = [...together, await ask(one.token), await ask(other.token)];
  assert.deepEqual(
    answers.map((answer) => answer.statusCode),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1, 'one and the same day');
  assert.equal((await get(`/user/${one.id}/export`, one.token)).statusCode, 401, 'for nothing else');
  assert.equal((await ask(left.token)).statusCode, 401, 'it was signed out before');
  await signIn('delete-twice');
  assert.equal((await ask(one.token)).statusCode, 401, 'the user has come back since');
});

/** Returns the tables that contain any of these texts, with the texts found. */
async function findTexts(texts: readonly string[]): Promise<Record<string, string[]>> {
  const tables = await praca.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'social'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'cities'`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await praca.sql<{ text: string }[]>`
      select text from unnest(${texts}::text[]) with ordinality as wanted (text, position)
      where exists (select from social.${praca.sql.identifier(name)} t where strpos(to_jsonb(t)::text, text) > 0)
      order by position`;
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}

/** Returns every table that refers to a user, by a foreign key or by a column with one of the usual names. */
async function tablesOfUsers(): Promise<string[]> {
  const rows = await praca.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'social' and column_name in ('user_id', 'low_id', 'reporter_id')
      and not exists (select from pg_class where oid = ('social.' || table_name)::regclass and relispartition)
    union select conrelid::regclass::text from pg_constraint where confrelid = 'social.users'::regclass
    union select 'users'`;
  return [...new Set(rows.map(({ name }) => name.replace('social.', '')))].toSorted();
}

async function goToEvent(userId: string, token: string): Promise<number> {
  const event = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
    payload: {
      name: 'Show',
      startDate: new Date(praca.clock.nowMs() + 3_600_000).toISOString(),
      endDate: new Date(praca.clock.nowMs() + 7_200_000).toISOString(),
      category: 'Show',
      location: { name: 'Arena', city: 'Natal' },
    },
  });
  const eventId = event.json<{ id: number }>().id;
  const answer = await post(`/event/${eventId}/confirm/${userId}`, token);
  assert.equal(answer.statusCode, 200, answer.body);
  return eventId;
}

/** Inserts the rows that a connected client, its device and its feed queries leave behind. */
async function leaveTraces(userId: string, otherId: string, eventId: number): Promise<void> {
  const now = praca.clock.now();
  await praca.sql`insert into social.waiting (event_id, user_id, since) values (${eventId}, ${userId}, ${now})`;
  await praca.sql`update social.events set waiting = 1 where id = ${eventId}`;
  await praca.sql`insert into social.released_seats values (${userId}, ${eventId}, ${now})`;
  await praca.sql`
    with notice as (insert into social.event_notices (id, event_id, kind, created_at, done_at)
                    values (gen_random_uuid(), ${eventId}, 'moved', ${now}, ${now}) returning id)
    insert into social.notice_waiters select id, ${userId}::uuid from notice`;
  await praca.sql`insert into social.presences values (${userId}, gen_random_uuid(), ${now})`;
  await praca.sql`
    insert into social.devices values (${userId}, 'phone', 'https://push.example.com/1', ${Buffer.from([1])}, ${now}, ${now})`;
  await praca.sql`
    insert into social.feed_marks values (${userId}, 'city', ${now}, ${otherId}, ${now}, ${otherId}, ${now})`;
  await praca.sql`
    insert into social.campaign_views values (${userId}, gen_random_uuid(), ${now}::timestamptz::date, ${now}, null)`;
  await praca.sql`
    insert into social.feed_gaps
    values (${userId}, 'city', ${now}, ${otherId}, ${now}, ${otherId}, '', pg_current_snapshot(), ${now})`;
  await praca.sql`
    insert into social.feed_reopenings values (${userId}, pg_current_xact_id()) on conflict do nothing`;
}

test('after thirty days only the case of a deleted user remains, after REPORT_RETENTION_DAYS nothing', async () => {
  const [bia, eva] = (await people.create(2)) as [Person, Person];
  const gone = await signIn('erase-1');
  await put('/user/perfil', gone.token, {
    about: 'secret words',
    photos: ['https://example.com/secret.jpg'],
  });
  await post(`/user/like/${bia.id}`, gone.token);
  await post(`/user/like/${gone.id}`, bia.token);
  await post(`/user/${gone.id}/chat/${bia.id}`, gone.token, { message: 'secret message' });
  await get(`/user/${bia.id}/chat/${gone.id}`, bia.token);
  await post(`/user/${gone.id}/report/${bia.id}`, gone.token, { reason: 'secret reason' });
  await post(`/user/dislike/${gone.id}`, eva.token);
  await post(`/user/dislike/${eva.id}`, gone.token);
  await get(`/user/${gone.id}/combinations`, gone.token);
  const about = await post(`/user/${bia.id}/report/${gone.id}`, bia.token, { reason: 'told of secret name' });
  await praca.app.inject({
    method: 'POST',
    url: `/social/staff/reports/${about.json<{ id: string }>().id}/close`,
    headers: await people.staffHeaders(),
    payload: { note: 'secret note' },
  });
  // Dissolves and renews a combination, so that others' updates mention the user in every way.
  await post(`/user/dislike/${gone.id}`, bia.token);
  await post(`/user/like/${gone.id}`, bia.token);
  await post(`/user/like/${bia.id}`, gone.token);
  await post(`/user/${gone.id}/chat/${bia.id}`, gone.token, { message: 'secret message' });
  await post(`/user/${gone.id}/chat/${bia.id}/typing`, gone.token);
  await post('/user/calendar', gone.token);
  await leaveTraces(gone.id, bia.id, await goToEvent(gone.id, gone.token));
  await post(`/staff/users/${gone.id}/hide`, await staffToken(), { reason: 'secret decision' });
  await post(`/user/${gone.id}/appeal`, gone.token, { text: 'secret plea' });
  const texts = [
    gone.id,
    'secret words',
    'secret message',
    'secret.jpg',
    'secret reason',
    'secret name',
    'secret note',
    'secret decision',
    'secret plea',
  ];
  const before = await findTexts(texts);
  assert.deepEqual(before, {
    appeals: [gone.id, 'secret plea'],
    attendances: [gone.id],
    calendars: [gone.id],
    campaign_views: [gone.id],
    cases: [gone.id],
    chats: [gone.id],
    devices: [gone.id],
    feed_gaps: [gone.id],
    feed_marks: [gone.id],
    feed_reopenings: [gone.id],
    last_dislikes: [gone.id],
    limit_uses: [gone.id],
    messages: [gone.id, 'secret message'],
    moderation_acts: [gone.id, 'secret decision'],
    notice_waiters: [gone.id],
    pairs: [gone.id],
    photos: [gone.id, 'secret.jpg'],
    presences: [gone.id],
    released_seats: [gone.id],
    reports: [gone.id, 'secret words', 'secret reason', 'secret name', 'secret note'],
    seen_combinations: [gone.id],
    sessions: [gone.id],
    update_counters: [gone.id],
    updates: [gone.id, 'secret decision'],
    users: [gone.id, 'secret words'],
    waiting: [gone.id],
  });
  // A table that is added later must be filled here as well.
  assert.deepEqual(await tablesOfUsers(), Object.keys(before).toSorted());
  await post(`/user/${gone.id}/delete`, gone.token);
  praca.clock.offsetMs += 31 * dayMs;
  await praca.runJobs();
  await praca.sql`select graphile_worker.add_job('social_erase_deleted_users', '{}')`;
  await until(
    async () => (await praca.sql`select from social.users where id = ${gone.id} and name <> ''`).length === 0,
    'the erasure',
  );
  assert.deepEqual(await findTexts(texts), {
    appeals: [gone.id, 'secret plea'],
    cases: [gone.id],
    moderation_acts: [gone.id, 'secret decision'],
    reports: [gone.id, 'secret words', 'secret name', 'secret note'],
    users: [gone.id],
  });
  praca.clock.offsetMs += 366 * dayMs;
  await praca.runJobs();
  await praca.sql`select graphile_worker.add_job('social_erase_deleted_users', '{}')`;
  await until(
    async () => (await praca.sql`select from social.users where id = ${gone.id}`).length === 0,
    'the end of the case',
  );
  assert.deepEqual(await findTexts(texts), {});
  assert.equal(
    (await praca.sql`select from social.reports`).length,
    2,
    'the reports stay, without their texts',
  );
  const [left] = await praca.sql<{ reports: number; acts: number }[]>`
    select (select count(*)::int from social.reports where reporter_id is null and reported_id = ${bia.id}) as reports,
           (select count(*)::int from social.moderation_acts where user_id is null and kind = 'hide') as acts`;
  assert.deepEqual({ ...left }, { reports: 1, acts: 1 });
  const back = await signIn('erase-1');
  assert.notEqual(back.id, gone.id);
});

test('a sign-in after thirty days creates a new user, even before the erasure job has run', async () => {
  const gone = await signIn('late-1');
  await put('/user/perfil', gone.token, { about: 'before' });
  await post(`/user/${gone.id}/delete`, gone.token);
  praca.clock.offsetMs += 31 * dayMs;
  const back = await signIn('late-1');
  assert.notEqual(back.id, gone.id);
  assert.equal((await get('/user/perfil', back.token)).json().about, '');
});

test('the export contains everything of the user and nothing of others', async () => {
  const [bia] = (await people.create(1)) as [Person];
  const ana = await signIn('export-1');
  await put('/user/perfil', ana.token, {
    about: 'all about me',
    birth_date: '1990-02-03',
    photos: ['https://example.com/me.jpg'],
  });
  await post(`/user/like/${bia.id}`, ana.token);
  await post(`/user/like/${ana.id}`, bia.token);
  await post(`/user/${ana.id}/chat/${bia.id}`, ana.token, { message: 'from me' });
  await post(`/user/${bia.id}/chat/${ana.id}`, bia.token, { message: 'from her' });
  await post(`/user/${ana.id}/report/${bia.id}`, ana.token, { reason: 'spam' });
  const [eva] = (await people.create(1)) as [Person];
  await post(`/user/dislike/${eva.id}`, ana.token);
  await get(`/user/${ana.id}/combinations`, ana.token);
  const chat = await get(`/user/${ana.id}/chat/${bia.id}`, ana.token);
  assert.ok(chat.body.includes('from me') && chat.body.includes('from her'));
  const answer = await get(`/user/${ana.id}/export`, ana.token);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(String(answer.headers['content-disposition']), /attachment/);
  const data = answer.json();
  assert.equal(data.user.about, 'all about me');
  assert.equal(data.user.birth_date, '1990-02-03');
  assert.equal(data.photos[0].link, 'https://example.com/me.jpg');
  assert.equal(data.reactions[0].other_id, bia.id);
  assert.equal(data.reports[0].reason, 'spam');
  assert.equal(data.sessions.length, 1);
  assert.deepEqual(
    data.limits.map((use: { kind: string; used: number }) => [use.kind, use.used]),
    [
      ['like', 1],
      ['message', 1],
      ['report', 1],
    ],
  );
  assert.equal(data.last_dislike.other_id, eva.id);
  assert.ok(Date.parse(data.combinations_seen_at) > 0);
  assert.ok(answer.body.includes('from me') && !answer.body.includes('from her'));
  assert.ok(!answer.body.includes('sealed_key'));
});

test('the export writes timestamps in the API’s format and leaves text of users unchanged', async () => {
  const [bia] = (await people.create(1)) as [Person];
  const ana = await signIn('export-2');
  const about = '2026-03-01T12:00:00+00:00';
  await put('/user/perfil', ana.token, { about, photos: ['https://example.com/me.jpg'] });
  await post(`/user/like/${bia.id}`, ana.token);
  await post('/user/calendar', ana.token);
  const day = (days: number) => new Date(praca.clock.nowMs() + days * dayMs).toISOString();
  const event = await post('/staff/events', await staffToken(), {
    name: 'Samba',
    category: 'Music',
    startDate: day(3),
    endDate: day(4),
    maximumAttendeeCapacity: 1,
    location: { name: 'Arena', city: 'Natal' },
  });
  const { id } = event.json<{ id: number }>();
  await post(`/event/${id}/confirm/${bia.id}`, bia.token);
  await post(`/event/${id}/confirm/${ana.id}?wait=true`, ana.token);
  const answer = await get(`/user/${ana.id}/export`, ana.token);
  const data = answer.json();
  assert.equal(data.user.about, about);
  const moments = new Map(
    [...answer.body.matchAll(/"(\w+)":"(\d{4}-\d\d-\d\dT[^"]*)"/g)].map(([, name, moment]) => [name, moment]),
  );
  moments.delete('about');
  for (const name of ['created_at', 'last_active_at', 'expires_at', 'liked_at', 'resets_at', 'since'])
    assert.ok(moments.has(name), name);
  for (const [name, moment] of moments) assert.match(String(moment), /\.\d{3}Z$/, name);
});
