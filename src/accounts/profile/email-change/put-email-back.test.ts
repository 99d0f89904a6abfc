import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';
import { holdTime } from '../../../../test/support/app.ts';
import { peopleOf } from '../../../../test/support/email-change.ts';

/** In these tests the owner has the old mailbox, and the attacker has the account, its session and the new mailbox. */
let accounts: AccountsApp;
before(async () => {
  const settings = {
    ...production,
    CONFIRM_ADDRESS: 'no',
    MOVABLE_CLOCK: 'yes',
    EMAIL_CHANGES_PER_DAY: '50',
  };
  accounts = await openAccountsApp({ settings });
  holdTime(accounts.clock, 1);
  await accounts.runJobs();
});
after(() => accounts.close());

const people = peopleOf(() => accounts);
const { ask, change, confirmLink, emailOf, fresh, look, mails, newUser, signIn, submit, wayBack } = people;
const dayMs = 24 * 3_600_000;

const setPassword = (link: URL, password: string) => submit(link, { password, repeated: password });
const recoveryLink = async (email: string) => linkIn((await mails(email, /^Set a new password/)).at(-1));
const addressOf = async (uid: string): Promise<string | undefined> => {
  const [row] = await accounts.sql<{ email: string }[]>`select email from accounts.users where id = ${uid}`;
  return row?.email;
};

test('opening the restore link changes nothing; submitting it restores the address once', async () => {
  const { token, email, uid } = await newUser();
  const next = fresh('thief');
  await change(token, next);
  const link = await wayBack(email);
  const page = await look(link);
  assert.equal(page.statusCode, 200);
  assert.ok(page.body.includes(email) && !page.body.includes(next));
  assert.equal(await addressOf(uid), next);
  const pages = await Promise.all([submit(link), submit(link)]);
  assert.deepEqual(
    pages.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 410],
  );
  assert.equal(await addressOf(uid), email);
  assert.equal((await look(link)).statusCode, 410);
  assert.equal((await mails(next, /^Your account has its former address again$/)).length, 1);
});

test('a restore invalidates every way into the account that an attacker set up after the change', async () => {
  const { token, email, uid } = await newUser();
  const [thief, accomplice] = [fresh('thief'), fresh('accomplice')];
  await change(token, thief);
  const owner = await wayBack(email);

  await accounts.call('POST', '/forgetpassword', { body: { user_email: thief } });
  assert.equal((await setPassword(await recoveryLink(thief), 'the thief knows it')).statusCode, 200);
  const session = await signIn(thief, 'the thief knows it');
  await accounts.sql`
    insert into accounts.social_identities (issuer, subject, user_id, email, created_at)
    values ('https://login.example', 'thief', ${uid}, ${thief}, ${new Date(accounts.clock.nowMs() - 1)})`;
  await change(session.token, accomplice, 'the thief knows it');
  const thiefsWayBack = await wayBack(thief);
  assert.equal((await look(thiefsWayBack)).statusCode, 200);
  await ask(session.token, fresh('third'));
  const pending = await accounts.sql`select 1 from accounts.email_changes where user_id = ${uid}`;
  assert.equal(pending.length, 1);
  await accounts.call('POST', '/forgetpassword', { body: { user_email: accomplice } });
  const thiefsRecovery = await recoveryLink(accomplice);
  assert.equal((await look(thiefsRecovery)).statusCode, 200);
  assert.equal((await accounts.call('DELETE', '/v1/me', { token: session.token })).status, 202);
  const again = await signIn(accomplice, 'the thief knows it');
  assert.equal(again.body.status, 'success');
  assert.equal((await accounts.call('DELETE', '/v1/me', { token: again.token })).status, 202);

  const eraseAt = async () => {
    const [row] = await accounts.sql<{ erase_at: Date | null }[]>`
      select erase_at from accounts.users where id = ${uid}`;
    return row?.erase_at;
  };
  assert.ok(await eraseAt());
  assert.equal((await submit(owner)).statusCode, 200);
  assert.equal(await eraseAt(), null);
  assert.equal(await addressOf(uid), email);
  assert.equal((await accounts.call('GET', '/v1/me', { token: again.token })).status, 401);
  for (const address of [email, thief, accomplice]) {
    for (const password of [ana.user_password, 'the thief knows it']) {
      assert.equal((await signIn(address, password)).body.code, 'invalid_credentials');
    }
  }
  assert.equal((await submit(thiefsWayBack)).statusCode, 410);
  assert.equal((await setPassword(thiefsRecovery, 'known to the thief')).statusCode, 410);
  for (const table of [
    'email_changes',
    'email_ways_back',
    'social_identities',
    'recoveries',
    'sessions',
    'known_devices',
  ]) {
    const { sql } = accounts;
    const left = await sql`
      select 1 from accounts.${sql.identifier(table)} where user_id = ${uid} and created_at < ${accounts.clock.now()}`;
    assert.ok(left.length <= (table === 'recoveries' ? 1 : 0), table);
  }

  assert.equal((await setPassword(await recoveryLink(email), 'only the owner knows')).statusCode, 200);
  const back = await signIn(email, 'only the owner knows');
  assert.equal(back.body.uid, uid);
  const audit = await accounts.call('GET', '/v1/me/audit', { token: back.token });
  const events = new Set(audit.body.map(({ event }: { event: string }) => event));
  for (const event of ['email_put_back', 'erasure_taken_back', 'identity_unlinked']) {
    assert.ok(events.has(event), event);
  }
});

