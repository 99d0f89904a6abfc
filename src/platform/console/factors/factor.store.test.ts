import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  beginTotpRow,
  countRecoveryCodes,
  deleteTotp,
  findLastWrongCode,
  hasFactor,
  lockTotp,
  replaceRecoveryCodes,
  setLastStep,
  setWrongCodes,
  useRecoveryCodeRow,
} from './factor.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bea] = [idOf(1), idOf(2)];

// The other first, so that she is met before.
beforeEach(async () => {
  for (const table of ['person_totp', 'person_passkeys', 'person_recovery_codes', 'people'])
    await sql`delete from platform.${sql.identifier(table)}`;
  for (const id of [bea, ana]) await insertConsolePerson(sql, id, id, now);
});

test('a recovery code is used once, by whom it belongs to, and what is left is counted', async () => {
  for (const id of [bea, ana]) {
    for (const code of ['a', 'b'])
      await insertRow(sql, 'platform', 'person_recovery_codes', {
        person_id: id,
        code_hash: hexOf(Buffer.from(code)),
        created_at: now,
      });
  }
  const use = (code: string) =>
    sql.begin((tx) => useRecoveryCodeRow(tx, ana, [Buffer.from('none'), Buffer.from(code)], now));
  const left = async () => [await countRecoveryCodes(sql, ana), await countRecoveryCodes(sql, bea)];
  assert.deepEqual([await use('c'), await left()], [false, [2, 2]]);
  assert.deepEqual([await use('a'), await left()], [true, [1, 2]]);
  assert.deepEqual([await use('a'), await left()], [false, [1, 2]]);
  assert.deepEqual([await use('b'), await left()], [true, [0, 2]]);
});

const [session, otherSession] = [idOf(4), idOf(5)];
const begin = async (personId: string, sessionId: string, secret: string) =>
  (await sql.begin((tx) => beginTotpRow(tx, personId, sessionId, Buffer.from(secret), now)))?.toString();
const confirm = (personId: string, step: number, at: Date) =>
  sql.begin((tx) => setLastStep(tx, personId, step, at));
const totp = () => readRows(sql, 'platform', 'person_totp');
const row = (personId: string, sessionId: string, secret: string, fields: object = {}) => ({
  person_id: personId,
  sealed_secret: hexOf(Buffer.from(secret)),
  last_step: 0,
  session_id: sessionId,
  created_at: now.toISOString(),
  wrong_codes_at: [],
  ...fields,
});

test('a secret stays for the session that began it, is replaced by another’s, and not once it is in use', async () => {
  assert.deepEqual([await begin(bea, session, 'b'), await begin(ana, session, 'a')], ['b', 'a']);
  assert.equal(await begin(ana, session, 'again'), 'a');
  assert.deepEqual(await totp(), [row(ana, session, 'a'), row(bea, session, 'b')]);
  assert.equal(await begin(ana, otherSession, 'new'), 'new');
  assert.deepEqual(await totp(), [row(ana, otherSession, 'new'), row(bea, session, 'b')]);
  await confirm(ana, 7, now);
  const inUse = row(ana, otherSession, 'new', { last_step: 7, confirmed_at: now.toISOString() });
  assert.equal(await begin(ana, session, 'late'), undefined);
  assert.deepEqual(await totp(), [inUse, row(bea, session, 'b')]);
  await confirm(ana, 9, soon);
  assert.deepEqual(await totp(), [{ ...inUse, last_step: 9 }, row(bea, session, 'b')], 'confirmed once');
  await sql.begin((tx) => deleteTotp(tx, ana));
  assert.deepEqual(await totp(), [row(bea, session, 'b')]);
});

test('wrong codes are kept for one person, in their order', async () => {
  for (const id of [bea, ana]) await begin(id, session, 's');
  await sql.begin((tx) => setWrongCodes(tx, ana, [now, soon]));
  assert.deepEqual((await sql.begin((tx) => lockTotp(tx, ana)))?.wrong_codes_at, [now, soon]);
  assert.deepEqual([await findLastWrongCode(sql, ana), await findLastWrongCode(sql, bea)], [soon, null]);
});

test('a secret is locked alone', async () => {
  for (const [id, secret] of [
    [bea, 'b'],
    [ana, 'a'],
  ] as const)
    await begin(id, session, secret);
  const lock = async (id: string) => (await sql.begin((tx) => lockTotp(tx, id)))?.sealed_secret.toString();
  assert.deepEqual([await lock(ana), await lock(bea), await lock(idOf(3))], ['a', 'b', undefined]);
  assert.equal(await countLocked(sql, 'platform', 'person_totp', (tx) => lockTotp(tx, ana)), 1);
});

test('new recovery codes take the place of the person’s own', async () => {
  const replace = (personId: string, codes: readonly string[], at: Date) =>
    sql.begin((tx) =>
      replaceRecoveryCodes(
        tx,
        personId,
        codes.map((code) => Buffer.from(code)),
        at,
      ),
    );
  await replace(bea, ['a', 'b'], now);
  await replace(ana, ['a', 'b'], now);
  await replace(ana, ['b', 'c', 'd'], soon);
  const codes = (personId: string, at: Date, names: readonly string[]) =>
    names.map((name) => ({
      person_id: personId,
      code_hash: hexOf(Buffer.from(name)),
      created_at: at.toISOString(),
    }));
  assert.deepEqual(await readRows(sql, 'platform', 'person_recovery_codes'), [
    ...codes(ana, soon, ['b', 'c', 'd']),
    ...codes(bea, now, ['a', 'b']),
  ]);
});

test('a factor is a secret that was confirmed, or a passkey', async () => {
  const has = async () => [await hasFactor(sql, ana), await hasFactor(sql, bea)];
  assert.deepEqual(await has(), [false, false]);
  await begin(ana, session, 'a');
  assert.deepEqual(await has(), [false, false]);
  await confirm(ana, 1, now);
  assert.deepEqual(await has(), [true, false]);
  await insertRow(sql, 'platform', 'person_passkeys', {
    credential_id: hexOf(Buffer.from('k')),
    person_id: bea,
    public_key: hexOf(Buffer.from('p')),
    sign_count: 0,
    name: '',
    created_at: now,
  });
  assert.deepEqual(await has(), [true, true]);
  await sql.begin((tx) => deleteTotp(tx, ana));
  assert.deepEqual(await has(), [false, true]);
});
