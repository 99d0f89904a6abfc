import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { findActiveStaff, findStaff, findStaffEmails, setPremium } from './staff.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bea, dora, eva] = [idOf(1), idOf(2), idOf(3), idOf(4)];

before(async () => {
  for (const [id, name, disabledAt] of [
    [dora, 'Dora', now],
    [ana, 'Ana', null],
    [bea, 'Bea', null],
  ] as const)
    await insertRow(sql, 'platform', 'staff', {
      id,
      email: `${name}@example.com`,
      name,
      password_hash: `hash of ${name}`,
      created_at: now,
      disabled_at: disabledAt,
    });
  for (const [id, name] of [
    [bea, 'bea@elsewhere.example'],
    [eva, 'eva@example.com'],
  ] as const)
    await insertConsolePerson(sql, id, name, now);
});

test('finds staff by address in any case, unless they are disabled', async () => {
  const found = async (email: string) => {
    const row = await findStaff(sql, email);
    return row && { ...row };
  };
  const staff = (id: string, name: string) => ({
    id,
    email: `${name}@example.com`,
    name,
    password_hash: `hash of ${name}`,
  });
  assert.deepEqual(await found('ANA@example.com'), staff(ana, 'Ana'));
  assert.deepEqual(await found('bea@example.com'), staff(bea, 'Bea'));
  assert.deepEqual([await found('dora@example.com'), await found('eva@example.com')], [undefined, undefined]);
});

test('staff are active until they are disabled', async () => {
  const active = await Promise.all([ana, bea, dora, eva].map((id) => findActiveStaff(sql, id)));
  assert.deepEqual(
    active.map((row) => row?.password_hash),
    ['hash of Ana', 'hash of Bea', undefined, undefined],
  );
});

test('returns the addresses of the given ids, including former staff and people who never were staff', async () => {
  const emails = async (ids: readonly string[]) =>
    (await findStaffEmails(sql, ids)).map(({ id, email }) => `${id.slice(-1)} ${email}`).toSorted();
  assert.deepEqual(await emails([eva, bea, idOf(9), ana]), [
    '1 Ana@example.com',
    '2 Bea@example.com',
    '4 eva@example.com',
  ]);
  assert.deepEqual(await emails([dora]), ['3 Dora@example.com']);
  assert.deepEqual(await emails([]), []);
});

test('makes one user premium or not premium', async () => {
  for (const id of [ana, bea]) await insertPerson(sql, id, now);
  const premium = async () =>
    (await readRows(sql, 'social', 'users'))
      .filter((row) => row['is_premium'] === true)
      .map((row) => row['id']);
  assert.equal(await setPremium(sql, idOf(9), true), false);
  assert.deepEqual(await premium(), []);
  assert.equal(await setPremium(sql, ana, true), true);
  assert.deepEqual(await premium(), [ana]);
  assert.equal(await setPremium(sql, bea, true), true);
  assert.equal(await setPremium(sql, ana, false), true);
  assert.deepEqual(await premium(), [bea]);
});
