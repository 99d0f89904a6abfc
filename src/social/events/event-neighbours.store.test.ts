import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { countEventsByCity, findEvent, findEventsByIds, findSpotlight } from './event.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bia] = [idOf(1), idOf(2)];

beforeEach(async () => {
  for (const table of ['events', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [ana, bia]) await insertPerson(sql, id, now);
});

interface City {
  id: number;
  name: string;
  state: string;
}

/** Returns cities with one name in several states, by state. */
const namesakes = () => sql<City[]>`
  select id, name, state from social.cities c
  where search_name = (select search_name from social.cities group by search_name having count(*) > 1
                       order by search_name limit 1)
  order by state`;

test('returns each event with its own city', async () => {
  const cities = await namesakes();
  const made: [number, City][] = [];
  for (const city of cities) made.push([await insertEvent(sql, now, { city_id: city.id }), city]);
  assert.ok(made.length > 1);
  for (const [id, city] of made) {
    const event = await findEvent(sql, id, undefined);
    assert.deepEqual([event?.cityId, event?.city, event?.state], [city.id, city.name, city.state]);
  }
});

test('orders cities with the same name and count by state', async () => {
  const cities = await namesakes();
  for (const { id } of cities.toReversed()) await insertEvent(sql, now, { city_id: id });
  assert.deepEqual(
    (await countEventsByCity(sql, now)).map(({ city, state, eventsQty }) => [city, state, eventsQty]),
    cities.map(({ name, state }) => [name, state, 1]),
  );
});

test('marks only the viewer’s own events as confirmed or waiting', async () => {
  const lit = { spotlight_from: now, spotlight_until: new Date(now.getTime() + 1) };
  const event = async (goes: string[], waits: string[]) => {
    const id = await insertEvent(sql, now, { ...lit, participants: goes.length, waiting: waits.length });
    for (const user of goes)
      await insertRow(sql, 'social', 'attendances', { event_id: id, user_id: user, confirmed_at: now });
    for (const user of waits)
      await sql`insert into social.waiting (event_id, user_id, since) values (${id}, ${user}, ${now})`;
    return id;
  };
  const made = [await event([ana], [bia]), await event([bia], [ana]), await event([bia], [bia])];
  const marks = (events: readonly { isConfirmed: boolean; isWaiting: boolean }[]) =>
    events.map(({ isConfirmed, isWaiting }) => `${isConfirmed ? 'goes' : ''}${isWaiting ? 'waits' : ''}`);
  for (const [viewer, expected] of [
    [ana, ['goes', 'waits', '']],
    [bia, ['waits', 'goes', 'goeswaits']],
    [idOf(3), ['', '', '']],
    [undefined, ['', '', '']],
  ] as const) {
    assert.deepEqual(marks(await findEventsByIds(sql, made, viewer)), expected);
    assert.deepEqual(marks(await findSpotlight(sql, viewer, now)), expected);
    const single = await Promise.all(made.map((id) => findEvent(sql, id, viewer)));
    assert.deepEqual(marks(single.flatMap((found) => found ?? [])), expected);
  }
});
