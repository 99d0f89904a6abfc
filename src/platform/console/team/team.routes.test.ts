import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  goodPassword,
  listRecorded,
  mailedLink,
  memberAs,
  openConsoleApp,
  signIn,
  signInStrictly,
  staffAs,
  strictConsole,
  Visitor,
} from '../../../../test/support/console.ts';
import { until } from '../../../../test/support/process.ts';
import { isLockAwaited } from '../../../../test/support/row-locks.ts';
import { hashToken } from '../../tokens/opaque-token.ts';
import { resendInvitation } from '../invitations/invite.ts';
import { changeRole, removeMember } from './change-team.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{link}`;

let praca: TestApp;
let strict: TestApp;
before(async () => {
  praca = await openConsoleApp();
  strict = await openConsoleApp(strictConsole);
  await praca.runJobs();
  await praca.sql`insert into merchant.psps (id, name, created_at) values (7, ${hostile}, now()), (8, 'Eight', now())`;
  await praca.sql`select setval('merchant.psp_ids', 100)`;
});
after(async () => {
  await strict.close();
  await praca.close();
});

const rolesIn = async (psp: string) =>
  praca.sql<{ email: string; role: string }[]>`
    select p.email, m.role from platform.memberships m join platform.people p on p.id = m.person_id
    where m.kind = 'psp' and m.organisation = ${psp} order by p.email`;

