import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import ICAL from 'ical.js';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
let ana: Person;
let bia: Person;
let staff: { authorization: string };
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  [ana, bia] = (await people.create(2)) as [Person, Person];
  staff = await people.staffHeaders();
});
after(() => praca.close());

const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(praca.clock.nowMs() + hours * hourMs).toISOString();

interface Shown {
  id: number;
  name: string;
  [field: string]: unknown;
}

async function createEvent(fields: Record<string, unknown> = {}): Promise<Shown> {
  const answer = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'Roda de samba',
      startDate: inHours(24),
      endDate: inHours(28),
      category: 'Música',
      location: { name: 'Praça da Sé', city: 'São Paulo' },
      ...fields,
    },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Shown>();
}

const get = (url: string, headers = {}) => praca.app.inject({ url: `/social${url}`, headers });
const names = async (url: string): Promise<string[]> =>
  (await get(url)).json<Shown[]>().map((event) => event.name);
const at = (location: string): string => `/event/location?location=${encodeURIComponent(location)}`;
const confirm = (eventId: number, person: Person, method: 'POST' | 'DELETE' = 'POST') =>
  praca.app.inject({
    method,
    url: `/social/event/${eventId}/confirm/${person.id}`,
    headers: person.headers,
  });

test('an event has every field of the contract, in schema.org terms', async () => {
  const created = await createEvent({
    description: 'Traga o pandeiro',
    image: 'https://example.com/samba.jpg',
    location: {
      name: 'Praça da Sé',
      streetAddress: 's/n',
      city: 'sao paulo',
      latitude: -23.5,
      longitude: -46.6,
    },
    organizer: { name: 'Samba da Sé', url: 'https://example.com' },
    offers: { url: 'https://example.com/t', price: '25.00', priceCurrency: 'BRL' },
    maximumAttendeeCapacity: 10,
  });
  const shown = (await get(`/event/${created.id}/get`)).json<Shown>();
  assert.deepEqual(shown, created);
  assert.deepEqual(
    { ...shown, id: 0, startDate: '', endDate: '' },
    {
      id: 0,
      name: 'Roda de samba',
      description: 'Traga o pandeiro',
      image: 'https://example.com/samba.jpg',
      startDate: '',
      endDate: '',
      timezone: 'America/Sao_Paulo',
      eventStatus: 'EventScheduled',
      category: 'Música',
      location: {
        name: 'Praça da Sé',
        streetAddress: 's/n',
        city: 'São Paulo',
        state: 'SP',
        country: 'BR',
        latitude: -23.5,
        longitude: -46.6,
      },
      organizer: { name: 'Samba da Sé', url: 'https://example.com' },
      offers: { url: 'https://example.com/t', price: '25.00', priceCurrency: 'BRL' },
      maximumAttendeeCapacity: 10,
      remainingAttendeeCapacity: 10,
      participantsQty: 0,
      isConfirmed: false,
      isWaiting: false,
      attendance: null,
      isSpotlight: false,
    },
  );
  assert.equal(typeof shown.id, 'number');
});

test('finds a place in any spelling and lists its events soonest first, without past or cancelled ones', async () => {
  const place = { name: 'Teatro', city: 'Curitiba' };
  await createEvent({ name: 'second', startDate: inHours(50), endDate: inHours(51), location: place });
  await createEvent({ name: 'first', startDate: inHours(40), endDate: inHours(41), location: place });
  await createEvent({ name: 'under way', startDate: inHours(-100), endDate: inHours(1), location: place });
  await createEvent({ name: 'over', startDate: inHours(-3), endDate: inHours(-1), location: place });
  const cancelled = await createEvent({ name: 'cancelled', location: place });
  await praca.app.inject({
    method: 'POST',
    url: `/social/staff/events/${cancelled.id}/cancel`,
    headers: staff,
  });
  for (const written of ['Curitiba', 'CURITIBA', 'curitíba', 'Curitiba, PR', 'curitiba/pr'])
    assert.deepEqual(await names(at(written)), ['under way', 'first', 'second'], written);
  assert.deepEqual(await names(at('Curitiba, SP')), []);
  assert.deepEqual(await names(at('Atlantis')), []);
  const everywhere = await names(at('brasil'));
  assert.ok(
    everywhere.includes('first') && !everywhere.includes('over') && !everywhere.includes('cancelled'),
  );
  assert.equal((await get('/event/location')).statusCode, 400);
});

