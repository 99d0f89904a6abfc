import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createPerson,
  goodPassword,
  listRecorded,
  mailedLink,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  Visitor,
} from '../../../../test/support/console.ts';
import { assertHidden, storedText } from '../../../../test/support/stored-text.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { hashToken } from '../../tokens/opaque-token.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { counted } from '../console-throttle.ts';
import { createTestDatabase, dropAtEnd, type TestDatabase } from '../../../../test/support/database.ts';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';

let database: TestDatabase;
let praca: TestApp;
let other: TestApp;
before(async () => {
  database = await createTestDatabase();
  const settings = { ...strictConsole, PUBLIC_URL: 'https://praca.example' };
  praca = await openConsoleApp(settings, database);
  other = await openConsoleApp(settings, database);
  for (const app of [praca, other]) holdTime(app.clock);
});
after(async () => {
  await other.close();
  await praca.close();
  dropAtEnd(database);
});

const later = (minutes: number): void => {
  for (const app of [praca, other]) app.clock.offsetMs += minutes * 60_000;
};

test('a page without a session leads to the sign-in and back to the page after it', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = new Visitor(praca);
  const asked = await visitor.get('/console/staff/team?q=1');
  assert.equal(asked.location, '/console/sign-in?to=%2Fconsole%2Fstaff%2Fteam%3Fq%3D1');
  const page = await visitor.get(asked.location);
  assert.match(page.body, /name="to" value="\/console\/staff\/team\?q=1"/);
  const answer = await visitor.post('/console/sign-in', {
    email,
    password: goodPassword,
    to: '/console/staff/team',
  });
  assert.equal(answer.location, '/console/second-factor/set-up?to=%2Fconsole%2Fstaff%2Fteam');
  for (const to of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/pay/x',
    'javascript:alert(1)',
    '/console\\..\\..\\x',
  ]) {
    const led = await visitor.get(`/console/sign-in?to=${encodeURIComponent(to)}`);
    assert.match(led.body, /name="to" value="\/console"/, to);
  }
});

test('a password alone opens no page if a second factor is required', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const visitor = await signIn(praca, email);
  for (const path of ['/console', '/console/staff', '/console/staff/team', '/console/me']) {
    assert.match((await visitor.get(path)).location, /^\/console\/second-factor\/set-up/, path);
  }
  const act = await visitor.post('/console/staff/team/invite', { email: 'x@example.com', role: 'viewer' });
  assert.match(act.location, /^\/console\/second-factor\/set-up/);
  later(11);
  assert.match(
    (await visitor.get('/console/second-factor/set-up')).location,
    /sign-in/,
    'ten minutes, then it is over',
  );
});

test('a code of the app and a recovery code each work once, and the session gets a new token', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { app, recoveryCodes } = await signInStrictly(praca, email);
  assert.equal(recoveryCodes.length, 10);
  later(1);
  const visitor = await signIn(praca, email);
  const before = visitor.cookies.get('__Host-praca_console') ?? '';
  const code = app.code();
  const page = await visitor.get('/console/second-factor?to=/console/staff/audit');
  assert.match(page.body, /autocomplete="one-time-code"/);
  const proven = await visitor.post('/console/second-factor', {
    factor_code: code,
    to: '/console/staff/audit',
  });
  assert.deepEqual([proven.status, proven.location], [303, '/console/staff/audit']);
  const after = visitor.cookies.get('__Host-praca_console') ?? '';
  assert.notEqual(after, before);
  assert.equal((await visitor.get('/console/staff/audit')).status, 200);
  const old = new Visitor(praca);
  old.cookies.set('__Host-praca_console', before);
  assert.match(
    (await old.get('/console/staff/audit')).location,
    /sign-in/,
    'the token from before opens nothing',
  );

  const second = await signIn(praca, email);
  await second.get('/console/second-factor');
  assert.equal((await second.post('/console/second-factor', { factor_code: code })).status, 401, 'used');
  const [recovery = ''] = recoveryCodes;
  assert.equal(
    (await second.post('/console/second-factor', { factor_code: recovery.toUpperCase() })).status,
    303,
  );
  const third = await signIn(praca, email);
  await third.get('/console/second-factor');
  assert.equal((await third.post('/console/second-factor', { factor_code: recovery })).status, 401, 'used');
});

