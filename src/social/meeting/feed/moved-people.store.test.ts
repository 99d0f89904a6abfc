import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  at,
  campinas,
  idOf,
  ids,
  now,
  rio,
  useFeedPeople,
  way,
  whole,
  filter,
} from '../../../../test/support/feed-people.ts';
import { insertEvent } from '../../../../test/support/social-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import { newId } from '../../../platform/ids.ts';
import {
  findByAge,
  findChangedIn,
  findCombined,
  findGoing,
  findInScope,
  findMovedGoing,
  findMovedInScope,
  type Piece,
} from './feed.store.ts';
import { settleMs, type Gap } from './gap.rules.ts';
import { topOf, type Position } from './position.rules.ts';

const { sql, person, reset, search, snapshotNow } = await useFeedPeople();
beforeEach(reset);
const nameRows = (rows: readonly { card: string | null }[]) => rows.map(({ card }) => card ?? '?').join();
const placeAt = (name: string, ms: number): Position => ({ at: at(ms).toISOString(), id: idOf(name) });

/** Writes what the trigger writes for activity at database time, but with fixed times. */
async function becomeActive(name: string, wasMs: number, isMs = 1000): Promise<void> {
  await sql`alter table social.users disable trigger users_note_change`;
  await sql`
    update social.users set active_before_at = ${at(wasMs)}, last_active_at = ${at(isMs)},
      active_xid = pg_current_xact_id()
    where name = ${name}`;
  await sql`alter table social.users enable trigger users_note_change`;
}

async function event(people: readonly string[], confirmedAt = now): Promise<number> {
  const id = await insertEvent(sql, now);
  for (const name of people)
    await insertRow(sql, 'social', 'attendances', {
      event_id: id,
      user_id: idOf(name),
      confirmed_at: confirmedAt,
    });
  return id;
}

/** Sorted by id, which differs from the order of activity. Two of them were active at the same time. */
const moving = ['a', 'b', 'c', 'd', 'e'];
async function moveAll(): Promise<void> {
  for (const [name, ms] of [
    ['a', 0],
    ['b', -2],
    ['c', -4],
    ['d', -3],
    ['e', -4],
  ] as const)
    await becomeActive(name, ms);
}

test('finds people active since the start at their former position in the city, most recent first, up to the limit', async () => {
  for (const name of moving) await person(name);
  await person('deleted', { deleted_at: now });
  await person('elsewhere', { city_id: campinas });
  await person('unfit', { birth_date: '1950-01-01' });
  await person('later');
  for (const name of ['early', 'late']) await person(name, { last_active_at: at(-settleMs - 9) });
  await person('quiet');
  const snapshot = await snapshotNow();
  const later = { ...search({ walk: way({ snapshot }) }), snapshot };
  const moved = async (below?: Position, limit = 50) =>
    nameRows(await findMovedInScope(sql, later, 'city', below, limit));
  assert.equal(await moved(), '');
  await moveAll();
  for (const name of ['deleted', 'elsewhere', 'unfit']) await becomeActive(name, -1);
  await becomeActive('later', 1);
  // Activity recorded this long before the walk began belongs to its start.
  await becomeActive('early', -settleMs - 9, -settleMs);
  await becomeActive('late', -settleMs - 9, -settleMs + 1);
  assert.equal(await moved(), 'a,b,d,e,c,late');
  assert.equal(await moved(undefined, 1), 'a');
  assert.equal(await moved(undefined, 4), 'a,b,d,e');
  assert.equal(await moved(placeAt('b', -2)), 'd,e,c,late');
  assert.equal(await moved(placeAt('e', -4)), 'c,late');
  assert.equal(nameRows(await findMovedInScope(sql, later, 'state', undefined, 50)), 'elsewhere');
});

