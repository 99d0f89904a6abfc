import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkIn, openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';
import { peopleOf } from '../../../../test/support/email-change.ts';
import { createSignedInUser, type SignedInUser } from '../../../../test/support/signed-in-user.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: { ...production, LOGIN_PROVIDERS: 'google=our-app' } });
});
after(() => accounts.close());

const { fresh, submit } = peopleOf(() => accounts);
const google = 'https://accounts.google.com';
const work = 'https://login.example.org/tenants/4711/v2.0';

/** Creates a user with these social logins and optionally a password. */
async function createUser(issuers: string[], { password }: { password: boolean }): Promise<SignedInUser> {
  const user = await createSignedInUser(accounts);
  const passwordHash = password ? 'a hash' : null;
  await accounts.sql`
    update accounts.users set password_hash = ${passwordHash}, language = 'de' where id = ${user.id}`;
  for (const [index, issuer] of issuers.entries()) {
    await accounts.sql`
      insert into accounts.social_identities (issuer, subject, user_id, created_at)
      values (${issuer}, ${`${user.id} ${index}`}, ${user.id}, now())`;
  }
  return user;
}

const unlink = (user: Pick<SignedInUser, 'headers'>, issuer: string) =>
  accounts.call('DELETE', `/v1/me/identities/${encodeURIComponent(issuer)}`, { headers: user.headers });

async function issuersOf(user: SignedInUser): Promise<string[]> {
  const me = await accounts.call('GET', '/v1/me', { headers: user.headers });
  return me.body.identities.map(({ issuer }: { issuer: string }) => issuer);
}

test('removing a provider removes all its identities, is recorded and notifies the owner', async () => {
  const user = await createUser([google, work, google], { password: false });
  const answer = await unlink(user, google);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  assert.deepEqual(await issuersOf(user), [work]);
  const [mail, ...others] = await accounts.mailTo(user.email);
  assert.deepEqual([mail?.subject, others], ['Eine Anmeldung wurde entfernt', []]);
  assert.match(mail?.text ?? '', /über Google/);
  const audit = await accounts.call('GET', '/v1/me/audit', { headers: user.headers });
  const [entry] = audit.body;
  assert.deepEqual([entry.event, entry.detail], ['identity_unlinked', { issuer: google }]);
});

test('an account with a password can remove its only social login, even if the provider is no longer set up', async () => {
  const user = await createUser([work], { password: true });
  assert.deepEqual(await issuersOf(user), [work]);
  assert.equal((await unlink(user, work)).status, 204);
  assert.deepEqual(await issuersOf(user), []);
});

test('removing an unknown provider returns 404 and sends no mail', async () => {
  const user = await createUser([work], { password: true });
  for (const issuer of [google, 'work', `${work}/`, '%', 'x'.repeat(500)]) {
    const answer = await unlink(user, issuer);
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], issuer);
  }
  assert.deepEqual(await accounts.mailTo(user.email, 0), []);
  assert.deepEqual(await issuersOf(user), [work]);
  await unlink(user, work);
  assert.equal((await accounts.mailTo(user.email)).length, 1, 'a mail for the existing login only');
});

test('the last way to sign in cannot be removed', async () => {
  const user = await createUser([google, google], { password: false });
  const answer = await unlink(user, google);
  assert.deepEqual([answer.status, answer.body.code], [409, 'last_way_in']);
  assert.deepEqual(await issuersOf(user), [google, google]);
  assert.deepEqual(await accounts.mailTo(user.email, 0), []);
  await accounts.sql`update accounts.users set password_hash = 'a hash' where id = ${user.id}`;
  assert.equal((await unlink(user, google)).status, 204);
  assert.equal((await accounts.mailTo(user.email)).length, 1, 'a mail after the account has a password');
});

test('only one of two simultaneous removals of the same provider succeeds', async () => {
  const user = await createUser([google], { password: true });
  const answers = await Promise.all([unlink(user, google), unlink(user, google)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404],
  );
  assert.equal((await accounts.mailTo(user.email)).length, 1);
});

test('two simultaneous removals of the last two ways to sign in leave one', async () => {
  const user = await createUser([google, work], { password: false });
  const answers = await Promise.all([unlink(user, google), unlink(user, work)]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );
  assert.equal((await issuersOf(user)).length, 1);
});

test('each step that the error last_way_in proposes works', async () => {
  await accounts.runJobs();
  const user = await createUser([google], { password: false });
  const { headers } = user;
  await accounts.sql`update accounts.users set language = 'en', email = '', email_key = null where id = ${user.id}`;
  const address = fresh();
  const steps = [
    ['/v1/me/email', { user_email: address }],
    ['/v1/me/password', { new_password: 'quite a new one' }],
  ] as const;
  for (const [index, [path, body]] of steps.entries()) {
    const { status, detail } = (await unlink(user, google)).body;
    assert.equal(status, 409);
    const named = [...detail.matchAll(/POST (\S+?)(?=[ .]|$)/g)].map(([, step]: string[]) => step);
    assert.deepEqual(
      named,
      steps.slice(index).map(([step]) => step),
    );
    assert.ok((await accounts.call('POST', path, { headers, body })).status < 300, path);
    if (index > 0) continue;
    const [mail] = await accounts.mailTo(address);
    assert.equal((await submit(linkIn(mail))).statusCode, 200);
  }
  assert.equal((await unlink(user, google)).status, 401, 'the new password has ended the session');
});
