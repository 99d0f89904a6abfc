import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  openConsoleApp,
  signIn,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { workOf } from '../../../../test/support/work.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { counted } from '../console-throttle.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  holdTime(praca.clock);
});
after(() => praca.close());

const next = 'five other words to keep';

async function signedIn() {
  const { id, email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = await signIn(praca, email);
  await visitor.get('/console/me');
  const change = (current: string) => () =>
    visitor.post('/console/me/password', { current_password: current, password: next });
  const hashOf = async () => {
    const [row] = await praca.sql<{ password_hash: string }[]>`
      select password_hash from platform.people where id = ${id}`;
    return row?.password_hash;
  };
  return { id, email, change, hashOf };
}

test('while a throttled session waits, a correct guess takes the same work as a wrong one', async () => {
  const { id, change, hashOf } = await signedIn();
  const before = await hashOf();
  const work = (current: string) => workOf(praca.platform.hasher, change(current));
  for (let turn = 0; turn < 12; turn++) {
    await transaction(praca.sql, async (tx) =>
      (await beginAttempt(tx, praca.platform, [counted('account', `change ${id}`)])).fail(),
    );
  }
  const right = await work(goodPassword);
  assert.ok(right.includes('a verification'));
  assert.deepEqual(right, await work('wrong wrong wrong'));
  assert.equal(await hashOf(), before);
});

test('a password that changes during its verification is not overwritten', async (context) => {
  const { id, change, hashOf } = await signedIn();
  const { hasher } = praca.platform;
  const changed = await hasher.hash('set by the link of a mail');
  const verify = hasher.verify.bind(hasher);
  context.mock.method(hasher, 'verify', async (...given: Parameters<typeof verify>) => {
    const isRight = await verify(...given);
    await praca.sql`update platform.people set password_hash = ${changed} where id = ${id}`;
    return isRight;
  });
  assert.notEqual((await change(goodPassword)()).status, 303);
  assert.equal(await hashOf(), changed);
});

test('a signed-in person changes the password with the current one', async () => {
  const { email, change } = await signedIn();
  assert.equal((await change(goodPassword)()).status, 303);
  const visitor = new Visitor(praca);
  await visitor.get('/console/sign-in');
  assert.equal((await visitor.post('/console/sign-in', { email, password: next })).status, 303);
});