test('the restore link of the first mail cancels a pending change and ends the requester’s sessions', async () => {
  const { token, email, uid } = await newUser();
  const thief = fresh('thief');
  await ask(token, thief);
  const confirm = await confirmLink(thief);
  assert.equal((await look(confirm)).statusCode, 200);
  assert.equal((await submit(await wayBack(email))).statusCode, 200);
  assert.equal((await submit(confirm, { password: ana.user_password })).statusCode, 410);
  assert.equal(await addressOf(uid), email);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
  assert.equal((await signIn(email)).body.code, 'invalid_credentials');
  assert.deepEqual(await mails(email, /former address/, 0), []);
  assert.equal((await setPassword(await recoveryLink(email), 'quite a new one')).statusCode, 200);
  assert.equal((await signIn(email, 'quite a new one')).body.uid, uid);
});

test('a new password stops a pending change, because its link then asks for that password', async () => {
  const { token, email, uid } = await newUser();
  await accounts.sql`update accounts.users set password_hash = null where id = ${uid}`;
  const thief = fresh('thief');
  await ask(token, thief);
  const confirm = await confirmLink(thief);
  assert.doesNotMatch((await look(confirm)).body, /type="password"/);
  await accounts.call('POST', '/forgetpassword', { body: { user_email: email } });
  assert.equal((await setPassword(await recoveryLink(email), 'only the owner knows')).statusCode, 200);
  assert.match((await look(confirm)).body, /type="password"/);
  for (const password of ['', ana.user_password]) {
    assert.equal((await submit(confirm, { password })).statusCode, 422);
  }
  assert.equal(await addressOf(uid), email);
});

test('a simultaneous change and restore end with the old address and no open link', async () => {
  const { token, email, uid } = await newUser();
  const thief = fresh('thief');
  await ask(token, thief);
  const [confirm, back] = [await confirmLink(thief), await wayBack(email)];
  await Promise.all([submit(confirm, { password: ana.user_password }), submit(back)]);
  assert.equal(await addressOf(uid), email);
  assert.equal((await submit(confirm, { password: ana.user_password })).statusCode, 410);
});

test('a restore link works for seven days', async () => {
  const { token, email, uid } = await newUser();
  await change(token, fresh());
  const link = await wayBack(email);
  accounts.clock.offsetMs += 7 * dayMs - 60_000;
  assert.equal((await look(link)).statusCode, 200);
  accounts.clock.offsetMs += 61_000;
  assert.equal((await look(link)).statusCode, 410);
  assert.equal((await submit(link)).statusCode, 410);
  assert.notEqual(await addressOf(uid), email);
});

test('later changes of address extend earlier restore links, so an attacker cannot outlast the owner', async () => {
  const { token, email, uid } = await newUser();
  const [thief, next] = [fresh('thief'), fresh()];
  await change(token, thief);
  const owner = await wayBack(email);
  accounts.clock.offsetMs += 6 * dayMs;
  await change((await signIn(thief)).token, next);
  accounts.clock.offsetMs += 6 * dayMs;
  assert.equal((await submit(await wayBack(thief))).statusCode, 200);
  assert.equal(await addressOf(uid), thief);
  assert.equal((await submit(owner)).statusCode, 200);
  assert.equal(await addressOf(uid), email);
});