test('finds people at the same events who became active since, if they had confirmed before the walk began', async () => {
  for (const name of moving) await person(name);
  await person('deleted', { deleted_at: now });
  await person('unfit', { birth_date: '1950-01-01' });
  for (const name of ['stranger', 'later', 'quiet']) await person(name);
  for (const name of ['early', 'late']) await person(name, { last_active_at: at(-settleMs - 9) });
  const shared = await event([...moving.slice(1), 'deleted', 'unfit', 'quiet', 'early', 'late']);
  const events = [shared, await event(['a']), await event(['later'], at(1))];
  await event(['stranger']);
  const snapshot = await snapshotNow();
  const later = { ...search({ walk: way({ snapshot, events }) }), snapshot };
  await moveAll();
  for (const name of ['deleted', 'unfit', 'stranger', 'later']) await becomeActive(name, -1);
  await becomeActive('early', -settleMs - 9, -settleMs);
  await becomeActive('late', -settleMs - 9, -settleMs + 1);
  const moved = async (below?: Position, limit = 50) =>
    nameRows(await findMovedGoing(sql, later, below, limit));
  assert.equal(await moved(), 'a,b,d,e,c,late');
  assert.equal(await moved(undefined, 1), 'a');
  assert.equal(await moved(placeAt('e', -4)), 'c,late');
  await sql`update social.users set age_to = 98 where name = 'b'`;
  assert.equal(await moved(), 'a,d,e,c,late', 'a changed person has another position now');
});

test('finds changed people between the ends of a gap, most recently active first, up to the limit', async () => {
  for (const name of ['top', 'a', 'b', 'end', 'under']) await person(name);
  await person('twin', { last_active_at: at(-4) });
  await person('deleted', { last_active_at: at(-4), deleted_at: now });
  await person('elsewhere', { last_active_at: at(-4), city_id: rio, state: 'RJ' });
  await person('unfit', { last_active_at: at(-4), birth_date: '1950-01-01' });
  await person('restored', { last_active_at: at(-4) });
  const gap: Gap = {
    stage: 'city',
    from: topOf(now),
    to: placeAt('end', -5),
    snapshot: await snapshotNow(),
  };
  const changed = async (limit = 50) =>
    nameRows(await findChangedIn(sql, search(), gap, placeAt('top', -2), limit));
  assert.equal(await changed(), '');
  await sql`update social.users set age_to = 98 where name not in ('me', 'restored')`;
  await sql`alter table social.users disable trigger users_note_change`;
  await sql`update social.users set changed_xid = '9000000000000000000' where name = 'restored'`;
  await sql`alter table social.users enable trigger users_note_change`;
  assert.equal(await changed(), 'a,twin,b,end');
  assert.deepEqual([await changed(1), await changed(2)], ['a', 'a,twin']);
});

test('people active at the same time are examined and shown by id, highest first', async () => {
  await person('first');
  for (const name of ['low', 'high', 'lowest'])
    await person(name, {
      last_active_at: at(-9),
      id: idOf(name).replace(/^../, name === 'lowest' ? '00' : '11'),
    });
  const events = [await event(['first'])];
  await sql`
    insert into social.attendances (event_id, user_id, confirmed_at)
    select ${events[0] ?? 0}, id, ${now} from social.users where name in ('low', 'high', 'lowest')`;
  const looked = async (piece: Partial<Piece>) =>
    (await findInScope(sql, search(), 'city', { ...whole, ...piece })).map(
      ({ card, left, number }) => `${number} ${left ? 'left' : ''}${card ?? ''}`,
    );
  assert.deepEqual(await looked({}), ['2 first', '3 high', '4 low', '5 lowest']);
  assert.deepEqual(await looked({ limit: 2 }), ['2 first', '3 high']);
  assert.deepEqual(await looked({ probes: 3 }), ['2 first', '3 high', '4 left'], 'without a card');
  const going = async (piece: Partial<Piece>) =>
    (await findGoing(sql, search({ walk: way({ events }) }), { ...whole, ...piece })).map(
      ({ id, card, left }) => card ?? (left ? `left ${id.slice(0, 2)}` : 'hidden'),
    );
  assert.deepEqual(await going({}), ['first', 'high', 'low', 'lowest']);
  assert.deepEqual(await going({ limit: 2 }), ['first', 'high']);
  assert.deepEqual(await going({ probes: 3 }), ['first', 'high', 'low', 'left 00']);
  assert.deepEqual(await going({ probes: 1, limit: 1 }), ['first'], 'at most the limit in all');
  assert.deepEqual(await going({ probes: 2 }), ['first', 'high', 'left 11']);
  const narrowed = search({ filter: { ...filter, unstatedAge: false } });
  const born = async (limit: number) => nameRows(await findByAge(sql, narrowed, 'city', { ...whole, limit }));
  assert.deepEqual([await born(9), await born(2)], ['first,high,low,lowest,?', 'first,high,?']);
});

