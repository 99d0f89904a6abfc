import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import type { TestApp } from '../../../test/support/app.ts';
import {
  createPerson,
  faultsIn,
  focusIn,
  listRecorded,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../test/support/console.ts';
import { explainGeneric } from '../../../test/support/explain.ts';
import { openPeople, type People } from '../../../test/support/social-people.ts';
import { findCases } from '../safety/moderation/case-queue.store.ts';
import { findPeople, type PeopleQuery } from './people/person-record.store.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{name}`;
const base = '/console/staff/social';

let praca: TestApp;
let people: People;
let clara: Visitor;
let rui: Visitor;
let viewer: Visitor;
before(async () => {
  praca = await openConsoleApp();
  people = await openPeople(praca);
  const enter = async (role: 'moderator' | 'viewer') =>
    signIn(praca, (await createPerson(praca, [staffAs(role)])).email);
  [clara, rui, viewer] = [await enter('moderator'), await enter('moderator'), await enter('viewer')];
});
after(() => praca.close());

const assertHarmless = (body: string): void => {
  assert.doesNotMatch(body, /<img src=x/);
  assert.match(body, /&lt;img src=x/);
};
const recorded = async (act: string) => (await listRecorded(praca)).filter((line) => line.act === act);

test('finds people by name, address, id and login in pages, and filters suspended and hidden ones', async () => {
  const created = await people.create(60);
  const ids = created.map(({ id }) => id);
  await praca.sql`
    update social.users u set name = 'Álvaro ' || lpad(n::text, 3, '0'), email = 'alvaro' || n || '@example.com'
    from unnest(${ids}::uuid[]) with ordinality as given (id, n) where u.id = given.id`;
  const names = (body: string): string[] =>
    [...body.matchAll(/>(Álvaro \d{3})</g)].map(([, name]) => name ?? '');
  const find = async (query: string) => names((await viewer.get(`${base}/people?${query}`)).body);
  const page = await viewer.get(`${base}/people?q=${encodeURIComponent('ÁLVARO')}`);
  assert.deepEqual([names(page.body).length, names(page.body)[0]], [50, 'Álvaro 001']);
  const next = /href="([^"]*cursor=[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.deepEqual(
    names((await viewer.get(next)).body),
    Array.from({ length: 10 }, (_, at) => `Álvaro 0${51 + at}`),
  );
  assert.deepEqual(await find(`q=${ids[6]}`), ['Álvaro 007']);
  assert.deepEqual(await find('q=ALVARO7@example.com'), ['Álvaro 007']);
  assert.deepEqual(await find(`q=${ids[8]?.toUpperCase()}`), ['Álvaro 009']);
  assert.deepEqual(await find('q=lvaro'), []);
  assert.deepEqual(await find(`q=${encodeURIComponent('%')}`), []);
  await praca.sql`update social.users set login_id = 'a-login' where id = ${ids[3]}`;
  assert.deepEqual(await find('q=a-login'), ['Álvaro 004']);
  await praca.sql`update social.users set suspended_until = 'infinity' where id = ${ids[1]}`;
  await praca.sql`update social.users set hidden_by = gen_random_uuid() where id = ${ids[2]}`;
  assert.deepEqual(await find('only=suspended'), ['Álvaro 002']);
  assert.deepEqual(await find('only=hidden'), ['Álvaro 003']);
  assert.equal((await viewer.get(`${base}/people?cursor=x`)).status, 400);
  assert.match((await viewer.get(`${base}/people?q=nobody-at-all`)).body, /No one found/);
});

test('every list of people and cases uses an index', async () => {
  const now = praca.clock.now();
  const id = newId();
  const nothing = { id: null, email: null, loginId: null, name: null, only: null, after: null, limit: 51 };
  const ask =
    (query: Partial<PeopleQuery>): Parameters<typeof explainGeneric>[1] =>
    (tag) =>
      findPeople(tag, { ...nothing, ...query }, now);
  for (const [index, query] of [
    [/users_by_name/, { name: 'ana' }],
    [/users_by_email/, { email: 'a@b.c' }],
    [/users_login/, { loginId: 'x' }],
    [/users_pkey/, { after: { name: '', id } }],
    [/users_suspended/, { only: 'suspended' }],
    [/users_hidden/, { only: 'hidden' }],
  ] as [RegExp, Partial<PeopleQuery>][]) {
    assert.match(await explainGeneric(praca.sql, ask(query)), index);
  }
  const page = { now, after: { openedAt: now, userId: id }, limit: 20 };
  assert.match(
    await explainGeneric(praca.sql, (tag) => findCases(tag, { ...page, only: 'appeals' })),
    /appeals_open/,
  );
});

const event = (more: Record<string, string> = {}): Record<string, string> => ({
  name: 'Roda de samba',
  category: 'Music',
  starts: '2027-03-20T19:00',
  ends: '2027-03-20T23:00',
  timezone: 'America/Sao_Paulo',
  venue: 'Praça da Sé',
  city: 'São Paulo, SP',
  drawn: 'yes',
  ...more,
});

test('an event is created once, changed only from its latest version, and its cancellation notifies attendees', async () => {
  assert.equal((await viewer.get(`${base}/events/new`)).status, 403);
  const once = newId();
  const create = () =>
    clara.post(
      `${base}/events/new/create`,
      event({ once, description: hostile, capacity: '2', price: '25,50' }),
    );
  const [one, two] = [await create(), await create()];
  assert.deepEqual([one.status, two.location], [303, one.location], 'the same form makes one');
  assert.equal((await recorded('event.created')).length, 1);
  const address = one.location.replace(/\?.*/, '');
  const id = address.split('/').at(-1) ?? '';
  const at = async () => (await praca.app.inject(`/social/event/${id}/get`)).json();
  assert.deepEqual(
    [(await at()).startDate, (await at()).offers.price, (await at()).maximumAttendeeCapacity],
    ['2027-03-20T22:00:00.000Z', '25.50', 2],
  );
  assertHarmless((await viewer.get(address)).body);
  const going = await people.create(3);
  for (const who of going) {
    const url = `/social/event/${id}/confirm/${who.id}?wait=true`;
    assert.equal((await praca.app.inject({ method: 'POST', url, headers: who.headers })).statusCode, 200);
  }
  const editor = await clara.get(address);
  assert.match(editor.body, /value="2027-03-20T19:00"/);
  assert.match(editor.body, /Confirmed: 2\. On the waiting list: 1\./);
  const revision = /name="revision" value="(\d+)"/.exec(editor.body)?.[1] ?? '';
  const change = (who: Visitor, more: Record<string, string>) =>
    who.post(`${address}/change`, event({ revision, capacity: '2', ...more }));
  for (const [more, name] of [
    [{ name: '' }, 'name'],
    [{ starts: 'soon' }, 'starts'],
    [{ ends: '2027-03-20T18:00' }, 'ends'],
    [{ timezone: 'Nowhere' }, 'timezone'],
    [{ status: 'EventForgotten' }, 'status'],
    [{ venue: '' }, 'venue'],
    [{ city: 'Bom Jesus' }, 'city'],
    [{ street: 'a\tb' }, 'street'],
    [{ latitude: 'north' }, 'latitude'],
    [{ capacity: 'many' }, 'capacity'],
    [{ image: 'x' }, 'image'],
    [{ organizer: 'a\tb' }, 'organizer'],
    [{ organizer_url: 'x' }, 'organizer_url'],
    [{ offer_url: 'x' }, 'offer_url'],
    [{ price: 'much' }, 'price'],
    [{ currency: 'X' }, 'currency'],
    [{ spotlight_from: 'soon' }, 'spotlight_from'],
  ] as const) {
    const refused = await change(clara, more);
    assert.deepEqual([refused.status, faultsIn(refused), focusIn(refused)], [400, [name], [name]], name);
  }
  const small = await change(clara, { capacity: '1', name: 'Typed and kept' });
  assert.equal(small.status, 400);
  assert.match(small.body, /Capacity: must be at least 2, the number of confirmed participants/);
  assert.match(small.body, /value="Typed and kept"/);
  assert.match((await change(clara, { city: 'Bom Jesus' })).body, /City: must name one municipality/);
  assert.match((await change(clara, { ends: '2027-03-20T18:00' })).body, /Ends: must be after “Begins”/);
  assert.match((await change(clara, { starts: 'soon' })).body, /Begins: must be a day with a time/);
  assert.match((await change(clara, { image: 'javascript:alert(1)' })).body, /Address of the picture: /);
  const crowded = await change(clara, {
    spotlight_from: '2026-01-01T00:00',
    spotlight_until: '2027-01-01T00:00',
    spotlight_position: '1001',
  });
  assert.match(crowded.body, /<p>Position: must be at most 1000<\/p>/);
  assert.match((await change(clara, { capacity: 'many' })).body, /<p>Capacity: must be a whole number<\/p>/);
  const [first, again] = [await change(clara, { capacity: '3' }), await change(clara, { capacity: '3' })];
  assert.deepEqual([first.status, again.status], [303, 303], 'a second click');
  assert.equal((await at()).participantsQty, 3, 'a waiting person got the place');
  assert.equal((await recorded('event.changed')).length, 1);
  const late = await change(rui, { name: 'Another name' });
  assert.equal(late.status, 400);
  assert.match(late.body, /Another person has changed the event/);
  const spot = {
    spotlight_from: '2026-01-01T00:00',
    spotlight_until: '2027-03-20T19:00',
    spotlight_position: '1',
  };
  const shown = await clara.post(
    `${address}/change`,
    event({ revision: String(Number(revision) + 1), ...spot }),
  );
  assert.equal(shown.status, 303);
  assert.match((await viewer.get(`${base}/events?only=spotlight`)).body, /Roda de samba/);
  for (const query of [`q=${id}`, 'q=samba', 'only=all', 'q=paulo&from=2027-03-01&to=2027-03-31'])
    assert.match((await viewer.get(`${base}/events?${query}`)).body, /Roda de samba/, query);
  assert.doesNotMatch((await viewer.get(`${base}/events?q=paulo&to=2027-03-01`)).body, /Roda de samba/);
  const cancelled = await clara.post(`${address}/cancel`);
  assert.equal(cancelled.status, 303);
  assert.equal((await at()).eventStatus, 'EventCancelled');
  assert.doesNotMatch((await clara.get(address)).body, /cancel-event/);
  assert.deepEqual(
    (await recorded('event.cancelled')).map(({ subject }) => subject),
    [id],
  );
  assert.equal((await clara.get(`${base}/events/999`)).status, 404);
});

test('an event without a time zone uses that of its city', async () => {
  assert.doesNotMatch((await clara.get(`${base}/events/new`)).body, /value="America/);
  const create = (city: string) =>
    clara.post(`${base}/events/new/create`, event({ once: newId(), timezone: '', city }));
  const { location } = await create('Manaus, AM');
  const id = location.replace(/\?.*/, '').split('/').at(-1) ?? '';
  const made = (await praca.app.inject(`/social/event/${id}/get`)).json();
  assert.deepEqual([made.timezone, made.startDate], ['America/Manaus', '2027-03-20T23:00:00.000Z']);
  assert.deepEqual(faultsIn(await create('Bom Jesus')), ['city']);
});

test('a campaign is created once, changed, stopped, and shows its days', async () => {
  const once = newId();
  const campaign = (more: Record<string, string> = {}): Record<string, string> => ({
    title: hostile,
    description: 'Three days of samba',
    media_type: '1',
    media: 'https://example.com/a.jpg',
    link: 'https://example.com',
    starts: '2026-01-01T00:00',
    ends: '2030-01-01T00:00',
    weight: '10',
    drawn: 'yes',
    cities: 'são paulo\r\nBom Jesus, PI',
    ...more,
  });
  const create = (more = {}) => clara.post(`${base}/campaigns/new/create`, campaign({ once, ...more }));
  assert.match((await create({ cities: 'Nowhere' })).body, /Cities: must name one city/);
  assert.match((await create({ weight: '0' })).body, /Weight: must be at least 1/);
  for (const [more, name] of [
    [{ cities: 'Nowhere' }, 'cities'],
    [{ weight: '0' }, 'weight'],
    [{ starts: 'soon' }, 'starts'],
    [{ ends: '2025-01-01T00:00' }, 'ends'],
    [{ link: 'x' }, 'link'],
    [{ title: '' }, 'title'],
  ] as const)
    assert.deepEqual(faultsIn(await create(more)), [name]);
  const [one, two] = [await create(), await create()];
  assert.deepEqual([one.status, two.status, two.location], [303, 303, one.location]);
  assert.equal((await recorded('campaign.created')).length, 1);
  const address = one.location.replace(/\?.*/, '');
  await praca.sql`
    insert into social.campaign_counts (campaign_id, day, slot, views, clicks)
    select ${once}, '2026-10-01'::date + n, s, 10, 1 from unnest('{0,1,5}'::integer[]) n, generate_series(1, 2) s`;
  const page = await viewer.get(address);
  assertHarmless(page.body);
  assert.match(page.body, /Bom Jesus, PI/);
  const chart = JSON.parse(
    (/data-chart="([^"]*)"/.exec(page.body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  ) as { times: number[]; series: { values: (number | null)[] }[] };
  assert.deepEqual(chart.series[0]?.values, [20, 20, null, null, null, 20]);
  assert.deepEqual(chart.series[1]?.values, [2, 2, null, null, null, 2]);
  assert.equal(chart.times[0], Date.UTC(2026, 9, 1));
  assert.match(page.body, /10\.0 %/);
  const headers = await people.staffHeaders();
  const days = await praca.app.inject({ url: `/social/staff/campaigns/${once}/days`, headers });
  assert.deepEqual(days.json()[2], { day: '2026-10-06', views: 20, clicks: 2 });
  assert.equal((await viewer.post(`${address}/stop`)).status, 403);
  assert.equal((await clara.post(`${address}/change`, campaign({ title: 'Festival' }))).status, 303);
  const stop = () => clara.post(`${address}/stop`);
  assert.deepEqual([(await stop()).status, (await stop()).status], [303, 303]);
  assert.match((await viewer.get(`${base}/campaigns`)).body, /Stopped/);
  assert.match((await viewer.get(`${base}/campaigns`)).body, /Festival/);
  assert.equal((await viewer.get(`${base}/campaigns/${newId()}`)).status, 404);
});

test('a text is compared before it is published, once, and never overwrites a concurrent version', async () => {
  const terms = `${base}/texts/terms/en`;
  const publish = (who: Visitor, after: string, body: string) =>
    who.post(`${terms}/publish`, { after, body });
  assert.equal((await publish(clara, '0', 'First line\r\nSecond line')).status, 303);
  const compared = await clara.post(`${terms}/compare`, { drawn: 'yes', body: `First line\nNew ${hostile}` });
  assert.equal(compared.status, 200);
  assertHarmless(compared.body);
  assert.match(compared.body, /<del>Second line<\/del>/);
  assert.match(compared.body, /Lines added: 1\. Lines removed: 1\./);
  assert.match(compared.body, /Publish version 2/);
  assert.match(
    (await clara.post(`${terms}/edit`, { drawn: 'yes', body: 'kept' })).body,
    />\s*kept<\/textarea/,
  );
  assert.match(
    (await clara.post(`${terms}/compare`, { body: 'First line\nSecond line' })).body,
    /Nothing changes/,
  );
  const both = await Promise.all([publish(clara, '1', 'Clara’s'), publish(rui, '1', 'Rui’s')]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [303, 400],
  );
  assert.match(both.find(({ status }) => status === 400)?.body ?? '', /published a new version/);
  const winner = both[0].status === 303 ? ([clara, 'Clara’s'] as const) : ([rui, 'Rui’s'] as const);
  assert.equal((await publish(winner[0], '1', winner[1])).status, 303, 'a second click');
  const versions = await praca.sql`select from social.texts where kind = 'terms' and language = 'en'`;
  assert.equal(versions.length, 2);
  assert.equal((await recorded('text.published')).length, 2);
  assert.equal((await praca.app.inject('/social/terms')).body, winner[1]);
  assert.match((await publish(clara, '2', ' ')).body, /New version: must not be empty/);
  const pages = { photo_0: 'https://example.com/1.png', description_0: 'Meet', description_3: 'Later' };
  const shown = await clara.post(`${base}/texts/presentation/pt/publish`, { after: '0', ...pages });
  assert.equal(shown.status, 303);
  assert.match((await viewer.get(`${base}/texts/presentation/pt`)).body, /Later/);
  assert.deepEqual(
    (await praca.app.inject({ url: '/social/presentation', headers: { 'accept-language': 'pt' } })).json(),
    [
      { photo: 'https://example.com/1.png', description: 'Meet' },
      { photo: '', description: 'Later' },
    ],
  );
  assert.equal((await viewer.get(`${base}/texts/terms/xx`)).status, 404);
  assert.doesNotMatch((await viewer.get(terms)).body, /<textarea/);
});

test('a reported event is in the queue, and a moderator closes the report once with an outcome', async () => {
  const made = await clara.post(`${base}/events/new/create`, event({ once: newId() }));
  const address = made.location.replace(/\?.*/, '');
  const id = address.split('/').at(-1) ?? '';
  const [reporter] = await people.create(1);
  assert.ok(reporter);
  const answer = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${reporter.id}/report/event/${id}`,
    headers: reporter.headers,
    payload: { reason: hostile, category: hostile.slice(0, 30) },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const report = answer.json().id;
  for (const path of [`${base}/reports`, `${base}/reports?only=events`, address]) {
    const { body } = await viewer.get(path);
    assertHarmless(body);
    assert.doesNotMatch(body, /close-report/, 'a viewer closes none');
  }
  assert.match((await viewer.get(`${base}/reports`)).body, new RegExp(`href="${address}"`));
  const fields = { report, outcome: 'action_taken' };
  assert.equal((await viewer.post(`${address}/close-report`, fields)).status, 403);
  assert.equal((await clara.post(`${address}/close-report`, fields)).status, 303);
  const again = await clara.post(`${address}/close-report`, fields);
  assert.equal(again.status, 400);
  assert.match(again.body, /member of staff has settled this/);
  assert.equal((await recorded('event_report.closed')).length, 1);
  assert.doesNotMatch((await clara.get(address)).body, /close-report/);
  assert.match((await viewer.get(`${base}/reports?only=settled`)).body, /Action taken/);
});
