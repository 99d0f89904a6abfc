import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  mailedLink,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
} from '../../../../test/support/console.ts';
import { proveByCode, type FactorProof } from './check-factor.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp(strictConsole);
  holdTime(praca.clock);
  await praca.runJobs();
});
after(() => praca.close());

/** Moves the clock, so that delays after wrong codes do not matter. */
const later = (): void => {
  praca.clock.offsetMs += 3 * 3_600_000;
};

async function personWithApp() {
  const person = await createPerson(praca, [staffAs('viewer')]);
  const { app, recoveryCodes } = await signInStrictly(praca, person.email);
  later();
  const give = async (code: FactorProof['code']) => {
    const { done, refused } = await proveByCode(praca.platform, person, code, {
      address: '10.1.1.1',
      userAgent: '',
    });
    return done === true ? 'right' : refused?.reason;
  };
  return { ...person, app, recoveryCodes, give };
}

const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');

async function guess(person: Awaited<ReturnType<typeof personWithApp>>, count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    later();
    assert.equal(await person.give(wrongOf(person.app.code())), 'wrong');
  }
  later();
}

const mailsTo = async (email: string): Promise<string[]> =>
  (
    await praca.sql<{ subject: string }[]>`
      select subject from platform.mailbox where recipient = ${email} order by id`
  ).map(({ subject }) => subject);

test('thirty wrong codes in a year block the app’s codes, despite correct ones between them, but not recovery codes', async () => {
  const person = await personWithApp();
  await guess(person, 29);
  assert.equal(await person.give(person.app.code()), 'right');
  await guess(person, 1);
  assert.equal(await person.give(person.app.code()), 'held');
  const visitor = await signIn(praca, person.email);
  await visitor.get('/console/second-factor');
  const refused = await visitor.post('/console/second-factor', { factor_code: person.app.code() });
  assert.equal(refused.status, 401);
  assert.match(refused.body, /Too many codes were wrong/);
  const [code = ''] = person.recoveryCodes;
  assert.equal((await visitor.post('/console/second-factor', { factor_code: code })).status, 303);
});

test('the owner is mailed about wrong codes, and a mailed link unblocks codes once', async () => {
  const person = await personWithApp();
  await guess(person, 30);
  for (let each = 0; each < 20; each++) assert.equal(await person.give(person.app.code()), 'held');
  const link = await mailedLink(praca, person.email);
  assert.match(link, /^\/console\/confirm-codes\?/);
  const subjects = await mailsTo(person.email);
  const count = (subject: string) => subjects.filter((each) => each === subject).length;
  assert.equal(count('Wrong codes for your console account'), 5);
  assert.ok(count('Too many wrong codes for the console') <= 5, subjects.join());

  const visitor = await signIn(praca, person.email);
  for (let times = 0; times < 2; times++) assert.equal((await visitor.get(link)).status, 200);
  assert.equal(await person.give(person.app.code()), 'held', 'looking changes nothing');
  const token = new URL(link, 'http://x').searchParams.get('token') ?? '';
  const confirm = () => visitor.post('/console/confirm-codes', { token });
  assert.equal((await confirm()).status, 303);
  assert.equal(await person.give(person.app.code()), 'right');
  assert.equal((await confirm()).status, 404);
  assert.equal((await visitor.get(link)).status, 404);
});
