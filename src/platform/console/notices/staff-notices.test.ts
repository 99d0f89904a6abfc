import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../../test/support/app.ts';
import {
  Authenticator,
  createPerson,
  goodPassword,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  Visitor,
} from '../../../../test/support/console.ts';
import { until } from '../../../../test/support/process.ts';
import { questionIn, SoftwarePasskey } from '../../../../test/support/software-passkey.ts';
import { languages } from '../../http/language.ts';
import { resetStaffCommand } from '../../staff/reset-staff.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp({ PUBLIC_URL: 'https://praca.example' });
  holdTime(praca.clock);
  await praca.runJobs();
});
after(() => praca.close());

/** Returns the mails to an address since the last call, oldest first. */
const seen = new Set<string>();
async function mailsTo(email: string): Promise<{ subject: string; text_body: string }[]> {
  await until(async () => {
    const waiting = await praca.sql`
      select from graphile_worker.jobs where task_identifier = 'send_mail' and attempts < max_attempts`;
    return waiting.length === 0;
  }, 'the mails');
  const rows = await praca.sql<{ id: string; subject: string; text_body: string }[]>`
    select id, subject, text_body from platform.mailbox where recipient = ${email} order by received_at, id`;
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

async function enter(visitor: Visitor, email: string, password = goodPassword): Promise<void> {
  await visitor.get('/console/sign-in');
  const answer = await visitor.post('/console/sign-in', { email, password });
  assert.equal(answer.status, 303, answer.body);
}

async function leave(visitor: Visitor): Promise<void> {
  await visitor.get('/console/me');
  await visitor.post('/console/sign-out');
}

test('a sign-in from a new browser or network is mailed, and one from known ones is not', async () => {
  const { email } = await createPerson(praca, [memberAs('viewer')]);
  const visitor = new Visitor(praca, '10.1.0.1');
  await enter(visitor, email);
  assert.deepEqual(await subjectsTo(email), [], 'the first sign-in is no news');
  await leave(visitor);
  await enter(visitor, email);
  assert.deepEqual(await subjectsTo(email), [], 'the same browser and network');

  await enter(new Visitor(praca, '10.1.0.1'), email);
  const [otherBrowser] = await mailsTo(email);
  assert.equal(otherBrowser?.subject, 'A new sign-in to your console account');
  assert.match(otherBrowser.text_body, /Network: 10\.1\.0\.1/);

  const moved = new Visitor(praca, '10.1.0.2');
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value);
  await leave(moved);
  await enter(moved, email);
  assert.equal((await subjectsTo(email)).length, 1, 'another network');
  await leave(moved);
  await enter(moved, email);
  assert.deepEqual(await subjectsTo(email), []);
});

test('a sign-in is mailed only after its second factor', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = await signIn(praca, email);
  const app = new Authenticator((await visitor.get('/console/second-factor/set-up')).body, praca.clock);
  await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
  assert.deepEqual(await subjectsTo(email), ['An authenticator app was added']);
  praca.clock.offsetMs += 60_000;
  const other = new Visitor(praca, '10.1.0.9');
  await enter(other, email);
  assert.deepEqual(await subjectsTo(email), []);
  await other.get('/console/second-factor');
  assert.equal((await other.post('/console/second-factor', { factor_code: app.code() })).status, 303);
  assert.deepEqual(await subjectsTo(email), ['A new sign-in to your console account']);
});

test('every change of the password, the factors and the recovery codes is mailed in the person’s language', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = await signIn(praca, email);
  const page = await visitor.get('/console/second-factor/set-up');
  const app = new Authenticator(page.body, praca.clock);
  const done = await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
  assert.equal(done.status, 200, done.body);
  const codes = [...done.body.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code]) => code ?? '');
  assert.deepEqual(await subjectsTo(email), ['An authenticator app was added']);

  const passkey = new SoftwarePasskey('https://praca.example');
  const made = passkey.create(
    questionIn((await visitor.get('/console/second-factor/set-up?to=/console/me')).body, 'create'),
  );
  await visitor.post('/console/second-factor/set-up', {
    factor_passkey: made,
    name: 'Blue key',
    to: '/console/me',
  });
  const [added] = await mailsTo(email);
  assert.equal(added?.subject, 'A passkey was added');
  await visitor.get('/console/me');
  await visitor.post('/console/me/recovery-codes');
  assert.deepEqual(await subjectsTo(email), ['New recovery codes were created']);
  await visitor.get('/console/me');
  await visitor.post('/console/me/passkeys/remove', { id: passkey.id.toString('base64url') });
  assert.deepEqual(await subjectsTo(email), ['A passkey was removed']);
  await visitor.get('/console/me');
  await visitor.post('/console/me/password', {
    current_password: goodPassword,
    password: 'seven grey boats at anchor',
  });
  assert.deepEqual(await subjectsTo(email), ['Your console password was changed']);
  await visitor.get('/console/me');
  await visitor.post('/console/me/totp/remove');
  assert.deepEqual(await subjectsTo(email), ['The authenticator app was removed']);
  assert.ok(codes.length > 0);

  await resetStaffCommand.run(praca.platform, { values: {}, positionals: [email] }, () => {});
  assert.deepEqual(await subjectsTo(email), ['Your console sign-in was reset']);
});

test('the use of a recovery code is mailed with the number of remaining codes', async () => {
  const { email, id } = await createPerson(praca, [staffAs('viewer')]);
  const visitor = await signIn(praca, email);
  const app = new Authenticator((await visitor.get('/console/second-factor/set-up')).body, praca.clock);
  const done = await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
  const [code = ''] = [...done.body.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, each]) => each ?? '');
  await mailsTo(email);
  await praca.sql`update platform.people set language = 'de' where id = ${id}`;
  await leave(visitor);
  await visitor.get('/console/sign-in?lang=de');
  await enter(visitor, email);
  await visitor.get('/console/second-factor');
  assert.equal((await visitor.post('/console/second-factor', { factor_code: code })).status, 303);
  const mails = await mailsTo(email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Ein Wiederherstellungscode wurde benutzt'],
  );
  assert.match(mails[0]?.text_body ?? '', /Verbleibende Codes: 9/);
});

test('a caller with the password can neither cause endless mails nor suppress another notice', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  await enter(new Visitor(praca), email);
  for (let turn = 0; turn < 12; turn++) await enter(new Visitor(praca), email);
  const sent = await subjectsTo(email);
  assert.ok(sent.length >= 2 && sent.length <= 5, `${sent.length} mails`);
  const visitor = await signIn(praca, email);
  await visitor.post('/console/me/password', {
    current_password: goodPassword,
    password: 'seven grey boats at anchor',
  });
  assert.ok((await subjectsTo(email)).includes('Your console password was changed'));
});

test('the number of stored marks per person is limited', async () => {
  const { email, id } = await createPerson(praca, [staffAs('viewer')]);
  await enter(new Visitor(praca), email);
  await praca.sql`
    insert into platform.person_known_marks (person_id, mark, last_used_at)
    select ${id}, sha256(n::text::bytea), ${new Date(0)} from generate_series(1, 200) n`;
  await enter(new Visitor(praca), email);
  const [row] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from platform.person_known_marks where person_id = ${id}`;
  assert.equal(row?.count, 100);
});

test('every notice has texts in all languages', async () => {
  const { noticeTexts } = await import('./notice-texts.ts');
  for (const texts of Object.values(noticeTexts)) {
    const subjects = languages.map((language) => texts[language].subject);
    assert.equal(new Set(subjects).size, languages.length);
  }
});
