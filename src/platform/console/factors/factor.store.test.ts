import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  findLastWrongCode,
  lockTotp,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  setLastStep,
  setWrongCodes,
} from '../../tokens/totp.store.ts';
import { personTotp } from './confirm-codes.ts';
import { beginTotpRow, findTotpSession, hasFactor } from './factor.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bea] = [idOf(1), idOf(2)];

// Inserts another person first, so that a query without a condition finds the wrong one.
beforeEach(async () => {
  for (const table of ['person_totp', 'person_passkeys', 'person_recovery_codes', 'people'])
    await sql`delete from platform.${sql.identifier(table)}`;
  for (const id of [bea, ana]) await insertConsolePerson(sql, id, id, now);
});

test('a recovery code works once, for its owner only, and the remaining codes are counted', async () => {
  for (const id of [bea, ana]) {
    for (const code of ['a', 'b'])
      await insertRow(sql, 'platform', 'person_recovery_codes', {
        person_id: id,
        code_hash: hexOf(Buffer.from(code)),
        created_at: now,
      });
  }
  const use = (code: string) =>
    sql.begin((tx) =>
      markRecoveryCodeUsed(tx, personTotp(ana), [Buffer.from('none'), Buffer.from(code)], now),
    );
  const left = async () => [
    await countRecoveryCodes(sql, personTotp(ana)),
    await countRecoveryCodes(sql, personTotp(bea)),
  ];
  assert.deepEqual([await use('c'), await left()], [false, [2, 2]]);
  assert.deepEqual([await use('a'), await left()], [true, [1, 2]]);
  assert.deepEqual([await use('a'), await left()], [false, [1, 2]]);
  assert.deepEqual([await use('b'), await left()], [true, [0, 2]]);
});

const [session, otherSession] = [idOf(4), idOf(5)];
const begin = async (personId: string, sessionId: string, secret: string) =>
  (await sql.begin((tx) => beginTotpRow(tx, personId, sessionId, Buffer.from(secret), now)))?.toString();
const confirm = (personId: string, step: number, at: Date) =>
  sql.begin((tx) => setLastStep(tx, personTotp(personId), step, at));
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

test('a pending secret is kept for its session and replaced by another session; a confirmed one is not replaced', async () => {
  assert.deepEqual([await begin(bea, session, 'b'), await begin(ana, session, 'a')], ['b', 'a']);
  assert.equal(await begin(ana, session, 'again'), 'a');
  assert.deepEqual(await totp(), [row(ana, session, 'a'), row(bea, session, 'b')]);
  assert.equal(await begin(ana, otherSession, 'new'), 'new');
  const sessionOf = (id: string) => sql.begin((tx) => findTotpSession(tx, id));
  assert.deepEqual([await sessionOf(ana), await sessionOf(bea)], [otherSession, session]);
  assert.deepEqual(await totp(), [row(ana, otherSession, 'new'), row(bea, session, 'b')]);
  await confirm(ana, 7, now);
  const inUse = row(ana, otherSession, 'new', { last_step: 7, confirmed_at: now.toISOString() });
  assert.equal(await begin(ana, session, 'late'), undefined);
  assert.deepEqual(await totp(), [inUse, row(bea, session, 'b')]);
  await confirm(ana, 9, soon);
  assert.deepEqual(await totp(), [{ ...inUse, last_step: 9 }, row(bea, session, 'b')], 'confirmed once');
  await sql.begin((tx) => deleteTotp(tx, personTotp(ana)));
  assert.deepEqual(await totp(), [row(bea, session, 'b')]);
});

test('wrong codes are stored in order for one person', async () => {
  for (const id of [bea, ana]) await begin(id, session, 's');
  await sql.begin((tx) => setWrongCodes(tx, personTotp(ana), [now, soon]));
  assert.deepEqual((await sql.begin((tx) => lockTotp(tx, personTotp(ana))))?.wrong_codes_at, [now, soon]);
  assert.deepEqual(
    [await findLastWrongCode(sql, personTotp(ana)), await findLastWrongCode(sql, personTotp(bea))],
    [soon, null],
  );
});

test('locking a secret locks one row', async () => {
  for (const [id, secret] of [
    [bea, 'b'],
    [ana, 'a'],
  ] as const)
    await begin(id, session, secret);
  const lock = async (id: string) =>
    (await sql.begin((tx) => lockTotp(tx, personTotp(id))))?.sealed_secret.toString();
  assert.deepEqual([await lock(ana), await lock(bea), await lock(idOf(3))], ['a', 'b', undefined]);
  assert.equal(await countLocked(sql, 'platform', 'person_totp', (tx) => lockTotp(tx, personTotp(ana))), 1);
});

test('new recovery codes replace only those of the same person', async () => {
  const replace = (personId: string, codes: readonly string[], at: Date) =>
    sql.begin((tx) =>
      replaceRecoveryCodes(
        tx,
        personTotp(personId),
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

test('a person has a factor if a secret is confirmed or a passkey exists', async () => {
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
  await sql.begin((tx) => deleteTotp(tx, personTotp(ana)));
  assert.deepEqual(await has(), [false, true]);
});