/** Asserts that foreign text is escaped. */
const assertHarmless = (body: string): void => {
  assert.doesNotMatch(body, /<img src=x/);
  assert.match(body, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&#39;&quot;&amp;\{link\}/);
};

async function ownerOf(psp: string, name = 'Olga') {
  const person = await createPerson(praca, [memberAs('owner', psp)], { name });
  return { person, visitor: await signIn(praca, person.email) };
}

test('an owner invites by mail, and concurrent uses of the link create one person with a password', async () => {
  const { visitor, person } = await ownerOf('1');
  const invited = await visitor.post('/console/psp/1/team/invite', {
    email: 'Nova@Example.com',
    role: 'finance',
  });
  assert.deepEqual([invited.status, invited.location], [303, '/console/psp/1/team?done=member.invited']);
  const page = await visitor.get(invited.location);
  assert.match(page.body, /Invitation sent/);
  assert.match(page.body, /Nova@Example\.com/);
  for (const [fields, said] of [
    [{ email: 'nova@example.com', role: 'viewer' }, /already has an invitation/],
    [{ email: person.email, role: 'viewer' }, /already a member/],
    [{ email: 'no address', role: 'viewer' }, /not an e-mail address/],
    [{ email: 'z@example.com', role: 'admin' }, /no such role/],
  ] as const) {
    const refused = await visitor.post('/console/psp/1/team/invite', fields);
    assert.equal(refused.status, 409);
    assert.match(refused.body, said);
  }
  const link = await mailedLink(praca, 'Nova@Example.com');
  const token = link.split('token=')[1] ?? '';
  const [stored] = await praca.sql<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from platform.invitations where email = 'Nova@Example.com'`;
  assert.equal(stored?.hash, hashToken(token).toString('hex'));
  const guests = await Promise.all([1, 2, 3].map(() => Promise.resolve(new Visitor(praca))));
  for (const guest of guests) assert.match((await guest.get(link)).body, /Join/);
  const [first] = guests as [Visitor];
  const weak = await first.post('/console/invitation', { token, name: 'Nova', password: 'short' });
  assert.deepEqual([weak.status, /at least 15 characters/.test(weak.body)], [400, true]);
  const nameless = await first.post('/console/invitation', { token, name: ' ', password: goodPassword });
  assert.match(nameless.body, /Enter a name/);
  const joined = await Promise.all(
    guests.map((guest) =>
      guest.post('/console/invitation', { token, name: hostile, password: goodPassword }),
    ),
  );
  assert.deepEqual(joined.map(({ status }) => String(status)).toSorted(), ['303', '404', '404']);
  assert.equal((await new Visitor(praca).get(link)).status, 404, 'used');
  const rows = await rolesIn('1');
  assert.equal(rows.filter(({ email }) => email === 'Nova@Example.com').length, 1);
  const seen = await visitor.get('/console/psp/1/team');
  assertHarmless(seen.body);
  assertHarmless((await visitor.get('/console/psp/1/audit')).body);
  const nova = await signIn(praca, 'nova@example.com');
  for (const path of ['/console/psp/1', '/console/psp/1/team', '/console/me'])
    assertHarmless((await nova.get(path)).body);
});

test('an invitation to the staff names them in the reader’s language', async () => {
  const visitor = await signIn(praca, (await createPerson(praca, [staffAs('admin')])).email);
  for (const [language, name] of [
    ['en', 'Praça staff'],
    ['pt', 'Equipe da Praça'],
    ['de', 'Praça-Personal'],
  ] as const) {
    const email = `guest-${language}@example.com`;
    await visitor.get(`/console/staff/team?lang=${language}`);
    await visitor.post('/console/staff/team/invite', { email, role: 'viewer' });
    const { body } = await new Visitor(praca).get(`${await mailedLink(praca, email)}&lang=${language}`);
    assert.match(/<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? '', new RegExp(name));
  }
});

test('an invitation can be accepted only with the address that it was sent to', async () => {
  const { visitor } = await ownerOf('7');
  const mallory = await createPerson(praca, [memberAs('viewer', '8')], { name: 'Mallory' });
  const known = await createPerson(praca, [memberAs('viewer', '8')], { name: hostile });
  await visitor.post('/console/psp/7/team/invite', { email: known.email, role: 'developer' });
  const link = await mailedLink(praca, known.email);
  const token = link.split('token=')[1] ?? '';
  const thief = await signIn(praca, mallory.email);
  const shown = await thief.get(link);
  assert.match(shown.body, new RegExp(`You are signed in as ${mallory.email}`));
  assertHarmless(shown.body);
  assert.equal((await thief.post('/console/invitation', { token })).status, 400);
  const stranger = new Visitor(praca);
  assert.match((await stranger.get(link)).body, /Sign in to join/);
  await stranger.get('/console/sign-in');
  assert.equal(
    (await stranger.post('/console/invitation', { token, name: 'X', password: goodPassword })).status,
    400,
  );
  assert.deepEqual(
    (await rolesIn('7')).map(({ role }) => role),
    ['owner'],
  );
  const own = await signIn(praca, known.email);
  await own.get(link);
  const [one, two] = await Promise.all([1, 2].map(() => own.post('/console/invitation', { token })));
  assert.deepEqual(
    [one, two].map((answer) => String(answer?.status)).toSorted(),
    ['303', '404'],
    'a double click joins once',
  );
  const both = await own.get('/console/psp/7');
  assert.equal(both.status, 200);
  assertHarmless(both.body);
  assert.match(both.body, /href="\/console\/psp\/8"/, 'and can switch to the other organisation');
  const asStaff = await signIn(praca, (await createPerson(praca, [staffAs('admin')])).email);
  for (const path of [
    '/console/staff/organisations',
    '/console/staff/organisations/psp/7',
    '/console/staff/audit',
  ]) {
    assertHarmless((await asStaff.get(path)).body);
  }
});

test('a link is invalid after 72 hours, after it was sent again and after a withdrawal', async () => {
  const { visitor } = await ownerOf('8');
  const send = async (email: string) => {
    await visitor.post('/console/psp/8/team/invite', { email, role: 'viewer' });
    return mailedLink(praca, email);
  };
  const listed = async (email: string) => {
    const [row] = await praca.sql<
      { id: string }[]
    >`select id from platform.invitations where email = ${email}`;
    return row?.id ?? '';
  };
  const look = async (link: string) => (await new Visitor(praca).get(link)).status;
  const [late, again, withdrawn] = [
    await send('late@example.com'),
    await send('again@example.com'),
    await send('with@example.com'),
  ];
  const owner =
    (await praca.sql<{ id: string }[]>`select id from platform.people order by id desc limit 1`)[0]?.id ?? '';
  const place = { kind: 'psp', id: '8', name: 'Eight' };
  const organisations = { sources: [], find: async () => place };
  const context = { ...praca.platform, organisations, readFigures: async () => '' };
  const inviter = { id: owner, name: 'O', email: 'o@example.com', language: 'en' } as const;
  assert.equal(
    await resendInvitation(context, place, inviter, await listed('again@example.com'), async () => {}),
    'too_many',
    'a second click mails once',
  );
  praca.clock.offsetMs += 61_000;
  assert.equal(
    (await visitor.post('/console/psp/8/team/resend', { invitation: await listed('again@example.com') }))
      .status,
    303,
  );
  assert.equal(await look(again), 404);
  assert.equal(
    (await visitor.post('/console/psp/8/team/withdraw', { invitation: await listed('with@example.com') }))
      .status,
    303,
  );
  assert.equal(
    (await visitor.post('/console/psp/8/team/withdraw', { invitation: await listed('with@example.com') }))
      .status,
    409,
  );
  assert.equal(await look(withdrawn), 404);
  assert.equal(await look(late), 200);
  praca.clock.offsetMs += 72 * 3_600_000;
  assert.equal(await look(late), 404);
  const token = late.split('token=')[1] ?? '';
  const guest = new Visitor(praca);
  await guest.get('/console/sign-in');
  assert.equal(
    (await guest.post('/console/invitation', { token, name: 'Late', password: goodPassword })).status,
    404,
  );
  const elsewhere = await ownerOf('1');
  for (const path of ['resend', 'withdraw']) {
    const answer = await elsewhere.visitor.post(`/console/psp/1/team/${path}`, {
      invitation: await listed('late@example.com'),
    });
    assert.equal(answer.status, 409, 'another organisation’s invitation is not there');
  }
});

test('a team keeps an owner, even if two owners remove each other at once', async () => {
  const psp = '8';
  await praca.sql`delete from platform.memberships where kind = 'psp' and organisation = ${psp}`;
  const [a, b] = [await ownerOf(psp, 'A'), await ownerOf(psp, 'B')];
  const outcomes = await Promise.all([
    a.visitor.post(`/console/psp/${psp}/team/remove`, { person: b.person.id }),
    b.visitor.post(`/console/psp/${psp}/team/role`, { person: a.person.id, role: 'viewer' }),
  ]);
  assert.ok(outcomes.some(({ status }) => status === 303));
  const leaders = (await rolesIn(psp)).filter(({ role }) => role === 'owner');
  assert.equal(leaders.length, 1);
  const last = leaders[0]?.email === a.person.email ? a : b;
  for (const [path, fields] of [
    ['role', { person: last.person.id, role: 'viewer' }],
    ['remove', { person: last.person.id }],
  ] as const) {
    const refused = await last.visitor.post(`/console/psp/${psp}/team/${path}`, fields);
    assert.equal(refused.status, 409);
    assert.match(refused.body, /last person with this role/);
  }
  const twice = await last.visitor.post(`/console/psp/${psp}/team/role`, {
    person: last.person.id,
    role: 'owner',
  });
  assert.equal(twice.status, 303, 'what is so already is no fault');
});

test('a change of a team waits for a concurrent one and sees its result', async () => {
  await praca.sql`delete from platform.memberships where kind = 'psp' and organisation = '8'`;
  const [a, b] = [
    await createPerson(praca, [memberAs('owner', '8')]),
    await createPerson(praca, [memberAs('owner', '8')]),
  ];
  const place = { kind: 'psp', id: '8', name: 'Eight' };
  const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = removeMember(praca, place, b.id, async () => {
    entered.resolve();
    await held.promise;
  });
  await entered.promise;
  const second = changeRole(praca, place, a.id, 'viewer', async () => {});
  let isDone = false;
  void second.then(() => (isDone = true));
  await until(async () => isDone || (await isLockAwaited(praca.sql)), 'the second change');
  held.resolve();
  assert.deepEqual(await Promise.all([first, second]), [undefined, 'last_leader']);
});

test('a removed member loses access with the next request in every tab, and stays on record', async () => {
  const { visitor } = await ownerOf('1');
  const member = await createPerson(praca, [memberAs('finance')]);
  const tab = await signIn(praca, member.email);
  assert.equal((await tab.get('/console/psp/1/team')).status, 200);
  assert.equal(
    (await visitor.post('/console/psp/1/team/role', { person: member.id, role: 'viewer' })).status,
    303,
  );
  assert.equal((await tab.get('/console/psp/1/audit')).status, 200, 'the new role counts at once');
  assert.equal((await visitor.post('/console/psp/1/team/remove', { person: member.id })).status, 303);
  assert.equal(
    (await visitor.post('/console/psp/1/team/remove', { person: member.id })).status,
    409,
    'a double click',
  );
  assert.equal((await tab.get('/console/psp/1/team')).status, 404);
  assert.equal((await tab.get('/console')).location, '/console/me');
  assert.equal((await tab.get('/console/me')).status, 200);
  const acts = (await listRecorded(praca))
    .filter(({ subject }) => subject === member.email)
    .map(({ act }) => act);
  assert.deepEqual(acts, ['member.role_changed', 'member.removed']);
});

test('changes of members ask for the second factor again after five minutes and carry the form along', async () => {
  const { email } = await createPerson(strict, [staffAs('admin')]);
  const { visitor, app } = await signInStrictly(strict, email);
  const invite = (address: string, more: Record<string, string> = {}) =>
    visitor.post('/console/staff/team/invite', { email: address, role: 'viewer', ...more });
  assert.equal((await invite('fresh@example.com')).status, 303);
  strict.clock.offsetMs += 5 * 60_000 + 1000;
  const before = visitor.cookies.get('praca_console');
  const second = visitor.at(strict);
  const asked = await invite('later@example.com');
  assert.equal(asked.status, 401);
  assert.match(asked.body, /action="\/console\/staff\/team\/invite"/);
  assert.match(asked.body, /name="email" value="later@example.com"/);
  const wrong = await invite('later@example.com', { factor_code: '000000' });
  assert.equal(wrong.status, 401);
  assert.match(wrong.body, /not right/);
  const token = visitor.formToken;
  const done = await invite('later@example.com', { factor_code: app.code() });
  assert.deepEqual([done.status, done.location], [303, '/console/staff/team?done=member.invited']);
  assert.notEqual(visitor.cookies.get('praca_console'), before, 'the session has another token');
  assert.match((await second.get('/console/staff')).location, /sign-in/, 'the one before is worth nothing');
  const tab = await visitor.post('/console/staff/team/invite', {
    form_token: token,
    email: 'tab@example.com',
    role: 'viewer',
  });
  assert.equal(tab.status, 303, 'a form in another tab still counts');
  const password = await visitor.post('/console/me/password', {
    current_password: goodPassword,
    password: 'five other words to keep',
  });
  assert.equal(password.status, 303);
  strict.clock.offsetMs += 6 * 60_000;
  const secret = await visitor.post('/console/me/password', {
    current_password: 'five other words to keep',
    password: 'never shown to anybody',
  });
  assert.equal(secret.status, 401);
  assert.doesNotMatch(secret.body, /never shown|five other words/, 'no password is sent back');
});

test('a factor can be replaced, but the last one cannot be removed if one is required', async () => {
  const { email } = await createPerson(strict, [staffAs('viewer')]);
  const { visitor, app, recoveryCodes } = await signInStrictly(strict, email);
  const refused = await visitor.post('/console/me/totp/remove');
  assert.equal(refused.status, 409);
  assert.match(refused.body, /only second factor/);
  const renewed = await visitor.post('/console/me/recovery-codes');
  const codes = [...renewed.body.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code]) => code ?? '');
  assert.equal(codes.length, 10);
  const again = await signIn(strict, email);
  await again.get('/console/second-factor');
  assert.equal(
    (await again.post('/console/second-factor', { factor_code: recoveryCodes[1] ?? '' })).status,
    401,
    'the old ones are gone',
  );
  assert.equal((await again.post('/console/second-factor', { factor_code: codes[1] ?? '' })).status, 303);
  strict.clock.offsetMs += 60_000;
  assert.match(app.code(), /^\d{6}$/);
});