test('people at the same event who are hidden or suspended for a short time are examined but not shown', async () => {
  await person('soon');
  await person('suspended', { suspended_until: at(5) });
  await person('suspended-longer', { suspended_until: at(6) });
  await person('suspended-till-now', { suspended_until: now });
  await person('shown');
  await insertBetween(sql, 'pairs', idOf('me'), idOf('soon'), { my_passed_until: at(5) });
  const events = [await event(['soon', 'suspended', 'suspended-longer', 'suspended-till-now', 'shown'])];
  const going = async (hiddenUntil: Date) =>
    nameRows(await findGoing(sql, search({ walk: way({ events }) }), { ...whole, hiddenUntil }));
  assert.equal(await going(at(5)), '?,?,suspended-till-now,shown');
  assert.equal(await going(now), 'suspended-till-now,shown');
  const inScope = await findInScope(sql, search(), 'city', { ...whole, hiddenUntil: at(5) });
  assert.equal(nameRows(inScope), '?,?,suspended-till-now,shown');
});

test('the search by age counts all people of these ages who are not deleted and shows those of the area', async () => {
  await person('here');
  await person('deleted', { deleted_at: now });
  await person('elsewhere', { city_id: rio, state: 'RJ' });
  await person('older', { birth_date: '1990-06-14' });
  await person('younger', { birth_date: '1990-06-16' });
  await person('unfit', { age_to: 29 });
  const narrowed = search({ filter: { ...filter, unstatedAge: false } });
  const rows = await findByAge(sql, narrowed, 'city', whole);
  assert.deepEqual(
    rows.map(({ id, card, left, number }) => [id, card, left, number]),
    [
      [idOf('here'), 'here', false, 0],
      [idOf('me'), null, false, 4],
    ],
  );
});

test('finds combined people on both sides of the pair, by activity and id, without suspended or hidden ones', async () => {
  for (const [name, prefix] of [
    ['low', '00'],
    ['high', 'ff'],
  ] as const)
    ids.set(name, idOf(name).replace(/^../, prefix));
  for (const name of ['low', 'high', 'till-now']) await person(name, { last_active_at: at(-9) });
  await sql`update social.users set suspended_until = ${now} where name = 'till-now'`;
  await person('suspended', { suspended_until: at(1) });
  await person('kept-out', { hidden_by: newId() });
  await person('deleted', { deleted_at: now });
  for (const name of ['late', 'liked', 'stranger']) await person(name);
  for (const name of ['low', 'high', 'till-now', 'suspended', 'kept-out', 'deleted'])
    await insertBetween(sql, 'pairs', idOf('me'), idOf(name), { combined_at: now });
  await insertBetween(sql, 'pairs', idOf('me'), idOf('late'), { combined_at: at(1) });
  await insertBetween(sql, 'pairs', idOf('me'), idOf('liked'), { my_liked_at: now });
  for (const name of ['low', 'high'])
    await insertBetween(sql, 'pairs', idOf('stranger'), idOf(name), { combined_at: now });
  const named = new Map([...ids].map(([name, id]) => [id, name]));
  const combined = async (below?: Position, limit = 50) =>
    (await findCombined(sql, search(), below, limit)).map(({ id }) => named.get(id)).join();
  assert.equal(await combined(), 'high,till-now,low');
  assert.deepEqual([await combined(undefined, 1), await combined(undefined, 2)], ['high', 'high,till-now']);
  assert.equal(await combined(placeAt('high', -9)), 'till-now,low');
  assert.equal(await combined(placeAt('low', -9)), '');
});