test('a name shared by several cities lists the events of all, and with a state those of one', async () => {
  await createEvent({ name: 'no Piauí', location: { name: 'A', city: 'Bom Jesus', state: 'PI' } });
  await createEvent({
    name: 'na Serra',
    startDate: inHours(25),
    location: { name: 'B', city: 'Bom Jesus, RS' },
  });
  assert.deepEqual(await names(at('bom jesus')), ['no Piauí', 'na Serra']);
  assert.deepEqual(await names(at('Bom Jesus, RS')), ['na Serra']);
  const refused = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'x',
      startDate: inHours(1),
      endDate: inHours(2),
      category: 'x',
      location: { name: 'x', city: 'Bom Jesus' },
    },
  });
  assert.equal(refused.statusCode, 400);
  assert.equal(refused.json<{ errors: { field: string }[] }>().errors[0]?.field, 'location.city');
});

test('following the Link header returns every event once, and the links contain no token', async () => {
  const place = { name: 'Ibirapuera', city: 'Recife' };
  for (let index = 0; index < 7; index++)
    await createEvent({ name: `r${index}`, startDate: inHours(24 + (index % 3)), location: place });
  const seen: string[] = [];
  let url = `${at('Recife')}&limit=3&access_token=${ana.token}`;
  for (let turn = 0; turn < 5; turn++) {
    const answer = await get(url);
    seen.push(...answer.json<Shown[]>().map((event) => event.name));
    const link = answer.headers['link'];
    if (typeof link !== 'string') break;
    assert.ok(!link.includes('access_token'));
    url = `/event/location${/^<(.+)>; rel="next"$/.exec(link)?.[1] ?? ''}`;
  }
  assert.deepEqual(seen.toSorted(), ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
  assert.equal((await get(`${at('Recife')}&cursor=!`)).statusCode, 400);
});

test('counts coming events by city', async () => {
  for (let index = 0; index < 2; index++)
    await createEvent({ location: { name: 'Pelourinho', city: 'Salvador' } });
  await createEvent({
    startDate: inHours(-3),
    endDate: inHours(-1),
    location: { name: 'Pelourinho', city: 'Salvador' },
  });
  const cities = (await get('/event/cities')).json<{ city: string }[]>();
  assert.deepEqual(
    cities.find((entry) => entry.city === 'Salvador'),
    { city: 'Salvador', state: 'BA', eventsQty: 2 },
  );
});

test('the spotlight has at most ten events, within their dates and in their order', async () => {
  const spotlight = (position: number, from = -1, until = 1) => ({
    spotlight: { from: inHours(from), until: inHours(until), position },
  });
  for (let position = 12; position >= 1; position--)
    await createEvent({ name: `s${position}`, ...spotlight(position) });
  await createEvent({ name: 'not yet', ...spotlight(1, 2, 3) });
  await createEvent({ name: 'no more', ...spotlight(1, -3, -2) });
  const shown = (await get('/event/spotlight')).json<Shown[]>();
  assert.deepEqual(
    shown.map((event) => event.name),
    ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'],
  );
  assert.ok(shown.every((event) => event['isSpotlight']));
  await praca.app.inject({
    method: 'PUT',
    url: `/social/staff/events/${shown[0]?.id}`,
    headers: staff,
    payload: { spotlight: null },
  });
  assert.equal((await get('/event/spotlight')).json<Shown[]>()[0]?.name, 's2');
});

test('search finds word prefixes without accents and filters by time and category', async () => {
  await createEvent({
    name: 'Festival de Forró',
    category: 'Dança',
    startDate: '2027-06-20T20:00:00Z',
    endDate: '2027-06-21T02:00:00Z',
    location: { name: 'Pátio do Forró', city: 'Caruaru' },
  });
  const found = async (query: string): Promise<string[]> => names(`/event/search?${query}`);
  for (const q of ['forro', 'FORR', 'fest caruaru', 'Forró!'])
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), ['Festival de Forró'], q);
  for (const q of ["forro' & 'nothing", "forro' | 'x", 'forro | x', 'forro:* | x'])
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), [], q);
  assert.deepEqual(await found('q=%26%7C!'), []);
  assert.deepEqual(await found('category=danca'), ['Festival de Forró']);
  assert.deepEqual(await found('q=forro&from=2027-06-20&to=2027-06-20'), ['Festival de Forró']);
  assert.deepEqual(await found('q=forro&from=2027-06-22'), []);
  assert.deepEqual(await found('q=forro&to=2027-06-19'), []);
  assert.equal((await get('/event/search?from=soon')).statusCode, 400);
  assert.deepEqual(await found('q=forro&location=CARUARU,%20pe'), ['Festival de Forró']);
  for (const place of ['Recife', 'Nowhere']) assert.deepEqual(await found(`q=forro&location=${place}`), []);
});

