import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { insertBetween, insertPhoto, storedPhoto } from '../../../test/support/town-rows.ts';
import { mostParties } from './count.rules.ts';
import { findCards, uncombinedCardColumn, type Card } from './card.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);
const [ana, bia] = [idOf(3), idOf(7)];
const sources = {
  baseUrl: 'base',
  now,
  today: '2026-03-01',
  photoQuery: '?pass',
  showsLinks: true,
  viewer: { id: me, byDefault: 'everyone' },
} as const;
const portrait = `base/portraits/${ana}.svg`;
const [near, far] = ['/portraits/near.svg', 'https://example.com/far.jpg'];

beforeEach(async () => {
  for (const table of ['pairs', 'events', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [me, ana, bia]) await insertPerson(sql, id, now);
});

async function cardOf(userId: string, showsLinks = true): Promise<Card> {
  const [row, ...others] = await findCards(sql, [userId], { ...sources, showsLinks });
  assert.ok(row);
  assert.deepEqual(others, []);
  return row.card;
}

test('a card has the fields of the API in their order', async () => {
  await sql`
    update social.users set name = 'Ana', location = 'Rio', birth_date = '2000-03-01' where id = ${ana}`;
  assert.equal(
    JSON.stringify(await cardOf(ana)),
    JSON.stringify({
      name: 'Ana',
      id: ana,
      photoQty: 0,
      local: 'Rio',
      age: 26,
      parties: [],
      isCombination: 0,
      image: portrait,
      thumb: portrait,
    }),
  );
});

test('counts age in whole years up to the birthday, and age is null without a birth date', async () => {
  await sql`update social.users set birth_date = '2000-03-02' where id = ${ana}`;
  assert.deepEqual([(await cardOf(ana)).age, (await cardOf(bia)).age], [25, null]);
});

/** Inserts photos of Ana with ids in this order, after photos of a neighbour. */
async function addPhotos(...photos: readonly [position: number, fields: object][]): Promise<void> {
  await sql`delete from social.photos`;
  await insertPhoto(sql, { id: idOf(9), userId: bia, position: 0 }, now, storedPhoto('neighbour'));
  await insertPhoto(sql, { id: idOf(8), userId: bia, position: 1 }, now, { link: far });
  for (const [index, [position, fields]] of photos.entries())
    await insertPhoto(sql, { id: idOf(index), userId: ana, position }, now, fields);
}
const shown = async (showsLinks = true) => {
  const { photoQty, image, thumb } = await cardOf(ana, showsLinks);
  return [photoQty, image, thumb];
};

test('the photo of a card is the user’s photo at position 0, linked or stored', async () => {
  const [first, second] = [storedPhoto('first'), storedPhoto('second')];
  await addPhotos([2, { link: near }], [0, first], [1, second]);
  assert.deepEqual(await shown(), [2, 'base/photos/first?pass', 'base/photos/first/thumb?pass']);
  await addPhotos([2, first], [1, { link: near }], [3, second]);
  assert.deepEqual(await shown(), [3, `base${near}`, `base${near}`]);
  await addPhotos([2, first], [1, { link: far }]);
  assert.deepEqual(await shown(), [2, far, far]);
  assert.deepEqual((await cardOf(bia)).image, 'base/photos/neighbour?pass');
});

test('the profile photo is not among the other photos', async () => {
  const qty = async () => (await cardOf(ana)).photoQty;
  await addPhotos();
  assert.equal(await qty(), 0);
  await addPhotos([0, { link: near }]);
  assert.equal(await qty(), 0);
  await addPhotos([0, { link: near }], [5, { link: near }], [1, { link: near }]);
  assert.equal(await qty(), 2);
});

test('a linked photo is shown only where links are enabled, otherwise a portrait', async () => {
  await addPhotos();
  assert.deepEqual(await shown(), [0, portrait, portrait]);
  assert.deepEqual(await shown(false), [0, portrait, portrait]);
  await addPhotos([1, { link: far }]);
  assert.deepEqual(await shown(false), [1, portrait, portrait]);
  await addPhotos([1, { link: near }]);
  assert.deepEqual(await shown(false), [1, `base${near}`, `base${near}`]);
  await addPhotos([1, storedPhoto('first')]);
  assert.deepEqual(await shown(false), [1, 'base/photos/first?pass', 'base/photos/first/thumb?pass']);
});

test('a card shows only the soonest of many events', async () => {
  for (let hours = mostParties + 5; hours > 0; hours--) {
    const id = await insertEvent(sql, at(hours));
    await insertRow(sql, 'social', 'attendances', { event_id: id, user_id: ana, confirmed_at: now });
  }
  const { parties } = await cardOf(ana);
  const rows = await sql<
    { id: number }[]
  >`select id from social.events order by starts_at limit ${mostParties}`;
  assert.deepEqual(
    parties,
    rows.map(({ id }) => id),
  );
  await sql`delete from social.events`;
});

test('a card lists attended events that are neither over nor cancelled, by start', async () => {
  const event = (startsHours: number, endsHours: number, status = 'EventScheduled') =>
    insertEvent(sql, at(startsHours), { ends_at: at(endsHours), status });
  const later = await event(3, 4);
  const [over, cancelled] = [await event(-1, 0), await event(1, 2, 'EventCancelled')];
  const [running, second] = [await event(-1, 1 / 3_600_000), await event(1, 2, 'EventPostponed')];
  const [third, others] = [await event(1, 9), await event(1, 2)];
  for (const [userId, ids] of [
    [ana, [later, over, third, cancelled, second, running]],
    [bia, [others, later]],
  ] as const)
    for (const id of ids)
      await insertRow(sql, 'social', 'attendances', { event_id: id, user_id: userId, confirmed_at: now });
  assert.deepEqual((await cardOf(ana)).parties, [running, second, third, later]);
  assert.deepEqual((await cardOf(bia)).parties, [others, later]);
});

test('a card shows whether its person and the viewer are combined', async () => {
  const combined = async () => [(await cardOf(ana)).isCombination, (await cardOf(bia)).isCombination];
  await insertPerson(sql, idOf(4), now);
  await insertPerson(sql, idOf(6), now);
  // Other people are combined with the viewer and with them.
  for (const digit of [4, 6]) {
    await insertBetween(sql, 'pairs', me, idOf(digit), { combined_at: now });
    for (const id of [ana, bia]) await insertBetween(sql, 'pairs', idOf(digit), id, { combined_at: now });
  }
  assert.deepEqual(await combined(), [0, 0]);
  for (const id of [ana, bia]) await insertBetween(sql, 'pairs', me, id);
  assert.deepEqual(await combined(), [0, 0]);
  await sql`update social.pairs set combined_at = ${now} where low_id = ${ana} and high_id = ${me}`;
  assert.deepEqual(await combined(), [1, 0]);
  await sql`update social.pairs set combined_at = ${now} where low_id = ${me} and high_id = ${bia}`;
  assert.deepEqual(await combined(), [1, 1]);
  const [row] = await sql<{ card: Card }[]>`
    select ${uncombinedCardColumn(sql, sources)} as card from social.users u where u.id = ${ana}`;
  assert.deepEqual(
    row?.card,
    { ...(await cardOf(ana)), isCombination: 0 },
    'a card of an uncombined user has isCombination 0',
  );
});

test('returns cards of requested users only, and two for a user requested twice', async () => {
  const found = async (...ids: string[]) =>
    (await findCards(sql, ids, sources)).map(({ card }) => card.id.slice(-1)).join('');
  assert.equal(await found(bia, ana, idOf(9), bia), '737');
  assert.equal(await found(), '');
});
