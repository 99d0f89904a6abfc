import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  memberAs,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  Visitor,
} from '../../../test/support/console.ts';
import type { Command } from '../command.ts';
import { tidyConsoleCron } from '../console/console.jobs.ts';
import { forgetAttemptsCron } from '../throttle/throttle.ts';
import { createStaffCommand } from './create-staff.ts';
import { disableStaffCommand } from './disable-staff.ts';
import { enableStaffCommand } from './enable-staff.ts';
import { resetStaffCommand } from './reset-staff.ts';

let praca: TestApp;
before(async () => {
  praca = await openConsoleApp(strictConsole);
});
after(() => praca.close());

/** The `--by` flag for every command once the first administrator exists. */
let named: { by?: string } = {};

async function run(command: Command, email: string, values: Record<string, string> = {}): Promise<string> {
  const lines: string[] = [];
  await command.run(praca.platform, { values: { ...named, ...values }, positionals: [email] }, (line) =>
    lines.push(line),
  );
  return lines.join('\n');
}
const passwordIn = (text: string): string => /[0-9a-z]{26}/.exec(text)?.[0] ?? '';

async function enter(email: string, password: string): Promise<Visitor> {
  const visitor = new Visitor(praca);
  await visitor.get('/console/sign-in');
  const answer = await visitor.post('/console/sign-in', { email, password });
  assert.equal(answer.status, 303, answer.body);
  return visitor;
}
/** Returns the staff who may use the moderation API. */
const apiStaff = async () =>
  (
    await praca.sql<
      { email: string }[]
    >`select email from platform.staff where disabled_at is null order by email`
  ).map(({ email }) => email);

test('staff created on the command line signs in, sets up a second factor, and is an administrator by default', async () => {
  const said = await run(createStaffCommand, 'Ada@example.com', { name: 'Ada' });
  assert.match(
    said,
    /^Created staff Ada <Ada@example\.com>, role admin\.\nPassword, shown only now: [0-9a-z]{26}\b/,
  );
  const refused = /^CommandError: Name yourself with --by <e-mail>\.$/;
  await assert.rejects(run(createStaffCommand, 'second@example.com'), refused);
  named = { by: 'ADA@example.com' };
  const password = passwordIn(said);
  const visitor = await enter('ada@EXAMPLE.com', password);
  assert.match((await visitor.get('/console')).location, /set-up/);
  assert.match(await run(createStaffCommand, 'vera@example.com', { role: 'viewer' }), /role viewer/);
  assert.deepEqual(await apiStaff(), ['Ada@example.com'], 'a viewer has no API');
  await assert.rejects(run(createStaffCommand, 'ada@example.com'), /staff already/);
  await assert.rejects(run(createStaffCommand, 'x@example.com', { role: 'king' }), /roles are admin/);
  await assert.rejects(run(createStaffCommand, 'nobody'), /takes an e-mail address/);
});

for (const command of [createStaffCommand, disableStaffCommand, enableStaffCommand, resetStaffCommand]) {
  test(`"${command.name}" requires an active administrator and records them`, async () => {
    const { email } = await createPerson(praca, command === createStaffCommand ? [] : [staffAs('viewer')]);
    if (command === enableStaffCommand) await run(disableStaffCommand, email);
    for (const [by, refusal] of [
      ['', /Name yourself/],
      [email, command === createStaffCommand ? /No active member/ : /No active member|has the role viewer/],
      ['nora@example.com', /No active member of staff has the address nora@example\.com/],
    ] as const)
      await assert.rejects(run(command, email, { by }), refusal);
    await run(command, email);
    const [act] = await praca.sql<{ person_email: string }[]>`
      select person_email from platform.console_audit where subject = ${email} order by id desc limit 1`;
    assert.equal(act?.person_email, 'Ada@example.com');
  });
}

test('a person who is already a member keeps their password and factors', async () => {
  const { email } = await createPerson(praca, [memberAs('viewer')]);
  const text = await run(createStaffCommand, email, { role: 'moderator' });
  assert.equal(passwordIn(text), '');
  await signIn(praca, email);
  assert.ok((await apiStaff()).includes(email), 'a moderator has the API, with the same password');
  await praca.sql`update platform.memberships set role = 'support' where kind = 'staff'
    and person_id = (select id from platform.people where email = ${email})`;
  assert.ok(!(await apiStaff()).includes(email), 'and loses it with the role');
});