test('a repeated confirmation gets the same answer, is visible, and can be withdrawn', async () => {
  const event = await createEvent({ maximumAttendeeCapacity: 1 });
  const first = await confirm(event.id, ana);
  assert.equal(first.statusCode, 200, first.body);
  const body = first.json<Record<string, unknown>>();
  assert.deepEqual(body, {
    status: 'confirmed',
    eventId: event.id,
    userId: ana.id,
    confirmed_at: body['confirmed_at'],
    participantsQty: 1,
  });
  praca.clock.offsetMs += 1000;
  assert.deepEqual((await confirm(event.id, ana)).json(), body);
  const full = await confirm(event.id, bia);
  assert.deepEqual([full.statusCode, full.json<{ code: string }>().code], [409, 'event_full']);
  const shown = (await get(`/event/${event.id}/get`, ana.headers)).json<Shown>();
  assert.equal(shown['isConfirmed'], true);
  assert.equal(shown['remainingAttendeeCapacity'], 0);
  assert.equal((await get(`/event/${event.id}/get`, bia.headers)).json<Shown>()['isConfirmed'], false);
  const mine = (await get(`/user/${ana.id}/events`, ana.headers)).json<Shown[]>();
  assert.ok(mine.some((entry) => entry.id === event.id));

  const back = await confirm(event.id, ana, 'DELETE');
  assert.deepEqual(back.json(), {
    status: 'none',
    eventId: event.id,
    userId: ana.id,
    confirmed_at: null,
    participantsQty: 0,
  });
  assert.equal((await confirm(event.id, bia)).statusCode, 200);
});

test('past and cancelled events accept no confirmation, and unknown ones return not_found', async () => {
  const over = await createEvent({ startDate: inHours(-3), endDate: inHours(-1) });
  assert.equal((await confirm(over.id, ana)).json<{ code: string }>().code, 'event_over');
  const cancelled = await createEvent();
  await confirm(cancelled.id, bia);
  await praca.app.inject({
    method: 'POST',
    url: `/social/staff/events/${cancelled.id}/cancel`,
    headers: staff,
  });
  assert.equal((await confirm(cancelled.id, ana)).json<{ code: string }>().code, 'event_cancelled');
  const mine = (await get(`/user/${bia.id}/events`, bia.headers)).json<Shown[]>();
  assert.equal(mine.find((event) => event.id === cancelled.id)?.['eventStatus'], 'EventCancelled');
  for (const id of ['999999', '0', '-1', 'x', '99999999999999999999'])
    assert.equal((await get(`/event/${id}/get`)).statusCode, 404, id);
  assert.equal((await confirm(999_999, ana)).statusCode, 404);
});

test('a new time does not reinstate a cancelled event', async () => {
  const event = await createEvent({});
  const url = `/social/staff/events/${event.id}`;
  await praca.app.inject({ method: 'POST', url: `${url}/cancel`, headers: staff });
  const moved = await praca.app.inject({
    method: 'PUT',
    url,
    headers: staff,
    payload: { endDate: inHours(30) },
  });
  assert.equal(moved.json<Shown>()['eventStatus'], 'EventCancelled');
});

