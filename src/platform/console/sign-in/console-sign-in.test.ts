import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  openConsoleApp,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { assertToldInSteps, workOf } from '../../../../test/support/work.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { counted } from '../console-throttle.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  holdTime(praca.clock);
});
after(() => praca.close());

test('known and unknown addresses take the same work; so do right and wrong passwords during a delay', async (context) => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const { hasher } = praca.platform;
  // As after a change of the settings: the password is hashed again at sign-in.
  context.mock.method(hasher, 'isOutdated', () => true);
  const visitor = new Visitor(praca, '10.7.7.7');
  await visitor.get('/console/sign-in');
  const guess = (address: string, password: string) => () =>
    visitor.post('/console/sign-in', { email: address, password });
  const known = await workOf(hasher, guess(email, 'wrong wrong wrong'));
  assert.equal(known.filter((step) => step === 'a verification').length, 1);
  assert.deepEqual(known, await workOf(hasher, guess('nobody@example.com', 'wrong wrong wrong')));
  for (let turn = 0; turn < 12; turn++) {
    await transaction(praca.sql, async (tx) =>
      (await beginAttempt(tx, praca.platform, [counted('account', email)])).fail(),
    );
  }
  const held = await workOf(hasher, guess(email, goodPassword));
  assert.deepEqual(held, await workOf(hasher, guess(email, 'wrong wrong wrong')));
  await assertToldInSteps(async () => {
    assert.equal((await guess(email, goodPassword)()).status, 429);
  });
  praca.clock.offsetMs += 20 * 60_000;
  assert.ok((await workOf(hasher, guess(email, goodPassword))).includes('a hash'), 'hashed again');
});

test('a sign-in fails if the password changes during verification, and the new password stays', async (context) => {
  const { email, id } = await createPerson(praca, [staffAs('viewer')]);
  const { hasher } = praca.platform;
  const changed = await hasher.hash('five other words to keep');
  const visitor = new Visitor(praca, '10.7.7.8');
  await visitor.get('/console/sign-in');
  const verify = hasher.verify.bind(hasher);
  context.mock.method(hasher, 'isOutdated', () => true);
  context.mock.method(hasher, 'verify', async (...given: Parameters<typeof verify>) => {
    const isRight = await verify(...given);
    await praca.sql`update platform.people set password_hash = ${changed} where id = ${id}`;
    return isRight;
  });
  assert.equal((await visitor.post('/console/sign-in', { email, password: goodPassword })).status, 401);
  const [row] = await praca.sql<{ password_hash: string }[]>`
    select password_hash from platform.people where id = ${id}`;
  assert.equal(row?.password_hash, changed);
});