test('disabling a person ends all sessions at once', async () => {
  const password = passwordIn(await run(createStaffCommand, 'gone@example.com'));
  const visitor = await enter('gone@example.com', password);
  await run(disableStaffCommand, 'GONE@example.com');
  assert.match((await visitor.get('/console/second-factor/set-up')).location, /sign-in/);
  const again = new Visitor(praca);
  await again.get('/console/sign-in');
  assert.equal((await again.post('/console/sign-in', { email: 'gone@example.com', password })).status, 401);
  assert.ok(!(await apiStaff()).includes('gone@example.com'));
  const { email } = await createPerson(praca, [memberAs('viewer')]);
  await assert.rejects(run(disableStaffCommand, email), /No member of staff/);
});

test('a disabled person gets no new password or role', async () => {
  await run(createStaffCommand, 'shut@example.com');
  await run(disableStaffCommand, 'shut@example.com');
  const stored = () => praca.sql`select password_hash from platform.people where email = 'shut@example.com'`;
  const before = await stored();
  const refusal = /^CommandError: Nothing was done: shut@example\.com was disabled on \d{4}-\d\d-\d\d, /;
  await assert.rejects(run(resetStaffCommand, 'SHUT@example.com'), refusal);
  await assert.rejects(run(createStaffCommand, 'shut@example.com'), refusal);
  assert.deepEqual(await stored(), before);
});

test('an enabled person signs in with a new password and has the same roles, but no earlier credentials', async () => {
  const { email } = await createPerson(praca, [staffAs('moderator')]);
  const { visitor } = await signInStrictly(praca, email);
  await run(disableStaffCommand, email);
  const said = await run(enableStaffCommand, email.toUpperCase());
  assert.match(
    said,
    /^Enabled [^ ]+, with the roles they had\.\nPassword, shown only now: [0-9a-z]{26}\nIt works for 72 hours, .*$/,
  );
  assert.match((await visitor.get('/console')).location, /sign-in/, 'the session of before stays ended');
  const old = new Visitor(praca);
  await old.get('/console/sign-in');
  assert.equal((await old.post('/console/sign-in', { email, password: goodPassword })).status, 401);
  const fresh = await enter(email, passwordIn(said));
  assert.match((await fresh.get('/console')).location, /set-up/, 'the second factor of before is gone');
  assert.ok((await apiStaff()).includes(email));
  await assert.rejects(run(enableStaffCommand, email), /Nothing was done: .* is not disabled/);
  await enter(email, passwordIn(said));
  await assert.rejects(run(enableStaffCommand, 'nobody@example.com'), /No user of the console/);
});

test('a reset removes password, factors and sessions', async () => {
  const { email } = await createPerson(praca, [memberAs('owner')]);
  const { visitor } = await signInStrictly(praca, email);
  const password = passwordIn(await run(resetStaffCommand, email));
  assert.match((await visitor.get('/console/psp/1')).location, /sign-in/);
  const fresh = await enter(email, password);
  assert.match((await fresh.get('/console')).location, /set-up/);
  const old = new Visitor(praca);
  await old.get('/console/sign-in');
  assert.equal((await old.post('/console/sign-in', { email, password: goodPassword })).status, 401);
  await assert.rejects(run(resetStaffCommand, 'nobody@example.com'), /No user of the console/);
});

test('deletes expired sessions, links and attempts, and keeps valid ones', async () => {
  const { sql, clock } = praca;
  const { id, email } = await createPerson(praca, [memberAs('viewer')]);
  await signInStrictly(praca, email);
  // Ended sessions are kept for some days, so that the sign-in page can say why they ended.
  const past = new Date(clock.nowMs() - 30 * 86_400_000);
  await sql`
    insert into platform.console_sessions (id, token_hash, person_id, stage, form_token, created_at, expires_at, seen_at, address, user_agent)
    select gen_random_uuid(), sha256(n::text::bytea), ${id}, 'full', 'x', ${past}, ${past}, ${past}, '', '' from generate_series(1, 2500) n`;
  await sql`
    insert into platform.attempts (key, failures, last_failure_at, blocked_until)
    select sha256(n::text::bytea), 1, ${past}, ${past} from generate_series(1, 1500) n`;
  await sql`
    insert into platform.password_links (token_hash, person_id, created_at, expires_at)
    values (sha256('a'), ${id}, ${past}, ${past}), (sha256('b'), ${id}, ${past}, ${new Date(clock.nowMs() + 60_000)})`;
  await tidyConsoleCron(praca.platform).run({});
  await forgetAttemptsCron(praca.platform).run({});
  const [left] = await sql<{ sessions: number; links: number; attempts: number }[]>`
    select (select count(*)::int from platform.console_sessions where person_id = ${id}) as sessions,
      (select count(*)::int from platform.password_links) as links,
      (select count(*)::int from platform.attempts where last_failure_at = ${past}) as attempts`;
  assert.deepEqual(left, { sessions: 1, links: 1, attempts: 0 });
});
