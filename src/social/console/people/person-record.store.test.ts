import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { findPeople, findPersonRecord, type PeopleQuery } from './person-record.store.ts';

let close: () => Promise<void>;
let sql: Sql;
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

before(async () => {
  ({ sql, close } = await openTestSql());
  const person = (digit: number, name: string, fields: object = {}) =>
    insertPerson(sql, idOf(digit), now, { name, email: `${name}@example.com`, ...fields });
  await person(1, 'Ana');
  await person(2, 'Bea', { suspended_until: soon });
  await person(3, 'ana clara', { hidden_by: idOf(9) });
  await person(4, 'Anabela', { suspended_until: now });
});
after(() => close());

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

test('people are found newest first, by what names one, or by how a name begins', async () => {
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

test('of each it is told who is suspended or hidden', async () => {
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

test('seats are one’s own at events that are not over', async () => {
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
