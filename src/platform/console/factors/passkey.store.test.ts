import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertConsoleSession } from '../../../../test/support/staff-rows.ts';
import { hexOf, idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../postgres/client/database.ts';
import {
  deletePasskey,
  deletePasskeys,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  setSignCount,
  useChallenge,
} from './passkey.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bea] = [idOf(1), idOf(2)];
const [first, second] = [idOf(3), idOf(4)];

before(async () => {
  for (const id of [ana, bea]) await insertConsolePerson(sql, id, id, now);
  for (const id of [first, second]) await insertConsoleSession(sql, id, ana, now);
});
beforeEach(async () => {
  await sql`delete from platform.person_passkeys`;
  await sql`delete from platform.console_challenges`;
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const bytes = (text: string) => Buffer.from(text);
/** Uses the name as the credential id. */
const add = (personId: string, name: string, seconds = 0) =>
  within((tx) =>
    insertPasskey(tx, {
      credentialId: bytes(name),
      personId,
      publicKey: bytes(`key of ${name}`),
      signCount: 1,
      name,
      now: at(seconds),
    }),
  );
const names = async () =>
  (await readRows(sql, 'platform', 'person_passkeys')).map((row) => String(row['name']));

test('a challenge is used once, before it expires, and only by its own session', async () => {
  const challenges = async () => (await readRows(sql, 'platform', 'console_challenges')).length;
  const use = (challenge: string, sessionId: string, seconds: number) =>
    within((tx) => useChallenge(tx, bytes(challenge), sessionId, at(seconds)));
  for (const name of ['a', 'b']) await insertChallenge(sql, bytes(name), first, at(60));
  await insertChallenge(sql, bytes('c'), second, at(60));
  assert.equal(await use('a', second, 0), false);
  assert.equal(await use('d', first, 0), false);
  assert.equal(await use('a', first, 60), false);
  assert.equal(await challenges(), 3);
  assert.equal(await use('a', first, 59), true);
  assert.equal(await use('a', first, 59), false);
  assert.equal(await challenges(), 2);
  assert.deepEqual([await use('b', first, 59), await use('c', second, 59)], [true, true]);
});

test('a credential id registered for one person cannot be registered again', async () => {
  assert.equal(await add(ana, 'phone'), true);
  assert.equal(await add(bea, 'phone', 5), false);
  assert.equal(await add(ana, 'laptop', 5), true);
  assert.deepEqual(
    (await readRows(sql, 'platform', 'person_passkeys')).toSorted((one, other) =>
      String(one['name']).localeCompare(String(other['name'])),
    ),
    [
      ['laptop', 5],
      ['phone', 0],
    ].map(([name, seconds]) => ({
      credential_id: hexOf(bytes(String(name))),
      person_id: ana,
      public_key: hexOf(bytes(`key of ${name}`)),
      sign_count: 1,
      name,
      created_at: at(Number(seconds)).toISOString(),
    })),
  );
});

test('locking a passkey for a proof locks one row, of its owner only', async () => {
  await add(ana, 'phone');
  await add(ana, 'laptop');
  await add(bea, 'tablet');
  const lock = async (personId: string, name: string) => {
    const found = await within((tx) => lockPasskey(tx, personId, bytes(name)));
    return found && { ...found };
  };
  const passkey = (name: string) => ({
    credential_id: bytes(name),
    public_key: bytes(`key of ${name}`),
    sign_count: 1n,
  });
  for (const name of ['phone', 'laptop']) assert.deepEqual(await lock(ana, name), passkey(name));
  assert.deepEqual(await lock(bea, 'tablet'), passkey('tablet'));
  assert.deepEqual([await lock(bea, 'phone'), await lock(ana, 'watch')], [undefined, undefined]);
  const locked = await countLocked(sql, 'platform', 'person_passkeys', (tx) =>
    lockPasskey(tx, ana, bytes('phone')),
  );
  assert.equal(locked, 1);
});

test('the signature count is updated only for the passkey that was used', async () => {
  await add(ana, 'phone');
  await add(ana, 'laptop');
  await within((tx) => setSignCount(tx, bytes('phone'), 7, at(9)));
  const rows = await readRows(sql, 'platform', 'person_passkeys', ['name', 'sign_count', 'last_used_at']);
  assert.deepEqual(
    rows.toSorted((one, other) => String(one['name']).localeCompare(String(other['name']))),
    [
      { name: 'laptop', sign_count: 1 },
      { name: 'phone', sign_count: 7, last_used_at: at(9).toISOString() },
    ],
  );
});

test('passkeys of a person are listed by creation', async () => {
  await add(ana, 'b', 1);
  await add(ana, 'a', 1);
  await add(bea, 'd');
  await add(ana, 'c');
  await within((tx) => setSignCount(tx, bytes('c'), 2, at(9)));
  const listed = await listPasskeys(sql, ana);
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['c', 'a', 'b'],
  );
  assert.deepEqual(
    { ...listed[0] },
    { credential_id: bytes('c'), name: 'c', created_at: now, last_used_at: at(9) },
  );
  assert.deepEqual(
    (await listPasskeys(sql, bea)).map(({ name }) => name),
    ['d'],
  );
});

test('a person removes one or all of their own passkeys, and none of others', async () => {
  const remove = (personId: string, name: string) => within((tx) => deletePasskey(tx, personId, bytes(name)));
  for (const name of ['a', 'b', 'c']) await add(ana, name);
  await add(bea, 'd');
  assert.deepEqual([await remove(bea, 'a'), await remove(ana, 'e')], [undefined, undefined]);
  assert.deepEqual((await names()).toSorted(), ['a', 'b', 'c', 'd']);
  assert.equal(await remove(ana, 'a'), 'a');
  assert.deepEqual((await names()).toSorted(), ['b', 'c', 'd']);
  await within((tx) => deletePasskeys(tx, ana));
  assert.deepEqual(await names(), ['d']);
});
