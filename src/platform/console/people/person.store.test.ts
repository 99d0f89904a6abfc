import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPlace } from '../../../../test/support/staff-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../postgres/client/database.ts';
import {
  disablePerson,
  enablePerson,
  findPerson,
  findPersonByEmail,
  findStaffMember,
  insertPerson,
  lockPerson,
  replaceHash,
  setLanguage,
  setPassword,
} from './person.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bea] = [idOf(1), idOf(2)];

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const add = (id: string, name: string, passwordHash: string | null = null) =>
  insertPerson(sql, {
    id,
    email: `${name}@Example.com`,
    emailKey: `${name}@example.com`,
    name,
    passwordHash,
    language: 'en',
    now,
  });
const people = async () =>
  (await readRows(sql, 'platform', 'people')).toSorted((one, other) =>
    String(one['id']).localeCompare(String(other['id'])),
  );
const rowOf = (id: string, name: string, fields: object = {}) => ({
  id,
  email: `${name}@Example.com`,
  email_key: `${name}@example.com`,
  name,
  language: 'en',
  created_at: now.toISOString(),
  ...fields,
});

beforeEach(async () => {
  for (const table of ['memberships', 'people']) await sql`delete from platform.${sql.identifier(table)}`;
  for (const [id, name] of [
    [ana, 'ana'],
    [bea, 'bea'],
  ] as const)
    assert.equal(await add(id, name), true);
});

test('an address belongs to one person', async () => {
  assert.equal(await add(idOf(3), 'ana'), false);
  assert.equal(await add(idOf(4), 'eva', 'hash'), true);
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana'),
    rowOf(bea, 'bea'),
    rowOf(idOf(4), 'eva', { password_hash: 'hash' }),
  ]);
});

test('a person is found by address or id, and locking a person locks one row', async () => {
  const person = (id: string, name: string) => ({
    id,
    email: `${name}@Example.com`,
    email_key: `${name}@example.com`,
    name,
    password_hash: null,
    language: 'en',
    disabled_at: null,
    password_expires_at: null,
  });
  for (const [id, name] of [
    [ana, 'ana'],
    [bea, 'bea'],
  ] as const) {
    assert.deepEqual({ ...(await findPersonByEmail(sql, `${name}@example.com`)) }, person(id, name));
    assert.deepEqual({ ...(await findPerson(sql, id)) }, person(id, name));
    assert.deepEqual({ ...(await within((tx) => lockPerson(tx, id))) }, person(id, name));
  }
  assert.equal(await findPersonByEmail(sql, 'ana@Example.com'), undefined);
  assert.equal(await findPerson(sql, idOf(3)), undefined);
  assert.equal(await within((tx) => lockPerson(tx, idOf(3))), undefined);
  assert.equal(await countLocked(sql, 'platform', 'people', (tx) => lockPerson(tx, ana)), 1);
});

test('a password and a language are changed for one person only', async () => {
  await within((tx) => setPassword(tx, ana, 'hash', null));
  await setLanguage(sql, bea, 'pt');
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana', { password_hash: 'hash' }),
    rowOf(bea, 'bea', { language: 'pt' }),
  ]);
});

test('a chosen password is no longer temporary', async () => {
  await within((tx) => setPassword(tx, ana, 'made', now));
  await within((tx) => setPassword(tx, bea, 'made', now));
  await within((tx) => setPassword(tx, bea, 'chosen', null));
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana', { password_hash: 'made', password_expires_at: now.toISOString() }),
    rowOf(bea, 'bea', { password_hash: 'chosen' }),
  ]);
});

test('a new hash replaces only the hash that was verified', async () => {
  await within((tx) => setPassword(tx, ana, 'old', null));
  await within((tx) => setPassword(tx, bea, 'old', null));
  await replaceHash(sql, ana, 'older', 'newer');
  await replaceHash(sql, ana, 'old', 'new');
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana', { password_hash: 'new' }),
    rowOf(bea, 'bea', { password_hash: 'old' }),
  ]);
});

test('an unchanged language is not written again', async () => {
  const versions = () => sql`select id, ctid::text from platform.people order by id`;
  const before = await versions();
  await setLanguage(sql, ana, 'en');
  assert.deepEqual(await versions(), before);
});

test('disabling a person twice keeps the first time', async () => {
  await within((tx) => disablePerson(tx, bea, now));
  await within((tx) => disablePerson(tx, bea, new Date(now.getTime() + 1)));
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana'),
    rowOf(bea, 'bea', { disabled_at: now.toISOString() }),
  ]);
});

test('enabling a person returns true once', async () => {
  for (const id of [ana, bea]) await within((tx) => disablePerson(tx, id, now));
  const enable = () => within((tx) => enablePerson(tx, bea));
  assert.deepEqual([await enable(), await enable()], [true, false]);
  assert.deepEqual(await people(), [
    rowOf(ana, 'ana', { disabled_at: now.toISOString() }),
    rowOf(bea, 'bea'),
  ]);
});

test('finds staff by address, but not members of organisations', async () => {
  await insertPlace(sql, ana, now);
  await insertPlace(sql, bea, now, ['psp', '7', 'owner']);
  const found = async (name: string) => {
    const member = await within((tx) => findStaffMember(tx, `${name}@example.com`));
    return member && { ...member };
  };
  const member = { role: 'viewer', disabled_at: null };
  assert.deepEqual(await found('ana'), { id: ana, email: 'ana@Example.com', name: 'ana', ...member });
  assert.deepEqual([await found('bea'), await found('eva')], [undefined, undefined]);
  await insertPlace(sql, bea, now);
  assert.deepEqual(await found('bea'), { id: bea, email: 'bea@Example.com', name: 'bea', ...member });
});
