import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, type TestApp } from '../../../test/support/app.ts';
import {
  Authenticator,
  createPerson,
  goodPassword,
  mailedLink,
  memberAs,
  openConsoleApp,
  signIn,
  staffAs,
  strictConsole,
  Visitor,
  type Answer,
} from '../../../test/support/console.ts';
import { addStaff } from '../../../test/support/commands.ts';
import { workOf } from '../../../test/support/work.ts';
import type { Command } from '../command.ts';
import { createStaffCommand } from './create-staff.ts';
import { disableStaffCommand } from './disable-staff.ts';
import { enableStaffCommand } from './enable-staff.ts';
import { resetStaffCommand } from './reset-staff.ts';

const hourMs = 3_600_000;
const next = 'seven grey boats at anchor';

let praca: TestApp;
let by: string;
before(async () => {
  praca = await openConsoleApp();
  by = await addStaff(praca.platform);
  holdTime(praca.clock);
});
after(() => praca.close());

async function run(command: Command, email: string): Promise<string> {
  const lines: string[] = [];
  await command.run(praca.platform, { values: { by }, positionals: [email] }, (line) => lines.push(line));
  return /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '';
}

async function guess(email: string, password: string, at = praca): Promise<[Visitor, Answer]> {
  const visitor = new Visitor(at);
  await visitor.get('/console/sign-in');
  return [visitor, await visitor.post('/console/sign-in', { email, password })];
}

const changePage = /^\/console\/change-password\?to=/;

test('a temporary password gives access only to the page that sets another one', async () => {
  const email = 'newcomer@example.com';
  const password = await run(createStaffCommand, email);
  const [visitor, answer] = await guess(email, password);
  assert.equal(answer.status, 303);
  for (const page of [
    '/console',
    '/console/me',
    '/console/staff',
    '/console/staff/team',
    '/console/second-factor/set-up',
  ]) {
    assert.match((await visitor.get(page)).location, changePage, page);
  }
  const shown = await visitor.get('/console/change-password?to=/console/staff/team');
  assert.equal(shown.status, 200, shown.body);
  for (const act of [
    '/console/me/sessions/end-others',
    '/console/me/recovery-codes',
    '/console/staff/team/invite',
  ]) {
    assert.match((await visitor.post(act)).location, changePage, act);
  }
  const set = (fields: Record<string, string>) =>
    visitor.post('/console/change-password', { to: '/console/staff/team', ...fields });
  assert.match((await set({ current_password: 'another one', password: next })).body, /not your password/);
  assert.match((await set({ current_password: password, password: 'short' })).body, /at least 15/);
  assert.match((await set({ current_password: password, password })).body, /This is the temporary password/);
  assert.match((await visitor.get('/console/me')).location, changePage, 'nothing was changed');
  const done = await set({ current_password: password, password: next });
  assert.deepEqual([done.status, done.location], [303, '/console/staff/team']);
  assert.equal((await visitor.get('/console/staff/team')).status, 200);
  assert.equal((await guess(email, password))[1].status, 401);
  praca.clock.offsetMs += 73 * hourMs;
  assert.equal((await guess(email, next))[1].status, 303, 'the chosen password stays');
});

test('a required second factor comes before the change of a temporary password', async () => {
  const strict = await openConsoleApp(strictConsole);
  try {
    const lines: string[] = [];
    const email = 'strict@example.com';
    await createStaffCommand.run(strict.platform, { values: {}, positionals: [email] }, (line) =>
      lines.push(line),
    );
    const password = /[0-9a-z]{26}/.exec(lines.join('\n'))?.[0] ?? '';
    const [visitor] = await guess(email, password, strict);
    assert.match((await visitor.get('/console/change-password')).location, /second-factor\/set-up/);
    const app = new Authenticator((await visitor.get('/console/second-factor/set-up')).body, strict.clock);
    await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
    assert.match((await visitor.get('/console/staff')).location, changePage);
    await visitor.get('/console/change-password');
    const fields = { current_password: password, password: next };
    assert.equal((await visitor.post('/console/change-password', fields)).status, 303);
    assert.equal((await visitor.get('/console/staff')).status, 200);
  } finally {
    await strict.close();
  }
});

