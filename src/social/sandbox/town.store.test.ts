import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../test/support/table-rows.ts';
import {
  claimTown,
  findTownspeople,
  insertAttendances,
  insertPeople,
  insertPortraits,
  moveTown,
  type SeededPerson,
} from './town.store.ts';

const sql = await useTestSql();

const hourMs = 3_600_000;
const now = new Date('2026-03-01T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * hourMs);

beforeEach(async () => {
  for (const table of ['town', 'campaigns', 'events', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
});

test('a town is claimed once', async () => {
  assert.equal(await sql.begin((tx) => claimTown(tx, now)), true);
  assert.equal(await sql.begin((tx) => claimTown(tx, at(1))), false);
  assert.deepEqual(await readRows(sql, 'social', 'town'), [
    { only_row: true, seeded_at: now.toISOString(), counted_from: now.toISOString() },
  ]);
});

const poster = (number: number) => ({ image: `/posters/event-${number}.svg` });
/** Inserts an event that lasts an hour and ends at the given hour. */
const eventUntil = (hours: number, fields: object = {}) =>
  insertEvent(sql, at(hours - 1), { ends_at: at(hours), ...fields });
const campaign = (digit: number, fields: object) =>
  insertRow(sql, 'social', 'campaigns', {
    id: idOf(digit),
    title: '',
    description: '',
    media_type: 1,
    media: '',
    link: '',
    starts_at: at(-999),
    ends_at: at(0),
    weight: 1,
    created_at: at(-240),
    ...fields,
  });

/**
 * Inserts a town that was built ten days ago and last moved two and a half days ago. Returns the ids of its unchanged
 * events.
 */
async function buildTown(lastHours: number): Promise<number[]> {
  await insertRow(sql, 'social', 'town', { seeded_at: at(-240), counted_from: at(-60) });
  const first = await eventUntil(-5, poster(1));
  const last = await eventUntil(lastHours, {
    ...poster(22),
    spotlight_from: at(-70),
    spotlight_until: at(7),
  });
  await eventUntil(-5, { ...poster(3), revision: 1 });
  await eventUntil(-5, { ...poster(4), status: 'EventCancelled' });
  await eventUntil(-5, { image: 'https://example.com/posters/event-5.svg' });
  await eventUntil(-5);
  await eventUntil(-5, { image: '/posters/event-x.svg' });
  await campaign(1, {});
  await campaign(2, { stopped_at: at(-300) });
  await campaign(3, { created_at: at(-60) });
  await campaign(4, { ends_at: new Date(now.getTime() + 1) });
  return [first, last];
}
const tables = async () => ({
  town: await readRows(sql, 'social', 'town'),
  events: await readRows(sql, 'social', 'events'),
  campaigns: await readRows(sql, 'social', 'campaigns'),
});
const move = () => sql.begin((tx) => moveTown(tx, now));

test('once all events are over, the town moves forward by whole days, with its ended campaigns', async () => {
  const unchanged = await buildTown(0);
  const { town, events, campaigns } = await tables();
  const later = (row: Record<string, unknown>, ...columns: string[]) => ({
    ...row,
    ...Object.fromEntries(
      columns
        .filter((column) => column in row)
        .map((column) => [column, new Date(Date.parse(String(row[column])) + 3 * 24 * hourMs).toISOString()]),
    ),
  });
  assert.equal(await move(), true);
  assert.deepEqual(await tables(), {
    town: town.map((row) => later(row, 'counted_from')),
    events: events.map((row) =>
      unchanged.includes(Number(row['id']))
        ? { ...later(row, 'starts_at', 'ends_at', 'spotlight_until'), updated_at: now.toISOString() }
        : row,
    ),
    campaigns: campaigns.map((row) => (row['id'] === idOf(1) ? later(row, 'ends_at') : row)),
  });
  assert.equal(await move(), false, 'not again while events are ahead');
});

test('a town with an event that is not over does not move', async () => {
  await buildTown(1 / hourMs);
  const before = await tables();
  assert.equal(await move(), false);
  assert.deepEqual(await tables(), before);
});

test('a town without unchanged events does not move', async () => {
  await buildTown(0);
  await sql`update social.events set revision = 1`;
  const before = await tables();
  assert.equal(await move(), false);
  assert.deepEqual(await tables(), before);
});

const person = (digit: number, fields: Partial<SeededPerson> = {}): SeededPerson => ({
  id: idOf(digit),
  loginId: `town-${digit}`,
  name: `Person ${digit}`,
  gender: 'woman',
  birthDate: '2000-01-02',
  about: 'Hi',
  city: 0,
  photos: [],
  showsWomen: false,
  showsMen: true,
  ageFrom: 20,
  ageTo: 30,
  activeMinutesAgo: 60,
  isSuspended: false,
  home: { id: 3304557, name: 'Rio de Janeiro', state: 'RJ' },
  ...fields,
});

test('inserts the people of the town and leaves existing users unchanged', async () => {
  await insertPerson(sql, idOf(9), now, { provider: '', login_id: 'town-2', name: 'Before' });
  const inserted = await sql.begin((tx) => insertPeople(tx, [person(1), person(2)], now));
  assert.deepEqual([...inserted], [idOf(1)]);
  const columns = [
    'id',
    'provider',
    'login_id',
    'name',
    'birth_date',
    'gender',
    'about',
    'location',
    'city_id',
  ];
  columns.push('state', 'language', 'need_tour', 'shows_women', 'shows_men', 'age_from', 'age_to');
  columns.push('last_active_at', 'created_at');
  const [added, before, ...others] = await readRows(sql, 'social', 'users', columns);
  assert.deepEqual(added, {
    id: idOf(1),
    provider: '',
    login_id: 'town-1',
    name: 'Person 1',
    birth_date: '2000-01-02',
    gender: 'woman',
    about: 'Hi',
    location: 'Rio de Janeiro, RJ',
    city_id: 3304557,
    state: 'RJ',
    language: 'pt',
    need_tour: false,
    shows_women: false,
    shows_men: true,
    age_from: 20,
    age_to: 30,
    last_active_at: at(-1).toISOString(),
    created_at: at(-60 * 24).toISOString(),
  });
  assert.deepEqual([before?.['id'], before?.['name'], others], [idOf(9), 'Before', []]);
});

test('inserts portraits only for people who were inserted', async () => {
  await sql.begin((tx) => insertPeople(tx, [person(1), person(2)], now));
  const portrait = (id: number, digit: number, position: number) => ({
    id: idOf(id),
    userId: idOf(digit),
    position,
    link: `/portraits/${id}.svg`,
  });
  const given = [portrait(4, 1, 1), portrait(5, 3, 1), portrait(6, 2, 1), portrait(7, 2, 2)];
  await sql.begin((tx) => insertPortraits(tx, given, now));
  const row = (id: number, digit: number, position: number) => ({
    id: idOf(id),
    user_id: idOf(digit),
    position,
    link: `/portraits/${id}.svg`,
    created_at: now.toISOString(),
  });
  assert.deepEqual(await readRows(sql, 'social', 'photos'), [row(4, 1, 1), row(6, 2, 1), row(7, 2, 2)]);
});

test('inserts each attendance once, for inserted people only, and counts the new ones', async () => {
  await sql.begin((tx) => insertPeople(tx, [person(1), person(2), person(3)], now));
  const [one, two, three] = [await eventUntil(1), await eventUntil(2), await eventUntil(3)];
  await sql`update social.events set participants = 1`;
  await insertRow(sql, 'social', 'attendances', { event_id: one, user_id: idOf(1), confirmed_at: at(-9) });
  const given = (
    [
      [one, 2],
      [one, 1],
      [one, 9],
      [two, 1],
      [one, 3],
    ] as const
  ).map(([eventId, digit]) => ({ eventId, userId: idOf(digit) }));
  await sql.begin((tx) => insertAttendances(tx, given, now));
  const rows = await readRows(sql, 'social', 'attendances', ['event_id', 'user_id', 'confirmed_at']);
  const minutesAgo = (row: Record<string, unknown>) =>
    (now.getTime() - Date.parse(String(row['confirmed_at']))) / 60_000;
  assert.deepEqual(
    rows
      .map((row) => `${String(row['event_id'])}.${String(row['user_id']).slice(-1)} ${minutesAgo(row)}`)
      .toSorted(),
    [`${one}.1 540`, `${one}.2 0`, `${one}.3 28`, `${two}.1 21`],
  );
  const events = await readRows(sql, 'social', 'events', ['id', 'participants']);
  assert.deepEqual(
    events.toSorted((a, b) => Number(a['id']) - Number(b['id'])),
    [
      { id: one, participants: 3 },
      { id: two, participants: 2 },
      { id: three, participants: 1 },
    ],
  );
});

test('lists the people of the town by number, without deleted, ever suspended or other users', async () => {
  const numbered = (digit: number, loginId: string, fields: object = {}) =>
    insertPerson(sql, idOf(digit), now, { provider: '', login_id: loginId, name: loginId, ...fields });
  await numbered(1, 'town-200');
  await numbered(2, 'town-10', { location: 'Rio', birth_date: '2000-01-02' });
  await numbered(3, 'town-9');
  await numbered(4, 'town-1');
  await numbered(5, 'town-201');
  await numbered(6, 'town-3', { provider: 'test' });
  await numbered(7, 'town-4', { deleted_at: now });
  await numbered(8, 'town-5', { suspended_until: at(-99) });
  await numbered(9, 'somebody');
  const photo = { created_at: now, user_id: idOf(2) };
  await insertRow(sql, 'social', 'photos', {
    ...photo,
    id: idOf(1),
    position: 1,
    link: 'https://a.example/',
  });
  await insertRow(sql, 'social', 'photos', { ...photo, id: idOf(2), position: 2, link: '/portraits/a.svg' });
  const found = await findTownspeople(sql);
  assert.deepEqual(
    found.map(({ login_id: loginId }) => loginId),
    ['town-1', 'town-9', 'town-10', 'town-200'],
  );
  assert.deepEqual(
    { ...found[2] },
    {
      login_id: 'town-10',
      name: 'town-10',
      location: 'Rio',
      birth_date: '2000-01-02',
      link: '/portraits/a.svg',
    },
  );
});
