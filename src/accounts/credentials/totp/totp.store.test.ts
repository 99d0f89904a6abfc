import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  countRecoveryCodes,
  deleteTotp,
  findLastWrongCode,
  lockTotp,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  setLastStep,
  setWrongCodes,
} from '../../../platform/tokens/totp.store.ts';
import { userTotp } from './check-totp.ts';
import { insertTotp } from './totp.store.ts';
import { isTotpConfirmed } from '../../users/user.store.ts';

const sql = await useTestSql();
let ana: string;
let bia: string;

const now = new Date('2026-03-01T12:00:00Z');
const secret = (text: string): Buffer => Buffer.from(text);

async function createUser(): Promise<string> {
  const id = newId();
  await sql`
    insert into accounts.users (id, email, first_name, last_name, language, created_at)
    values (${id}, 'a@example.com', 'A', 'B', 'en', ${now})`;
  return id;
}

beforeEach(async () => {
  [ana, bia] = [await createUser(), await createUser()];
  await sql.begin(async (tx) => {
    for (const [id, name] of [
      [ana, 'ana'],
      [bia, 'bia'],
    ] as const) {
      assert.equal(await insertTotp(tx, id, secret(name), now), true);
      await replaceRecoveryCodes(tx, userTotp(id), [secret('one'), secret('two')], now);
    }
  });
});

const totpOf = (id: string) => sql.begin((tx) => lockTotp(tx, userTotp(id)));

test('confirming, counting steps and turning off affect one user only', async () => {
  const untouched = { sealed_secret: secret('bia'), confirmed_at: null, last_step: 0n, wrong_codes_at: [] };
  assert.equal(await isTotpConfirmed(sql, ana), false);
  await sql.begin(async (tx) => {
    await setLastStep(tx, userTotp(ana), 7, now);
    await replaceRecoveryCodes(tx, userTotp(ana), [], now);
  });
  assert.deepEqual(
    { ...(await totpOf(ana)) },
    { sealed_secret: secret('ana'), confirmed_at: now, last_step: 7n, wrong_codes_at: [] },
  );
  assert.deepEqual({ ...(await totpOf(bia)) }, untouched);
  assert.deepEqual([await isTotpConfirmed(sql, ana), await isTotpConfirmed(sql, bia)], [true, false]);
  await sql.begin((tx) => deleteTotp(tx, userTotp(ana)));
  assert.equal(await totpOf(ana), undefined);
  assert.deepEqual({ ...(await totpOf(bia)) }, untouched);
  assert.deepEqual(
    [await countRecoveryCodes(sql, userTotp(ana)), await countRecoveryCodes(sql, userTotp(bia))],
    [0, 2],
  );
});

test('a confirmed secret is not replaced, an unconfirmed one is', async () => {
  assert.equal(await sql.begin((tx) => insertTotp(tx, ana, secret('new'), now)), true);
  assert.deepEqual(
    { ...(await totpOf(ana)) },
    { sealed_secret: secret('new'), confirmed_at: null, last_step: 0n, wrong_codes_at: [] },
  );
  await sql.begin((tx) => setLastStep(tx, userTotp(ana), 7, now));
  assert.equal(await sql.begin((tx) => insertTotp(tx, ana, secret('other'), now)), false);
  assert.deepEqual((await totpOf(ana))?.sealed_secret, secret('new'));
});

test('wrong codes are stored per user, in order, until a new secret is begun', async () => {
  const later = new Date(now.getTime() + 1000);
  await sql.begin((tx) => setWrongCodes(tx, userTotp(ana), [now, later]));
  assert.deepEqual((await totpOf(ana))?.wrong_codes_at, [now, later]);
  assert.deepEqual(
    [await findLastWrongCode(sql, userTotp(ana)), await findLastWrongCode(sql, userTotp(bia))],
    [later, null],
  );
  await sql.begin((tx) => insertTotp(tx, ana, secret('new'), now));
  assert.deepEqual((await totpOf(ana))?.wrong_codes_at, []);
});

test('a recovery code works once, for its owner, until it is replaced', async () => {
  const use = (id: string, code: string) =>
    sql.begin((tx) => markRecoveryCodeUsed(tx, userTotp(id), [secret('none'), secret(code)], now));
  assert.equal(await use(ana, 'three'), false);
  assert.equal(await use(ana, 'one'), true);
  assert.equal(await use(ana, 'one'), false);
  assert.deepEqual(
    [await countRecoveryCodes(sql, userTotp(ana)), await countRecoveryCodes(sql, userTotp(bia))],
    [1, 2],
  );
  assert.equal(await use(bia, 'one'), true);
  await sql.begin((tx) => replaceRecoveryCodes(tx, userTotp(ana), [secret('four')], now));
  assert.deepEqual(
    [await countRecoveryCodes(sql, userTotp(ana)), await countRecoveryCodes(sql, userTotp(bia))],
    [1, 1],
  );
  assert.deepEqual(
    [await use(ana, 'two'), await use(ana, 'four'), await use(bia, 'two')],
    [false, true, true],
  );
});

test('the second of two requests with one code waits for the first', async () => {
  const order: string[] = [];
  const asked = Promise.withResolvers<number>();
  let second: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await lockTotp(tx, userTotp(ana));
    second = sql.begin(async (other) => {
      const [row] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`;
      asked.resolve(row?.pid ?? 0);
      await lockTotp(other, userTotp(ana));
      order.push('second');
    });
    const pid = await asked.promise;
    const isWaiting = async () => {
      const [row] = await tx<{ waits: boolean }[]>`select cardinality(pg_blocking_pids(${pid})) > 0 as waits`;
      return row?.waits ?? false;
    };
    // Without the lock the second request would finish first.
    while (order.length === 0 && !(await isWaiting()));
    order.push('first');
  });
  await second;
  assert.deepEqual(order, ['first', 'second']);
});
