import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  mailedLink,
  memberAs,
  openConsoleApp,
  signIn,
  Visitor,
} from '../../../../test/support/console.ts';
import { workOf } from '../../../../test/support/work.ts';

const [office, elsewhere] = ['10.20.0.1', '10.20.0.2'];

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp();
  holdTime(praca.clock);
  await praca.runJobs();
});
after(() => praca.close());
beforeEach(() => {
  // Longer than failures are remembered.
  praca.clock.offsetMs += 24 * 3_600_000;
});

const wrong = 'wrong wrong wrong';

async function enter(email: string, password: string, address: string): Promise<number> {
  const visitor = new Visitor(praca, address);
  await visitor.get('/console/sign-in');
  return (await visitor.post('/console/sign-in', { email, password })).status;
}

const newcomer = async () => (await createPerson(praca, [memberAs('viewer')])).email;

/** Guesses from a new network after every delay, until the accounts have the longest delay of one minute. */
async function guessFromManyNetworks(...emails: string[]): Promise<void> {
  for (let turn = 0; turn < 15; turn++) {
    praca.clock.offsetMs += 61_000;
    for (const email of emails) assert.equal(await enter(email, wrong, `10.30.0.${turn}`), 401);
  }
}

test('guesses from many networks delay a right password from a new network, but not from a known one', async () => {
  const email = await newcomer();
  await signIn(praca, email, office);
  await guessFromManyNetworks(email);
  assert.equal(await enter(email, goodPassword, elsewhere), 429);
  assert.equal(await enter(email, goodPassword, office), 303);
  assert.equal(await enter(email, goodPassword, elsewhere), 429, 'the sign-in forgives no guesses of others');
});

test('a network is known only for the person who signed in from it', async () => {
  const [email, colleague] = [await newcomer(), await newcomer()];
  await signIn(praca, colleague, office);
  await guessFromManyNetworks(email);
  assert.equal(await enter(email, goodPassword, office), 429);
});

test('guesses from a known network are delayed, during the account’s delay and without one', async () => {
  for (const prepare of [guessFromManyNetworks, async () => {}]) {
    praca.clock.offsetMs += 24 * 3_600_000;
    const email = await newcomer();
    await signIn(praca, email, office);
    await prepare(email);
    for (let turn = 0; turn < 6; turn++) await enter(email, wrong, office);
    assert.equal(await enter(email, goodPassword, office), 429);
    praca.clock.offsetMs += 1000;
    assert.equal(await enter(email, goodPassword, office), 303, 'one second after the sixth');
  }
});

test('a known network allows few guesses per hour', async () => {
  const email = await newcomer();
  await signIn(praca, email, office);
  let tried = 0;
  for (let minute = 0; minute < 60; minute++) {
    praca.clock.offsetMs += 60_000;
    if ((await enter(email, wrong, office)) === 401) tried += 1;
  }
  assert.ok(tried <= 20, `${tried} guesses`);
});

test('while an account is delayed, a wrong password from a known network gets the answer of an unknown address', async () => {
  const [email, unknown] = [await newcomer(), 'nobody@example.com'];
  await signIn(praca, email, office);
  await guessFromManyNetworks(email, unknown);
  const { hasher } = praca.platform;
  const visitor = new Visitor(praca, office);
  await visitor.get('/console/sign-in');
  const seen = [];
  for (const address of [email, unknown]) {
    let status = 0;
    const work = await workOf(hasher, async () => {
      ({ status } = await visitor.post('/console/sign-in', { email: address, password: wrong }));
    });
    seen.push({ status, work });
  }
  assert.equal(seen[0]?.status, 429);
  assert.deepEqual(seen[0], seen[1]);
});

test('a password set by a mailed link resets the account’s delay and makes its network known', async () => {
  const email = await newcomer();
  const visitor = new Visitor(praca, elsewhere);
  await guessFromManyNetworks(email);
  for (let turn = 0; turn < 6; turn++) await enter(email, goodPassword, elsewhere);
  await visitor.get('/console/forgotten');
  await visitor.post('/console/forgotten', { email });
  const link = await mailedLink(praca, email);
  await visitor.get(link);
  const password = 'another five words for it';
  const token = link.split('token=')[1] ?? '';
  assert.equal((await visitor.post('/console/new-password', { token, password })).status, 303);
  assert.equal(await enter(email, password, office), 303, 'from any network');
  await guessFromManyNetworks(email);
  assert.equal(await enter(email, password, elsewhere), 303, 'from the network of the link');
});
