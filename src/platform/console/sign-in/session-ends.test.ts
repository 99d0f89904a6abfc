import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  Visitor,
} from '../../../../test/support/console.ts';
import { createTestDatabase, dropAtEnd, type TestDatabase } from '../../../../test/support/database.ts';

let strictDatabase: TestDatabase;
/** Two processes with a required second factor. */
let praca: TestApp;
let other: TestApp;
/** Without a second factor. */
let plain: TestApp;
before(async () => {
  strictDatabase = await createTestDatabase();
  praca = await openConsoleApp(strictConsole, strictDatabase);
  other = await openConsoleApp(strictConsole, strictDatabase);
  plain = await openConsoleApp();
  for (const app of [praca, other]) holdTime(app.clock);
});
after(async () => {
  for (const app of [other, praca, plain]) await app.close();
  dropAtEnd(strictDatabase);
});

const later = (minutes: number): void => {
  for (const app of [praca, other]) app.clock.offsetMs += minutes * 60_000;
};

test('the sign-in says why a session ended, and leads back to the page that the person was on', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { visitor, app } = await signInStrictly(praca, email);
  const why = async (of: Visitor) => {
    const { location } = await of.get('/console/staff/team?q=1');
    assert.equal(location, '/console/sign-in?to=%2Fconsole%2Fstaff%2Fteam%3Fq%3D1');
    return /<div class="notice[^"]*" role="status">\s*<p>([^<]*)/.exec((await of.get(location)).body)?.[1];
  };
  assert.equal(await why(new Visitor(praca)), undefined, 'a browser without a session');
  later(31);
  assert.equal(await why(visitor), 'You were signed out after 30 minutes without activity.');
  const enter = async () => {
    const entered = await signIn(praca, email);
    await entered.get('/console/second-factor');
    later(1);
    assert.equal((await entered.post('/console/second-factor', { factor_code: app.code() })).status, 303);
    await entered.get('/console/me');
    return entered;
  };
  const [one, two] = [await enter(), await enter()];
  await one.post('/console/me/sessions/end-others');
  assert.equal(await why(two), 'This session was ended from another device, or in another window.');
  assert.equal(await why(two.at(other)), 'This session was ended from another device, or in another window.');
  for (let turn = 0; turn < 25; turn++) {
    later(29);
    await one.get('/console/me');
  }
  assert.equal(await why(one), 'You were signed out, because a session lasts at most 12 hours.');
  const three = await enter();
  await three.post('/console/sign-out');
  assert.equal(await why(three), undefined, 'the person ended it here');
  const half = await signIn(praca, email);
  later(11);
  assert.equal(await why(half), 'The second factor was not given in time. Sign in again.');
});

test('a changed password and a disabled account are named as the reason in the reader’s language', async () => {
  const { email, id } = await createPerson(plain, [staffAs('admin')]);
  const [one, two] = [await signIn(plain, email), await signIn(plain, email)];
  const why = async (of: Visitor, language: string) =>
    (await of.get(`/console/sign-in?lang=${language}`)).body;
  const password = 'another five words for it';
  const changed = await one.post('/console/me/password', { current_password: goodPassword, password });
  assert.equal(changed.status, 303, changed.body);
  assert.match(await why(two, 'de'), /weil das Passwort geändert wurde/);
  await plain.sql`update platform.people set disabled_at = now() where id = ${id}`;
  assert.match(await why(one, 'pt'), /porque esta conta foi desativada/);
});

test('after the sign-in, a page that the new person may not open leads to the overview, and only then', async () => {
  const { email } = await createPerson(plain, [staffAs('moderator')]);
  const enter = async (to: string) => {
    const visitor = new Visitor(plain);
    await visitor.get(`/console/sign-in?to=${encodeURIComponent(to)}`);
    const answer = await visitor.post('/console/sign-in', { email, password: goodPassword, to });
    assert.equal(answer.location, to);
    return { visitor, answer: await visitor.get(answer.location) };
  };
  for (const to of ['/console/staff/treasury', '/console/psp/1/payments', '/console/staff/nowhere']) {
    const { visitor, answer } = await enter(to);
    assert.deepEqual([answer.status, answer.location], [303, '/console'], to);
    const again = await visitor.get(to);
    assert.ok([403, 404].includes(again.status), `${to} ${again.status}`);
  }
  const { visitor, answer } = await enter('/console/staff/social/reports');
  assert.equal(answer.status, 200);
  assert.equal((await visitor.get('/console/staff/treasury')).status, 403);
  // The address of a submitted form leads to the page with the form.
  const form = await enter('/console/staff/social/events/new/create');
  assert.equal(form.answer.location, '/console/staff/social/events/new');
});
