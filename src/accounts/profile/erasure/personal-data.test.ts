import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { advanceClock } from '../../../platform/shared-clock.ts';
import { issueResetToken } from '../../credentials/passwords/reset-tokens.ts';
import { eraseUsers } from './erase-users.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp();
});
after(() => accounts.close());

/** Tables without a user column: they contain hashes, applications, or rows that live for at most a day. */
const withoutUser = new Set([
  'allowances',
  'attempts',
  'nonces',
  'oidc_clients',
  'pending_registrations',
  'used_nonces',
  'users',
]);
const day = 24 * 3_600_000;

async function tables(): Promise<string[]> {
  const rows = await accounts.sql<{ table_name: string }[]>`
    select relname as table_name from pg_class
    where relnamespace = 'accounts'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
  return rows.map((row) => row.table_name);
}
const userTables = async () => (await tables()).filter((table) => !withoutUser.has(table));

async function countRows(table: string, userId: string): Promise<number> {
  const { sql } = accounts;
  const rows = await sql`select 1 from accounts.${sql.identifier(table)} where user_id = ${userId}`;
  return rows.length;
}

/** Inserts a row for the user into every table that the catalogue lists. */
async function fillEveryTable(userId: string): Promise<void> {
  const { sql } = accounts;
  for (const table of await userTables()) {
    if ((await countRows(table, userId)) > 0) continue;
    const columns = await sql<{ column_name: string; data_type: string; is_nullable: string }[]>`
      select column_name, data_type, is_nullable from information_schema.columns
      where table_schema = 'accounts' and table_name = ${table}`;
    const needed = columns.filter((column) => column.is_nullable === 'NO');
    const values: Record<string, unknown> = Object.fromEntries(
      needed.map((column) => [column.column_name, sample(column.data_type)]),
    );
    values['user_id'] = userId;
    await sql`
      insert into accounts.${sql.identifier(table)}
      select * from jsonb_populate_record(null::accounts.${sql.identifier(table)}, ${sql.json(values)})`.catch(
      (error: unknown) => assert.fail(`${table}: ${String(error)}`),
    );
  }
}

function sample(type: string): unknown {
  if (type === 'uuid') return crypto.randomUUID();
  if (type === 'bytea') return `\\x${crypto.randomUUID().replaceAll('-', '')}`;
  if (type.startsWith('timestamp')) return new Date().toISOString();
  if (type === 'boolean') return false;
  if (type === 'jsonb') return {};
  if (type === 'ARRAY') return [];
  return /int|numeric/.test(type) ? 1 : crypto.randomUUID();
}

async function fullUser(user_email: string) {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const body = { ...ana, user_email, user_profilepic: image.toString('base64') };
  const uid: string = (await accounts.call('POST', '/signup', { body })).body.uid;
  const { token } = await accounts.call('POST', '/signin', { body });
  await fillEveryTable(uid);
  return { uid, token, body };
}

test('every table references its user by a foreign key with delete cascade', async () => {
  const { sql } = accounts;
  for (const table of await userTables()) {
    const [key] = await sql<{ confdeltype: string }[]>`
      select c.confdeltype from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conrelid = to_regclass('accounts.' || ${table}) and a.attname = 'user_id'
        and c.confrelid = 'accounts.users'::regclass`;
    assert.equal(
      key?.confdeltype,
      'c',
      `${table} needs user_id uuid references accounts.users (id) on delete cascade`,
    );
  }
});

test('the export contains every table with data of the user, and no secrets', async () => {
  const { uid, token } = await fullUser('export@example.com');
  const other = await fullUser('other@example.com');
  const answer = await accounts.call('GET', '/v1/me/export', { token });
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['content-disposition']), /attachment/);
  assert.equal(answer.body.user.email, 'export@example.com');
  for (const table of await userTables()) {
    assert.ok(Array.isArray(answer.body[table]), `${table} is missing from the export`);
    assert.equal(answer.body[table].length, await countRows(table, uid), table);
    assert.ok(answer.body[table].length > 0, table);
  }
  assert.ok(!answer.text.includes(other.uid));
  assert.ok(!/_hash"|"sealed_|argon2/.test(answer.text));
  const picture = Buffer.from(answer.body.pictures[0].image, 'base64');
  assert.equal((await sharp(picture).metadata()).format, 'webp');
});

test('an account is erased after seven days with all its rows and no others', async () => {
  const { uid, token } = await fullUser('erase@example.com');
  const other = await fullUser('stays@example.com');
  for (const table of await userTables()) assert.ok((await countRows(table, uid)) > 0, table);
  const asked = await accounts.call('DELETE', '/v1/me', { token });
  assert.equal(asked.status, 202);
  assert.ok(Math.abs(Date.parse(asked.body.erase_at) - accounts.clock.nowMs() - 7 * day) < 60_000);
  assert.equal((await accounts.call('GET', '/v1/me', { token })).status, 401);
  const [mail] = await accounts.mailTo('erase@example.com');
  assert.equal(mail?.subject, 'Your account will be erased');
  assert.match(
    mail?.text ?? '',
    /will be erased on \d{1,2} [A-Z][a-z]+ 20\d\d\./,
    'a day as people write it',
  );
  accounts.clock.offsetMs += 7 * day - 60_000;
  assert.equal(await eraseUsers(accounts.platform), 0);
  accounts.clock.offsetMs += 120_000;
  assert.equal(await eraseUsers(accounts.platform), 1);
  for (const table of await userTables()) {
    assert.equal(await countRows(table, uid), 0, table);
    assert.ok((await countRows(table, other.uid)) > 0, table);
  }
  const [user] = await accounts.sql`select 1 from accounts.users where id = ${uid}`;
  assert.equal(user, undefined);
  const body = { ...ana, user_email: 'erase@example.com' };
  assert.equal((await accounts.call('POST', '/signin', { body })).body.code, 'invalid_credentials');
  assert.equal((await accounts.call('POST', '/signup', { body })).body.status, 'success');
});

test('signing in within the seven days cancels the erasure', async () => {
  const { uid, token, body } = await fullUser('back@example.com');
  await accounts.call('DELETE', '/v1/me', { token });
  accounts.clock.offsetMs += 6 * day;
  const back = await accounts.call('POST', '/signin', { body });
  assert.equal(back.body.uid, uid);
  accounts.clock.offsetMs += 10 * day;
  assert.equal(await eraseUsers(accounts.platform), 0);
  const again = await accounts.call('POST', '/signin', { body });
  assert.equal(again.body.status, 'success');
  const audit = await accounts.call('GET', '/v1/me/audit', { token: again.token });
  const events = new Set(audit.body.map((entry: { event: string }) => entry.event));
  assert.ok(events.has('erasure_requested') && events.has('erasure_taken_back'));
  const mails = await accounts.mailTo(again.body.email);
  assert.ok(mails.some(({ subject }) => subject === 'Your account will not be erased'));
});

test('an account that is due for erasure does not exist for any operation, even before its rows are deleted', async () => {
  const { uid, token, body } = await fullUser('due@example.com');
  const { user_email } = body;
  await accounts.call('DELETE', '/v1/me', { token });
  accounts.clock.offsetMs += 7 * day - 60_000;
  const reset = await transaction(accounts.sql, (tx) => issueResetToken(tx, accounts.platform, uid));
  const page = () => accounts.call('GET', `/new-password?token=${reset.token}`);
  assert.match((await page()).text, /due@example\.com/);
  accounts.clock.offsetMs += 120_000;
  assert.equal((await accounts.call('POST', '/signin', { body })).body.code, 'invalid_credentials');
  const recovered = await accounts.call('POST', '/forgetpassword', { body: { user_email } });
  assert.equal(recovered.body.code, 'unknown_email');
  assert.equal((await accounts.call('GET', `/logout/${uid}`)).body.code, 'unknown_user');
  assert.doesNotMatch((await page()).text, /due@example\.com/);
  const [row] = await accounts.sql<
    { erase_at: Date }[]
  >`select erase_at from accounts.users where id = ${uid}`;
  assert.ok(row && row.erase_at <= accounts.clock.now());
  const anew = await accounts.call('POST', '/signup', { body });
  assert.equal(anew.body.status, 'success');
  assert.notEqual(anew.body.uid, uid);
  for (const table of await userTables()) assert.equal(await countRows(table, uid), 0, table);
  assert.equal((await accounts.call('POST', '/signin', { body })).body.uid, anew.body.uid);
});

test('the social identity of an account that is due for erasure can sign up as a new user', async () => {
  const body = { ...ana, user_email: 'dues@example.com', user_password: '', user_type: '1' };
  const { uid } = (await accounts.call('POST', '/signup', { body })).body;
  const { token } = await accounts.call('POST', '/signin', { body });
  await accounts.call('DELETE', '/v1/me', { token });
  accounts.clock.offsetMs += 8 * day;
  assert.equal((await accounts.call('POST', '/signin', { body })).body.code, 'invalid_credentials');
  const anew = (await accounts.call('POST', '/signup', { body })).body;
  assert.equal(anew.status, 'success');
  assert.notEqual(anew.uid, uid);
  assert.equal((await accounts.call('POST', '/signin', { body })).body.uid, anew.uid);
});

test('the erasure keeps a registration of the address that came after the due time', async () => {
  const { sql } = accounts;
  const { token } = await fullUser('next@example.com');
  await accounts.call('DELETE', '/v1/me', { token });
  const register = async (): Promise<void> => {
    const at = accounts.clock.now();
    await sql`
      insert into accounts.pending_registrations
        (id, email, email_key, first_name, last_name, password_hash, language, created_at, expires_at)
      values (gen_random_uuid(), 'next@example.com', 'next@example.com', 'N', 'N', '', 'en', ${at}, ${at})`;
  };
  await register();
  accounts.clock.offsetMs += 7 * day + 1000;
  await register();
  assert.equal(await eraseUsers(accounts.platform), 1);
  const left = await sql`select 1 from accounts.pending_registrations where email_key = 'next@example.com'`;
  assert.equal(left.length, 1);
  await sql`delete from accounts.pending_registrations`;
});

test('moving the clock past the due time erases the account without waiting for the cron', async () => {
  const { uid, token } = await fullUser('moved@example.com');
  await accounts.call('DELETE', '/v1/me', { token });
  const { sql, clock, platform } = accounts;
  // Earlier tests have moved only this process's clock.
  await sql`update platform.clock set offset_ms = ${clock.offsetMs}`;
  await accounts.runJobs();
  await advanceClock(platform, clock, (7 * day) / 1000 + 1);
  for (let tries = 0; (await sql`select 1 from accounts.users where id = ${uid}`).length > 0; tries += 1) {
    assert.ok(tries < 2400, 'the account is still there');
    await sleep(50);
  }
  // Moving the clock also starts the sweep of expired rows. The next test starts it itself.
  await accounts.settle();
});

test('expired rows of every table are deleted', async () => {
  const { sql } = accounts;
  const { uid, body } = await fullUser('tidy@example.com');
  await accounts.call('POST', '/signin', { body: { ...body, user_password: 'not the right one' } });
  await sql`
    insert into accounts.pending_registrations
      (id, email, email_key, first_name, last_name, password_hash, language, created_at, expires_at)
    values (gen_random_uuid(), 'b@example.com', 'b@example.com', 'B', 'B', '', 'en', now(), now())`;
  const ofUser = [
    'email_changes',
    'email_ways_back',
    'sessions',
    'recoveries',
    'known_addresses',
    'known_devices',
    'audit',
    'refusals',
  ];
  for (const table of ofUser) assert.ok((await countRows(table, uid)) > 0, table);
  const countUnconfirmed = async () => (await sql`select from accounts.pending_registrations`).length;
  assert.ok((await countUnconfirmed()) > 0);
  accounts.clock.offsetMs += 400 * day;
  await accounts.runJobs();
  await sql`select graphile_worker.add_job('accounts_tidy')`;
  await accounts.settle();
  for (const table of ofUser) assert.equal(await countRows(table, uid), 0, table);
  assert.equal(await countUnconfirmed(), 0);
});