test('wrong second factors delay the person in every session and process', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { app } = await signInStrictly(praca, email);
  later(1);
  const visitor = await signIn(praca, email, '10.0.0.1');
  await visitor.get('/console/second-factor');
  const tries = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      visitor.post('/console/second-factor', { factor_code: String(100_000 + index) }),
    ),
  );
  const looked = tries.filter(({ status }) => status === 401).length;
  assert.equal(looked, 6, 'the five free ones and one more');
  const right = await visitor.at(other).post('/console/second-factor', { factor_code: app.code() });
  assert.equal(right.status, 429, 'even a right one');
  const elsewhere = await signIn(praca, email, '10.0.0.2');
  await elsewhere.get('/console/second-factor');
  assert.equal((await elsewhere.post('/console/second-factor', { factor_code: app.code() })).status, 429);
  let guesses = 0;
  for (let hour = 0; hour < 4 * 6; hour++) {
    later(10);
    const again = await signIn(praca, email, `10.1.0.${hour}`);
    await again.get('/console/second-factor');
    const answer = await again.post('/console/second-factor', { factor_code: '000000' });
    if (answer.status === 401) guesses += 1;
  }
  assert.ok(guesses <= 16, `${guesses} guesses in four hours`);
  later(61);
  const owner = await signIn(praca, email);
  await owner.get('/console/second-factor');
  assert.equal((await owner.post('/console/second-factor', { factor_code: app.code() })).status, 303);
});

test('wrong passwords cause delays; known and unknown addresses get the same answers', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const answers: string[] = [];
  for (const address of [email, 'nobody@example.com']) {
    const visitor = new Visitor(praca, `10.9.9.${address.length}`);
    await visitor.get('/console/sign-in');
    for (let turn = 0; turn < 13; turn++) {
      // Skips every delay except the last one of a minute.
      if (turn < 12) later(1.1);
      const answer = await visitor.post('/console/sign-in', {
        email: address,
        password: 'wrong wrong wrong',
      });
      const rest = answer.body.replaceAll(address, '…').replaceAll(/value="[\w-]{43,}"/g, '');
      answers.push(`${answer.status} ${rest.replaceAll(/\d+ s/g, '')}`);
    }
  }
  assert.deepEqual(answers.slice(0, 13), answers.slice(13));
  assert.deepEqual(
    answers.slice(0, 13).map((text) => text.slice(0, 3)),
    [...Array<string>(12).fill('401'), '429'],
  );
  for (let more = 0; more < 2; more++) {
    await transaction(praca.sql, async (tx) =>
      (await beginAttempt(tx, praca.platform, [counted('account', email)])).fail(),
    );
  }
  const held = new Visitor(praca, '10.8.8.8');
  await held.get('/console/sign-in');
  assert.equal((await held.post('/console/sign-in', { email, password: goodPassword })).status, 429);
  later(2);
  await signIn(praca, email, '10.8.8.8');
});

test('a sign-in does not reuse a session cookie that was planted in the browser', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const attacker = await signIn(praca, (await createPerson(praca, [staffAs('viewer')])).email);
  const planted = attacker.cookies.get('__Host-praca_console') ?? '';
  const victim = new Visitor(praca);
  victim.cookies.set('__Host-praca_console', planted);
  await victim.get('/console/sign-in');
  const answer = await victim.post('/console/sign-in', { email, password: goodPassword });
  assert.equal(answer.status, 303);
  assert.notEqual(victim.cookies.get('__Host-praca_console'), planted);
  const forged = new Visitor(praca);
  forged.cookies.set('__Host-praca_console', 'a'.repeat(43));
  await forged.get('/console/sign-in');
  await forged.post('/console/sign-in', { email, password: goodPassword });
  assert.notEqual(forged.cookies.get('__Host-praca_console'), 'a'.repeat(43));
});

test('rejects a form without its CSRF token or with another session’s token', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { visitor } = await signInStrictly(praca, email);
  const own = visitor.formToken;
  const stranger = await signInStrictly(praca, (await createPerson(praca, [staffAs('admin')])).email);
  for (const form_token of ['', 'x', stranger.visitor.formToken, own.slice(0, -1), `${own}x`]) {
    const answer = await visitor.post('/console/staff/team/invite', {
      form_token,
      email: 'csrf@example.com',
      role: 'admin',
    });
    assert.equal(answer.status, 403);
    assert.match(answer.body, /out of date/);
    assert.equal((await visitor.post('/console/sign-out', { form_token })).status, 403);
    assert.equal((await visitor.post('/console/me/sessions/end-others', { form_token })).status, 403);
  }
  await visitor.get('/console/me');
  const drawn = visitor.formToken;
  await visitor.get('/console/me');
  assert.notEqual(visitor.formToken, drawn, 'the token is masked differently on each page');
  assert.equal((await visitor.post('/console/me/sessions/end-others', { form_token: drawn })).status, 303);
  const signedOut = new Visitor(praca);
  const login = await signedOut.post('/console/sign-in', { email, password: goodPassword });
  assert.equal(login.status, 403, 'a form of another site cannot sign in');
  const [invited] = await praca.sql`select from platform.invitations where email = 'csrf@example.com'`;
  assert.equal(invited, undefined);
});