test('a temporary password is rejected 72 hours later, with the reason only for a caller who knows it', async (context) => {
  const made: [string, string][] = [];
  made.push(['late@example.com', await run(createStaffCommand, 'late@example.com')]);
  for (const command of [resetStaffCommand, enableStaffCommand]) {
    const { email } = await createPerson(praca, [staffAs('viewer')]);
    if (command === enableStaffCommand) await run(disableStaffCommand, email);
    made.push([email, await run(command, email)]);
  }
  const { hasher } = praca.platform;
  context.mock.method(hasher, 'isOutdated', () => false);
  for (const [email, password] of made) {
    const [open] = await guess(email, password);
    assert.equal((await open.get('/console/change-password')).status, 200);
  }
  praca.clock.offsetMs += 72 * hourMs - 60_000;
  const watched = new Map<string, Visitor>();
  for (const [email, password] of made) {
    const [visitor, answer] = await guess(email, password);
    assert.equal(answer.status, 303, 'a minute before');
    watched.set(email, visitor);
  }
  praca.clock.offsetMs += 60_000;
  for (const [email, password] of made) {
    const right = async () => {
      const [, answer] = await guess(email, password);
      assert.equal(answer.status, 401);
      assert.match(answer.body, /temporary password has expired/);
    };
    const wrong = async () => {
      const [, answer] = await guess(email, 'another one');
      assert.equal(answer.status, 401);
      assert.doesNotMatch(answer.body, /expired/);
    };
    assert.deepEqual(await workOf(hasher, right), await workOf(hasher, wrong));
    const page = await watched.get(email)?.get('/console/change-password');
    assert.match(page?.location ?? '', /sign-in/, 'its sessions are over');
  }
});

test('an expired temporary password is replaced by a mailed link and not by itself', async () => {
  const email = 'expired@example.com';
  const password = await run(createStaffCommand, email);
  praca.clock.offsetMs += 73 * hourMs;
  const visitor = new Visitor(praca);
  await visitor.get('/console/forgotten');
  await visitor.post('/console/forgotten', { email });
  await praca.runJobs();
  const link = await mailedLink(praca, email);
  await visitor.get(link);
  const token = link.split('token=')[1] ?? '';
  const same = await visitor.post('/console/new-password', { token, password });
  assert.match(same.body, /This is the temporary password/);
  assert.equal((await visitor.post('/console/new-password', { token, password: next })).status, 303);
  const [, answer] = await guess(email, next);
  assert.equal(answer.status, 303);
});

test('a temporary password cannot accept an invitation', async () => {
  const { email, id } = await createPerson(praca, [memberAs('viewer')]);
  const [owner] = [await createPerson(praca, [staffAs('admin')])];
  const admin = await signIn(praca, owner.email);
  await admin.get('/console/staff/team');
  const invited = await admin.post('/console/staff/team/invite', { email, role: 'viewer' });
  assert.equal(invited.status, 303, invited.body);
  await praca.runJobs();
  const link = await mailedLink(praca, email);
  const [visitor] = await guess(email, await run(resetStaffCommand, email));
  await visitor.get(link);
  const answer = await visitor.post('/console/invitation', { token: link.split('token=')[1] ?? '' });
  assert.match(answer.location, changePage);
  const rows = await praca.sql`select from platform.memberships where person_id = ${id} and kind = 'staff'`;
  assert.equal(rows.length, 0);
});

test('passwords chosen by people do not expire', async () => {
  const { email } = await createPerson(praca, [staffAs('viewer')]);
  praca.clock.offsetMs += 400 * 24 * hourMs;
  const [visitor, answer] = await guess(email, goodPassword);
  assert.equal(answer.status, 303);
  assert.equal((await visitor.get('/console/me')).status, 200);
});
