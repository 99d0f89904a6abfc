import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { findProfile, replaceText, updateProfile, type ProfileChange } from './profile.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia, dora] = [idOf(1), idOf(2), idOf(3)];

const known = {
  about: 'old',
  location: 'Rio',
  city_id: 3304557,
  state: 'RJ',
  birth_date: '1990-05-06',
  gender: 'woman',
};

beforeEach(async () => {
  await sql`delete from social.users`;
  await insertPerson(sql, bia, now, { name: 'Bia' });
  await insertPerson(sql, ana, now, { name: 'Ana', ...known });
  await insertPerson(sql, dora, now, { name: 'Dora', deleted_at: now });
});

/** Returns the rows without the columns that only hold transaction ids. */
const users = async () =>
  (await readRows(sql, 'social', 'users'))
    .map(({ changed_xid: _changed, active_xid: _active, ...row }) => row)
    .toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])));
const update = (userId: string, change: ProfileChange, at = now) =>
  sql.begin((tx) => updateProfile(tx, userId, change, at));

test('finds a profile by its user', async () => {
  const profile = async (userId: string) => {
    const found = await findProfile(sql, userId);
    return found && { ...found };
  };
  assert.deepEqual(await profile(ana), {
    id: ana,
    name: 'Ana',
    about: 'old',
    location: 'Rio',
    is_premium: false,
    need_tour: true,
    birth_date: '1990-05-06',
    gender: 'woman',
    created_at: now,
  });
  assert.deepEqual([(await profile(bia))?.name, (await profile(dora))?.name], ['Bia', 'Dora']);
  assert.equal(await profile(idOf(9)), undefined);
});

test('a change writes one field of one user only', async () => {
  const [before, ...others] = await users();
  const { birth_date: _birthDate, gender: _gender, ...withoutBoth } = before ?? {};
  const { city_id: _city, state: _state, ...nowhere } = before ?? {};
  for (const [change, after] of [
    [{}, before],
    [{ name: 'Anna' }, { ...before, name: 'Anna' }],
    [{ about: '' }, { ...before, about: '' }],
    [{ isPremium: true }, { ...before, is_premium: true }],
    [{ needTour: false }, { ...before, need_tour: false }],
    [{ birthDate: '1991-07-08' }, { ...before, birth_date: '1991-07-08' }],
    [{ gender: 'other' }, { ...before, gender: 'other' }],
    [{ birthDate: null, gender: null }, withoutBoth],
    [
      { place: { location: 'São Paulo', cityId: 3550308, state: 'SP' } },
      { ...before, location: 'São Paulo', city_id: 3550308, state: 'SP' },
    ],
    [{ place: { location: '', cityId: null, state: null } }, { ...nowhere, location: '' }],
  ] as const) {
    assert.equal(await update(ana, change), true);
    assert.deepEqual(await users(), [after, ...others], JSON.stringify(change));
    await sql`delete from social.users where id = ${ana}`;
    await insertPerson(sql, ana, now, { name: 'Ana', ...known });
  }
});

test('a profile change sets the last activity and never moves it back', async () => {
  const active = async () => (await users()).map((row) => row['last_active_at']);
  await update(ana, {}, soon);
  assert.deepEqual(
    await active(),
    [soon, now, now].map((at) => at.toISOString()),
  );
  await update(ana, {}, now);
  assert.deepEqual(
    await active(),
    [soon, now, now].map((at) => at.toISOString()),
  );
});

test('the profile of a deleted or unknown user is not changed', async () => {
  const before = await users();
  assert.deepEqual([await update(dora, { name: 'x' }), await update(idOf(9), { name: 'x' })], [false, false]);
  assert.deepEqual(await users(), before);
});

test('replaces a text of one user, and returns false if nothing changes', async () => {
  const replace = (userId: string, which: 'name' | 'about', text: string) =>
    sql.begin((tx) => replaceText(tx, userId, which, text));
  const texts = async () => (await users()).map((row) => `${String(row['name'])} ${String(row['about'])}`);
  assert.deepEqual([await replace(ana, 'about', 'old'), await replace(idOf(9), 'about', '')], [false, false]);
  assert.deepEqual(await texts(), ['Ana old', 'Bia ', 'Dora ']);
  assert.equal(await replace(ana, 'about', 'new'), true);
  assert.equal(await replace(dora, 'name', 'User'), true, 'also of a deleted user');
  assert.deepEqual(await texts(), ['Ana new', 'Bia ', 'User ']);
  assert.equal(await replace(ana, 'about', 'new'), false);
});
