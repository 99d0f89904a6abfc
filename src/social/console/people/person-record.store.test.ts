import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { hexOf, idOf, insertRow } from '../../../../test/support/table-rows.ts';
import {
  findNames,
  findPeople,
  findPersonPhotos,
  findPersonRecord,
  findPhotoImage,
  type PeopleQuery,
} from './person-record.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);

before(async () => {
  const person = (digit: number, name: string, fields: object = {}) =>
    insertPerson(sql, idOf(digit), now, { name, email: `${name}@example.com`, ...fields });
  await person(1, 'Ana');
  await person(2, 'Bea', { suspended_until: soon });
  await person(3, 'ana clara', { hidden_by: idOf(9) });
  await person(4, 'Anabela', { suspended_until: now });
});

const everybody: PeopleQuery = {
  id: null,
  email: null,
  loginId: null,
  name: null,
  only: null,
  after: null,
  limit: 9,
};
const found = async (query: Partial<PeopleQuery>) =>
  (await findPeople(sql, { ...everybody, ...query }, now)).map(({ id }) => id.slice(-1)).join('');

test('finds people by id, address, login or beginning of the name, newest first without a name', async () => {
  assert.equal(await found({}), '4321');
  assert.equal(await found({ limit: 2 }), '43');
  assert.equal(await found({ after: { name: '', id: idOf(3) } }), '21');
  assert.equal(await found({ id: idOf(2) }), '2');
  assert.equal(await found({ email: 'BEA@example.com' }), '2');
  assert.equal(await found({ loginId: idOf(3) }), '3');
  assert.equal(await found({ name: 'ANA' }), '134');
  assert.equal(await found({ name: 'ana', after: { name: 'ana', id: idOf(1) } }), '34');
  assert.deepEqual([await found({ only: 'suspended' }), await found({ only: 'hidden' })], ['2', '3']);
});

test('the list marks suspended and hidden people', async () => {
  const people = await findPeople(sql, everybody, now);
  assert.deepEqual(
    people.map(({ id, suspended, hidden }) => [id.slice(-1), suspended, hidden]),
    [
      ['4', false, false],
      ['3', false, true],
      ['2', true, false],
      ['1', false, false],
    ],
  );
});

test('seats count the person’s places at events that are not over', async () => {
  const [over, running, other] = [
    await insertEvent(sql, now, { ends_at: now, starts_at: new Date(now.getTime() - 1) }),
    await insertEvent(sql, now),
    await insertEvent(sql, now),
  ];
  for (const [event, digit] of [
    [over, 1],
    [running, 1],
    [running, 2],
    [other, 2],
  ] as const)
    await insertRow(sql, 'social', 'attendances', {
      event_id: event,
      user_id: idOf(digit),
      confirmed_at: now,
    });
  const seats = async (digit: number) => (await findPersonRecord(sql, idOf(digit), now))?.seats;
  assert.deepEqual([await seats(1), await seats(2), await seats(3), await seats(9)], [1, 2, 0, undefined]);
});

test('photos of a person are listed in order, and a stored one has its image', async () => {
  const photo = (digit: number, owner: number, position: number, isStored: boolean) =>
    insertRow(sql, 'social', 'photos', {
      id: idOf(digit),
      user_id: idOf(owner),
      position,
      created_at: now,
      ...(isStored
        ? { name: `n${digit}`, image: hexOf(Buffer.from([digit])), thumb: hexOf(Buffer.from([0])) }
        : { link: `https://example.com/${digit}` }),
    });
  await photo(5, 1, 1, true);
  await photo(6, 2, 0, true);
  await photo(7, 1, 2, false);
  await photo(8, 1, 0, true);
  const photos = async (digit: number) =>
    (await findPersonPhotos(sql, idOf(digit))).map(({ id, link }) => `${id.slice(-1)} ${link ?? 'stored'}`);
  assert.deepEqual(await photos(1), ['8 stored', '5 stored', '7 https://example.com/7']);
  assert.deepEqual([await photos(2), await photos(3)], [['6 stored'], []]);
  assert.deepEqual(
    [await findPhotoImage(sql, idOf(5)), await findPhotoImage(sql, idOf(6))],
    [Buffer.from([5]), Buffer.from([6])],
  );
  assert.deepEqual(
    [await findPhotoImage(sql, idOf(7)), await findPhotoImage(sql, idOf(9))],
    [undefined, undefined],
  );
});

test('returns the names of the ids that exist', async () => {
  const found = await findNames(sql, [idOf(3), idOf(1), idOf(9)]);
  assert.deepEqual(found.map(({ id, name }) => `${id.slice(-1)} ${name}`).toSorted(), [
    '1 Ana',
    '3 ana clara',
  ]);
  assert.deepEqual(
    (await findNames(sql, [idOf(2)])).map(({ name }) => name),
    ['Bea'],
  );
});