test('returning to the former address with the password leaves no restore link to the address in between', async () => {
  const { token, email, uid } = await newUser();
  const thief = fresh('thief');
  await change(token, thief);
  accounts.clock.offsetMs += dayMs;
  await change((await signIn(thief)).token, email);
  assert.equal(await addressOf(uid), email);
  const [asked, ...others] = await mails(thief, /another address$|was changed$/);
  assert.deepEqual(others, [], 'no mail about the change itself');
  assert.equal((await submit(linkIn(asked))).statusCode, 410);
  const [told] = await mails(thief, /^Your account has its former address again$/);
  assert.doesNotMatch(told?.text ?? '', /old-address/);
  assert.equal(await addressOf(uid), email);
  assert.equal((await signIn(email)).body.uid, uid);
  // An address that the account had for a week gets a restore link again.
  accounts.clock.offsetMs += 8 * dayMs;
  await change((await signIn(email)).token, thief);
  assert.equal((await submit(await wayBack(email))).statusCode, 200);
  assert.equal(await addressOf(uid), email);
});

test('a restore keeps the second factor, because a mailed link proves less than a code', async () => {
  const { token, email, uid } = await newUser();
  const code = await people.turnOnTotp(token);
  const next = fresh();
  await ask(token, next, { totp: code() });
  await submit(await confirmLink(next), { password: ana.user_password });
  assert.equal((await submit(await wayBack(email))).statusCode, 200);
  await setPassword(await recoveryLink(email), 'quite a new one');
  assert.equal((await signIn(email, 'quite a new one')).body.code, 'totp_required');
  const body = { user_email: email, user_password: 'quite a new one', user_type: '0', totp: code() };
  assert.equal((await accounts.call('POST', '/signin', { body })).body.uid, uid);
});

test('if the old address belongs to another account now, the page says so and nothing changes', async () => {
  const { token, email, uid } = await newUser();
  const next = fresh();
  await change(token, next);
  const link = await wayBack(email);
  const other = await newUser(email);
  const page = await submit(link);
  assert.equal(page.statusCode, 422);
  assert.match(page.body, /role="alert"[^>]*><p>There is another account/);
  assert.deepEqual([await addressOf(uid), await addressOf(other.uid)], [next, email]);
  assert.equal(await emailOf(token), next);
  assert.equal((await look(link)).statusCode, 200);
});

test('changing the address and back in one session keeps all sessions', async () => {
  const { token, email } = await newUser();
  const next = fresh();
  await change(token, next);
  await change(token, email);
  assert.equal(await emailOf(token), email);
  assert.equal((await signIn(email)).body.status, 'success');
});

test('a restore keeps links to earlier addresses and deletes links to later ones', async () => {
  const { token, email, uid } = await newUser();
  const [middle, last] = [fresh('middle'), fresh('last')];
  await change(token, middle);
  const toFirst = await wayBack(email);
  await change(token, last);
  assert.equal((await submit(await wayBack(middle))).statusCode, 200);
  assert.equal(await addressOf(uid), middle);
  assert.equal((await submit(toFirst)).statusCode, 200);
  assert.equal(await addressOf(uid), email);
});

test('expired changes and restore links are deleted', async () => {
  const { token, uid } = await newUser();
  await change(token, fresh());
  await ask(token, fresh());
  const kept = async (table: string) =>
    (await accounts.sql`select 1 from accounts.${accounts.sql.identifier(table)} where user_id = ${uid}`)
      .length;
  const tidy = async () => {
    await accounts.sql`select graphile_worker.add_job('accounts_tidy')`;
    await accounts.settle();
  };
  await tidy();
  assert.deepEqual([await kept('email_changes'), await kept('email_ways_back')], [1, 3]);
  accounts.clock.offsetMs += dayMs + 1000;
  await tidy();
  assert.deepEqual([await kept('email_changes'), await kept('email_ways_back')], [0, 3]);
  accounts.clock.offsetMs += 6 * dayMs;
  await tidy();
  assert.equal(await kept('email_ways_back'), 0);
});
