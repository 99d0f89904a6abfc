import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSocialApp, openTestApp } from '../../../test/support/app.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openPeople } from '../../../test/support/social-people.ts';
import { insertPerson } from '../../../test/support/social-rows.ts';
import { idOf } from '../../../test/support/table-rows.ts';
import { makeBonds } from './town-bonds.rules.ts';
import { makeTown } from './town.rules.ts';

const dayMs = 86_400_000;

test('three processes that start at once build one town, and a later start keeps it', async () => {
  const database = await createTestDatabase();
  const processes = await Promise.all(
    [1, 2, 3].map(() => openSocialApp({ database, settings: { SEED_TOWN: 'yes' } })),
  );
  const [praca] = processes;
  if (!praca) throw new Error('no process');
  const count = async (table: string): Promise<number> => {
    const [row] = await praca.sql<{ count: number }[]>`
      select count(*)::int from social.${praca.sql.identifier(table)}`;
    return row?.count ?? 0;
  };
  try {
    await Promise.all(processes.map((process) => process.start()));
    await praca.start();
    const counts = {
      users: await count('users'),
      events: await count('events'),
      campaigns: await count('campaigns'),
    };
    assert.deepEqual(counts, { users: 203, events: 40, campaigns: 3 }, 'three of them are suspended');
    const get = async (path: string, headers: Record<string, string> = {}) =>
      praca.app.inject({ url: `/social${path}`, headers });
    const cities = (await get('/event/cities')).json<{ city: string }[]>();
    assert.equal(cities.length, 12);
    const inManaus = (await get('/event/location?location=Manaus')).json<{ timezone: string }[]>();
    assert.deepEqual([...new Set(inManaus.map(({ timezone }) => timezone))], ['America/Manaus']);
    assert.equal((await get('/event/location?location=Brasil&limit=100')).json<unknown[]>().length, 40);
    const spotlight = (await get('/event/spotlight')).json<{ image: string }[]>();
    assert.ok(spotlight.length >= 5 && spotlight.length <= 10);
    const poster = await praca.app.inject((spotlight[0]?.image ?? '').replace(praca.platform.publicUrl, ''));
    assert.equal(poster.headers['content-type'], 'image/svg+xml');
    const town = (await get('/town')).json<{ user_id: string; name: string; thumb: string }[]>();
    assert.deepEqual(
      town.map(({ user_id: id }) => id),
      Array.from({ length: 200 }, (_, index) => `town-${index + 1}`),
    );
    const thumb = (town[0]?.thumb ?? '').replace(praca.platform.publicUrl, '');
    assert.equal((await praca.app.inject(thumb)).statusCode, 200);
    assert.equal((await get('/presentation')).json<unknown[]>().length, 3);
    assert.match((await get('/terms', { 'accept-language': 'pt' })).body, /ambiente de testes/);
    const [wrong] = await praca.sql<{ count: number }[]>`
      select count(*)::int from social.events e
      where e.participants <> (select count(*) from social.attendances a where a.event_id = e.id)`;
    assert.equal(wrong?.count, 0, 'participants are counted right');
    const signedIn = await praca.app.inject({
      method: 'POST',
      url: '/social/oauth/token?user_id=visitor&name=Visitor',
    });
    const headers = { authorization: `Bearer ${signedIn.json().access_token}` };
    const feed = (await get('/user/feed', headers)).json<{ image: string; photoQty: number }[]>();
    assert.ok(feed.length >= 30, `${feed.length} people for a newcomer`);
    const portrait = await praca.app.inject((feed[0]?.image ?? '').replace(praca.platform.publicUrl, ''));
    assert.equal(portrait.headers['content-type'], 'image/svg+xml');
    assert.equal((await get('/get/ads', headers)).json<unknown[]>().length, 2);
    const staff = await (await openPeople(praca)).staffHeaders();
    const campaigns = (await get('/staff/campaigns', staff)).json<{ media: string }[]>();
    assert.equal(campaigns.length, 3);
    for (const { media } of campaigns) assert.match(media, /^https?:\/\//, 'a link, as staff may write it');
  } finally {
    for (const process of processes) await process.close();
    await database.drop();
  }
});

test('chats, reports and appeals of the town keep the rules, also around a person who was there before', async () => {
  const praca = await openTestApp({ settings: { SEED_TOWN: 'yes' } });
  const { sql } = praca;
  const none = async (rule: string, query: PromiseLike<readonly unknown[]>) =>
    assert.deepEqual([...(await query)], [], rule);
  try {
    const town = makeTown(praca.clock.now().toISOString().slice(0, 10));
    const { combinations, reported } = makeBonds(town, praca.clock.now());
    const busy = new Set(reported.flatMap(({ one, other }) => [one, other]));
    const index = combinations.find(({ one }) => one > 40 && !busy.has(one))?.one ?? 0;
    const before = town.people[index]?.loginId ?? '';
    await insertPerson(sql, idOf(9), praca.clock.now(), { provider: '', login_id: before, name: 'Before' });
    await praca.start();
    await none(
      'a chat of two people who are not combined',
      sql`select from social.chats c left join social.pairs p using (low_id, high_id) where p.combined_at is null`,
    );
    await none(
      'a wrong number of unread messages or a wrong last message',
      sql`select c.low_id from social.chats c
        where low_unread <> (
            select count(*) from social.messages m where m.low_id = c.low_id and m.high_id = c.high_id
              and not from_low and read_at is null)
          or high_unread <> (
            select count(*) from social.messages m where m.low_id = c.low_id and m.high_id = c.high_id
              and from_low and read_at is null)
          or last_message_id <> (
            select m.id from social.messages m where m.low_id = c.low_id and m.high_id = c.high_id
            order by m.id desc limit 1)`,
    );
    await none(
      'a copied message that was not written',
      sql`select from social.report_messages r where not exists (
        select from social.messages m where m.id = r.message_id and m.body = r.body)`,
    );
    await none(
      'an appeal of a person who is not suspended, or against another act',
      sql`select from social.appeals a left join social.users u on u.id = a.user_id and u.suspended_by = a.act_id
        where u.suspended_until is null or u.suspended_until <= ${praca.clock.now()}`,
    );
    await none(
      'a case without an open report or appeal',
      sql`select from social.cases c
        where not exists (select from social.reports r where r.reported_id = c.user_id and r.closed_at is null)
          and not exists (select from social.appeals a where a.user_id = c.user_id and a.decided_at is null)`,
    );
    const [counts] = await sql<{ messages: number; reports: number; cases: number; seats: number }[]>`
      select (select count(*)::int from social.messages) as messages,
        (select count(*)::int from social.reports where closed_at is null) as reports,
        (select count(*)::int from social.cases) as cases,
        (select count(*)::int from social.attendances a join social.users u on u.id = a.user_id
         where u.suspended_until > '-infinity') as seats`;
    assert.ok((counts?.messages ?? 0) > 500);
    assert.deepEqual([counts?.reports, counts?.cases, counts?.seats], [6, reported.length, 0]);
    const signIn = (user: string) =>
      praca.app.inject({ method: 'POST', url: `/social/oauth/token?user_id=${user}&name=Ana` });
    const headers = { authorization: `Bearer ${(await signIn('town-1')).json().access_token}` };
    const get = async (path: string) => praca.app.inject({ url: `/social${path}`, headers });
    const { user_id: id } = (await get('/oauth/session')).json<{ user_id: string }>();
    const found = (await get(`/user/${id}/combinations`)).json<
      { id: string; last_message: object | null }[]
    >();
    const talking = found.find(({ last_message: last }) => last !== null);
    assert.ok(found.length >= 2 && talking);
    const { messages } = (await get(`/user/${id}/chat/${talking.id}`)).json<{ messages: unknown[] }>();
    assert.ok(messages.length > 1);
    assert.equal((await signIn('town-201')).json().code, 'user_suspended');
  } finally {
    await praca.close();
  }
});

test('the calls printed on the front page and the token of the reference work', async () => {
  const praca = await openTestApp({ settings: { SEED_TOWN: 'yes' } });
  try {
    await praca.start();
    for (const language of ['en', 'pt', 'de']) {
      const { body } = await praca.app.inject(`/?lang=${language}`);
      const calls = [...body.matchAll(/<code>(GET|POST) (\/[^<]+)<\/code>/g)];
      assert.equal(calls.length, 1, language);
      for (const [, method, url = ''] of calls) {
        const call = { method: method as 'POST', url: url.replaceAll('&amp;', '&') };
        assert.equal((await praca.app.inject(call)).statusCode, 200, call.url);
      }
    }
    const tokens: (string | undefined)[] = [];
    for (const page of ['/docs/social', '/docs']) {
      const { body } = await praca.app.inject(page);
      tokens.push(/"slug":"social".*"bearer":\{"token":"([\w.-]+)"/.exec(body)?.[1]);
    }
    assert.equal(tokens[0], tokens[1], 'one session serves all readers');
    const headers = { authorization: `Bearer ${tokens[0]}` };
    const session = await praca.app.inject({ url: '/social/oauth/session', headers });
    assert.equal(session.statusCode, 200);
  } finally {
    await praca.close();
  }
});

test('once all events of the town are over, the next start moves them into the future, except those that staff changed', async () => {
  const database = await createTestDatabase();
  const first = await openSocialApp({
    database,
    settings: { SEED_TOWN: 'yes', PUBLIC_URL: 'http://old.example' },
  });
  const second = await openSocialApp({
    database,
    settings: { SEED_TOWN: 'yes', PUBLIC_URL: 'http://new.example' },
  });
  const coming = async () =>
    (await second.app.inject('/social/event/location?location=Brasil&limit=100')).json<
      { id: number; image: string; startDate: string; participantsQty: number }[]
    >();
  try {
    await first.start();
    const before = await coming();
    const [changed] = before;
    assert.ok(changed);
    await first.sql`update social.events set name = 'Ours', revision = revision + 1 where id = ${changed.id}`;
    second.clock.offsetMs += 20 * dayMs;
    await second.start();
    assert.ok((await coming()).length < before.length, 'while some are coming, all stay where they are');
    second.clock.offsetMs += 400 * dayMs;
    assert.deepEqual(await coming(), []);
    await second.start();
    await second.start();
    const after = await coming();
    assert.equal(after.length, before.length - 1);
    assert.ok(!after.some((event) => event.id === changed.id));
    for (const event of after) {
      const old = before.find(({ id }) => id === event.id);
      assert.equal(
        (Date.parse(event.startDate) - Date.parse(old?.startDate ?? '')) % dayMs,
        0,
        'moved by whole days',
      );
      assert.equal(event.participantsQty, old?.participantsQty);
    }
    const soonestMs = Date.parse(after[0]?.startDate ?? '') - second.clock.nowMs();
    assert.ok(soonestMs > 0 && soonestMs < 3 * dayMs, 'the first event starts within three days');
    assert.ok((await second.app.inject('/social/event/spotlight')).json<unknown[]>().length >= 5);
    const signedIn = await second.app.inject({
      method: 'POST',
      url: '/social/oauth/token?user_id=late&name=Late',
    });
    const headers = { authorization: `Bearer ${signedIn.json().access_token}` };
    const ads = await second.app.inject({ url: '/social/get/ads', headers });
    assert.equal(ads.json<unknown[]>().length, 2);
    for (const { image } of after) assert.match(image, /^http:\/\/new\.example\/social\/posters\//);
  } finally {
    await first.close();
    await second.close();
    await database.drop();
  }
});

test('the generated town is always the same and follows its rules', () => {
  const town = makeTown('2026-05-17');
  assert.deepEqual(town, makeTown('2026-05-17'));
  for (const person of town.people) {
    const years = 2026 - Number(person.birthDate.slice(0, 4));
    assert.ok(years >= 19 && years <= 120);
    assert.ok(person.photos.length >= 1 && person.photos.length <= 5);
    assert.ok(person.ageFrom >= 18 && person.ageFrom <= person.ageTo && person.ageTo <= 120);
  }
});

test('without BELIEVE_STATED_USER the list of people is empty', async () => {
  const praca = await openSocialApp({ settings: { SEED_TOWN: 'yes', BELIEVE_STATED_USER: 'no' } });
  try {
    await praca.start();
    assert.deepEqual((await praca.app.inject('/social/town')).json(), []);
  } finally {
    await praca.close();
  }
});