test('rejects dates and cursors outside the range of the database', async () => {
  const statusOf = async (query: string): Promise<number> =>
    (await praca.app.inject(`/social/event/search?${query}`)).statusCode;
  assert.equal(await statusOf('q=baile&to=9999-12-31'), 200);
  for (const query of ['from=0000-01-01', 'to=%2B010000-01-01T00:00:00Z', 'cursor=zzzzzzzzzz.1'])
    assert.equal(await statusOf(`q=baile&${query}`), 400, query);
});

test('a change keeps omitted fields, a new time reschedules, and capacity cannot fall below the participants', async () => {
  const event = await createEvent({ maximumAttendeeCapacity: 5 });
  await confirm(event.id, ana);
  await confirm(event.id, bia);
  const change = (payload: Record<string, unknown>) =>
    praca.app.inject({ method: 'PUT', url: `/social/staff/events/${event.id}`, headers: staff, payload });
  const renamed = (await change({ name: 'Outro nome' })).json<Shown>();
  assert.deepEqual(
    { ...renamed, name: event.name },
    { ...event, participantsQty: 2, remainingAttendeeCapacity: 3 },
  );
  assert.equal((await change({ endDate: inHours(30) })).json<Shown>()['eventStatus'], 'EventRescheduled');
  assert.equal((await change({ maximumAttendeeCapacity: 1 })).statusCode, 400);
  assert.equal((await change({ endDate: inHours(1) })).statusCode, 400);
  assert.equal((await change({ timezone: 'Mars/Olympus' })).statusCode, 400);
  assert.equal((await change({ offers: { price: '1.234' } })).statusCode, 400);
  const listed = (await praca.app.inject({ url: '/social/staff/events?limit=1', headers: staff })).json<
    Shown[]
  >();
  assert.equal(listed.length, 1);
});

test('an independent parser reads the calendars of an event and of a user', async () => {
  const event = await createEvent({ name: 'Calendário; teste, "aspas"', description: 'é'.repeat(200) });
  await confirm(event.id, ana);
  for (const [url, headers] of [
    [`/event/${event.id}/ics`, {}],
    [`/user/${ana.id}/events.ics?access_token=${ana.token}`, {}],
  ] as const) {
    const answer = await get(url, headers);
    assert.match(String(answer.headers['content-type']), /^text\/calendar; charset=utf-8/);
    const calendar = ICAL.Component.fromString(answer.body);
    const found = calendar
      .getAllSubcomponents('vevent')
      .map((component) => new ICAL.Event(component))
      .find((entry) => entry.uid.startsWith(`event-${event.id}@`));
    assert.equal(found?.summary, event.name);
    assert.equal(
      found?.startDate.toJSDate().toISOString().slice(0, 19),
      String(event['startDate']).slice(0, 19),
    );
  }
});

test('lists participants as cards by confirmation, without users whom the viewer has blocked', async () => {
  const event = await createEvent();
  const crowd = await people.create(4);
  for (const person of crowd) {
    praca.clock.offsetMs += 10;
    await confirm(event.id, person);
  }
  const [first, second, third, fourth] = crowd as [Person, Person, Person, Person];
  const list = async (query = '', viewer: Person = first) => {
    const answer = await get(`/event/${event.id}/participants${query}`, viewer.headers);
    assert.equal(answer.statusCode, 200, answer.body);
    return { shown: answer.json<Shown[]>(), link: String(answer.headers['link'] ?? '') };
  };
  const { shown } = await list();
  const ids = (cards: readonly Shown[]) => cards.map((card) => card['id']);
  const everybody = crowd.map((person) => person.id);
  assert.deepEqual(ids(shown), everybody);
  assert.deepEqual(shown[1]?.['parties'], [event.id]);
  assert.ok(shown.every((card) => !Number.isNaN(Date.parse(String(card['confirmed_at'])))));
  const page = await list('?limit=3');
  const rest = await list(/<(.+)>/.exec(page.link)?.[1]);
  assert.deepEqual(ids([...page.shown, ...rest.shown]), everybody);
  await get(`/user/block/${second.id}`, first.headers);
  await praca.sql`update social.users set deleted_at = now() where id = ${third.id}`;
  assert.deepEqual(ids((await list()).shown), [first.id, fourth.id]);
  assert.equal((await get(`/event/${event.id}/participants`)).statusCode, 401);
  assert.equal((await get('/event/999999/participants', first.headers)).statusCode, 404);
});