test('the session cookie is a host cookie, and headers forbid framing, caching and sniffing', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const visitor = new Visitor(praca);
  await visitor.get('/console/sign-in');
  const answer = await visitor.post('/console/sign-in', { email, password: goodPassword });
  const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
  assert.match(
    cookie,
    /^__Host-praca_console=[\w-]{43}; Path=\/; Max-Age=302400; HttpOnly; SameSite=Lax; Secure$/,
  );
  const page = await visitor.get('/console/second-factor/set-up');
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe/);
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.doesNotMatch(page.body, /<script>|<style| on[a-z]+="| style="/, 'no code or style inside the page');
  const token = cookie.slice(21, 64);
  assertHidden(await storedText(praca.sql, 'platform'), [token], [hashToken(token).toString('hex')]);
});

test('a session ends after 30 idle minutes, after twelve hours, and in every process at once', async () => {
  const { email } = await createPerson(praca, [staffAs('admin')]);
  const { visitor, app } = await signInStrictly(praca, email);
  assert.equal((await visitor.at(other).get('/console/staff/team')).status, 200);
  for (let turn = 0; turn < 24; turn++) {
    later(29);
    assert.equal((await visitor.get('/console/staff')).status, 200, `after ${29 * (turn + 1)} minutes`);
  }
  later(29);
  assert.match((await visitor.get('/console/staff')).location, /sign-in/, 'twelve hours');
  const enter = async () => {
    const entered = await signIn(praca, email);
    await entered.get('/console/second-factor');
    later(1);
    assert.equal((await entered.post('/console/second-factor', { factor_code: app.code() })).status, 303);
    await entered.get('/console/me');
    return entered;
  };
  const idle = await enter();
  later(20);
  // A request of the live update script does not count as activity.
  assert.equal((await idle.get('/console/staff', { 'x-watching': 'yes' })).status, 200);
  later(11);
  assert.match((await idle.get('/console/staff')).location, /sign-in/, 'idle');
  const [one, two] = [await enter(), await enter()];
  await one.post('/console/me/sessions/end-others');
  assert.match((await two.at(other).get('/console/staff')).location, /sign-in/);
  assert.equal((await one.at(other).get('/console/staff')).status, 200);
  await one.post('/console/sign-out');
  assert.match((await one.at(other).get('/console/staff')).location, /sign-in/);
  const kept = one.at(praca);
  assert.match((await kept.get('/console/staff')).location, /sign-in/, 'its cookie is no longer valid');
});

test('a password set by a mailed link ends every session, works once, and keeps the second factor', async () => {
  await praca.runJobs();
  const { email } = await createPerson(praca, [staffAs('admin')], { email: 'forgetful@example.com' });
  const { visitor, app } = await signInStrictly(praca, email);
  const stranger = new Visitor(praca);
  await stranger.get('/console/forgotten');
  const [known, unknown] = [
    await stranger.post('/console/forgotten', { email }),
    await stranger.post('/console/forgotten', { email: 'nobody@example.com' }),
  ];
  assert.deepEqual([known.status, known.body.length], [unknown.status, unknown.body.length]);
  const link = await mailedLink(praca, email);
  await stranger.get(link);
  const token = link.split('token=')[1] ?? '';
  const short = await stranger.post('/console/new-password', { token, password: 'too short' });
  assert.match(short.body, /at least 15 characters/);
  const password = 'another five words for it';
  const both = await Promise.all(
    [1, 2].map(() => stranger.post('/console/new-password', { token, password })),
  );
  assert.deepEqual(
    both.map(({ status }) => String(status)).toSorted(),
    ['303', '404'],
    'once, also at the same time',
  );
  assert.match((await visitor.get('/console/staff')).location, /sign-in/);
  await stranger.get('/console/sign-in');
  const entered = await stranger.post('/console/sign-in', { email, password });
  assert.match(entered.location, /^\/console\/second-factor\?/);
  later(1);
  await stranger.get('/console/second-factor');
  assert.equal((await stranger.post('/console/second-factor', { factor_code: app.code() })).status, 303);
});

test('acts of a person on their own account are recorded, and the record cannot be changed', async () => {
  const recorded = await listRecorded(praca);
  const acts = new Set(recorded.map(({ act }) => act));
  for (const act of [
    'signed_in',
    'signed_out',
    'sign_in.failed',
    'factor.failed',
    'totp.added',
    'recovery_code.used',
    'password.changed',
    'password.link_sent',
    'session.ended',
  ]) {
    assert.ok(acts.has(act), act);
  }
  await assert.rejects(
    async () => praca.sql`update platform.console_audit set act = 'nothing'`,
    /only added to/,
  );
  await assert.rejects(async () => praca.sql`delete from platform.console_audit`, /only added to/);
  await assert.rejects(async () => praca.sql`truncate platform.console_audit`, /only added to/);
});

test('production offers no visit without a password', async () => {
  const visitor = new Visitor(praca);
  const page = await visitor.get('/console/sign-in');
  assert.doesNotMatch(page.body, /Look around/);
  assert.equal((await visitor.post('/console/sign-in/look-around', { as: 'staff' })).status, 404);
  assert.equal((await visitor.get('/console/parts')).status, 404);
});
