import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  deleteMembership,
  insertMembership,
  listMembers,
  lockMembers,
  updateRole,
} from './membership.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

beforeEach(async () => {
  for (const table of ['person_totp', 'person_passkeys', 'memberships', 'people'])
    await sql`delete from platform.${sql.identifier(table)}`;
  for (const digit of [1, 2, 3, 4]) await insertConsolePerson(sql, idOf(digit), String(digit), now);
});

const shown = async () => {
  const rows = await readRows(sql, 'platform', 'memberships');
  return rows
    .map((row) =>
      [String(row['person_id']).slice(-1), row['kind'], row['organisation'], row['role']].join(' '),
    )
    .toSorted();
};

test('a person joins an organisation once, and a second insert does not change the role', async () => {
  const join = (digit: number, organisation: string, role: 'owner' | 'viewer') =>
    insertMembership(sql, { personId: idOf(digit), kind: 'psp', organisation, role, now });
  assert.deepEqual(
    [await join(1, '7', 'owner'), await join(1, '8', 'viewer'), await join(2, '7', 'viewer')],
    [true, true, true],
  );
  assert.equal(await join(1, '7', 'viewer'), false);
  assert.deepEqual(await shown(), ['1 psp 7 owner', '1 psp 8 viewer', '2 psp 7 viewer']);
});

/** Creates a team of three, one of them disabled, and memberships in other organisations and kinds. */
async function joinAll(): Promise<void> {
  for (const [digit, kind, organisation, ms] of [
    [3, 'psp', '7', 0],
    [1, 'psp', '7', 1],
    [2, 'psp', '7', 0],
    [4, 'psp', '7', -1],
    [1, 'psp', '8', 0],
    [1, 'shop', '7', 0],
  ] as const)
    await insertMembership(sql, {
      personId: idOf(digit),
      kind,
      organisation,
      role: 'viewer',
      now: at(ms),
    });
  await sql`update platform.people set disabled_at = ${now} where id = ${idOf(4)}`;
}

test('members are listed in the order in which they joined, without disabled ones', async () => {
  await joinAll();
  const listed = async (kind: string, organisation: string) =>
    (await listMembers(sql, kind, organisation)).map((row) => `${row.person_id.slice(-1)} ${row.name}`);
  assert.deepEqual(await listed('psp', '7'), ['2 2', '3 3', '1 1']);
  assert.deepEqual(
    [await listed('psp', '8'), await listed('shop', '7'), await listed('shop', '8')],
    [['1 1'], ['1 1'], []],
  );
});

test('a member has a factor if a secret is confirmed or a passkey exists', async () => {
  await joinAll();
  const secret = (digit: number, confirmedAt: Date | null) =>
    insertRow(sql, 'platform', 'person_totp', {
      person_id: idOf(digit),
      sealed_secret: hexOf(Buffer.from('s')),
      confirmed_at: confirmedAt,
      last_step: 0,
      session_id: idOf(9),
      created_at: now,
    });
  const having = async () =>
    (await listMembers(sql, 'psp', '7'))
      .filter((row) => row.has_factor)
      .map((row) => row.person_id.slice(-1))
      .join('');
  assert.equal(await having(), '');
  await secret(3, null);
  assert.equal(await having(), '');
  await secret(2, now);
  assert.equal(await having(), '2');
  await insertRow(sql, 'platform', 'person_passkeys', {
    credential_id: hexOf(Buffer.from('k')),
    person_id: idOf(1),
    public_key: hexOf(Buffer.from('p')),
    sign_count: 0,
    name: '',
    created_at: now,
  });
  assert.equal(await having(), '21');
});

test('locking a team locks all its memberships and no others', async () => {
  await joinAll();
  const lock = async (kind: string, organisation: string) =>
    (await sql.begin((tx) => lockMembers(tx, kind, organisation)))
      .map((row) => row.person_id.slice(-1) + row.email)
      .join(' ');
  assert.equal(await lock('psp', '7'), '11 22 33');
  assert.deepEqual(
    [await lock('psp', '8'), await lock('shop', '7'), await lock('shop', '8')],
    ['11', '11', ''],
  );
  assert.equal(await countLocked(sql, 'platform', 'memberships', (tx) => lockMembers(tx, 'psp', '7')), 3);
});

test('changing a role or ending a membership affects one row', async () => {
  await joinAll();
  const others = ['1 psp 8 viewer', '1 shop 7 viewer', '2 psp 7 viewer', '3 psp 7 viewer', '4 psp 7 viewer'];
  await sql.begin((tx) => updateRole(tx, idOf(1), 'psp', '7', 'owner'));
  assert.deepEqual(await shown(), ['1 psp 7 owner', ...others]);
  await sql.begin((tx) => deleteMembership(tx, idOf(1), 'psp', '7'));
  assert.deepEqual(await shown(), others);
});
