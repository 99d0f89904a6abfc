import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ana, openAccountsApp, type AccountsApp } from '../../../../test/support/accounts.ts';
import { beginExport } from '../../../platform/exports/one-export.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { replaceRecoveryCodes } from '../../../platform/tokens/totp.store.ts';
import { userTotp } from '../../credentials/totp/check-totp.ts';
import { exportUser } from './export-user.ts';
import { listUserTables, readUserRows } from './export.store.ts';

let accounts: AccountsApp;
let userId: string;
let token: string;
before(async () => {
  accounts = await openAccountsApp();
  userId = (await accounts.call('POST', '/signup', { body: ana })).body.uid;
  token = (await accounts.call('POST', '/signin', { body: ana })).token;
});
after(() => accounts.close());

const manyRows = 5000;
const visitor = { address: '192.0.2.9', userAgent: 'test', language: 'en' } as const;

async function addAudit(): Promise<void> {
  await accounts.sql`
    insert into accounts.audit (id, user_id, event, address, user_agent, detail, at)
    select uuidv7(), ${userId}, 'signed_in', '192.0.2.9', repeat('x', 200), '{}', now()
    from generate_series(1, ${manyRows}::int)`;
}

test('an export of many rows contains each of them once', async () => {
  await addAudit();
  const { status, body } = await accounts.call('GET', '/v1/me/export', { token });
  assert.equal(status, 200);
  const [count] = await accounts.sql<{ count: number }[]>`
    select count(*)::int from accounts.audit where user_id = ${userId}`;
  const ids = body.audit.map((entry: { id: string }) => entry.id);
  assert.equal(ids.length, count?.count);
  assert.equal(new Set(ids).size, ids.length);
});

test('an export keeps at most one page in memory and reads each page on demand', async () => {
  await addAudit();
  const pieces: string[] = [];
  for await (const piece of await exportUser(accounts.platform, { userId }, visitor)) {
    const firstPage = pieces.at(-1) === ',"audit":[';
    pieces.push(piece);
    // If the rest had been read already, it would still be exported.
    if (firstPage) await accounts.sql`delete from accounts.audit where user_id = ${userId}`;
  }
  const file = JSON.parse(pieces.join(''));
  assert.equal(file.audit.length, 500);
  assert.ok(Array.isArray(file.sessions));
  assert.ok(Math.max(...pieces.map((piece) => piece.length)) < 500_000);
});

test('breaking an export off releases its connection', async () => {
  await addAudit();
  for await (const piece of await exportUser(accounts.platform, { userId }, visitor)) {
    if (piece.startsWith(',"audit"')) break;
  }
  assert.equal(accounts.sql.pool.idleCount, accounts.sql.pool.totalCount);
});

test('pages continue after the last row of the previous page, for every type of key', async () => {
  const { sql } = accounts;
  const hashes = Array.from({ length: 9 }, (_none, index) => Buffer.alloc(32, index * 25));
  await transaction(sql, (tx) => replaceRecoveryCodes(tx, userTotp(userId), hashes, new Date()));
  const table = (await listUserTables(sql)).find(({ name }) => name === 'recovery_codes');
  assert.deepEqual(table?.key, ['user_id', 'code_hash']);
  const read: unknown[] = [];
  for (let page: Record<string, unknown>[] = []; ;) {
    page = await readUserRows(sql, table, userId, page.at(-1), 4);
    if (page.length === 0) break;
    read.push(...page.map((row) => row['code_hash']));
  }
  assert.deepEqual(
    read,
    hashes.map((hash) => `\\x${hash.toString('hex')}`),
  );
});

test('bytes are exported in base64, and text that looks like bytes stays unchanged', async () => {
  const { sql } = accounts;
  await sql`update accounts.users set first_name = '\\x41', last_name = '\\x' where id = ${userId}`;
  await sql`
    insert into accounts.audit (id, user_id, event, address, user_agent, detail, at)
    values (uuidv7(), ${userId}, 'signed_in', '192.0.2.9', '\\x4142', '{"said": "\\\\x43"}', now())`;
  await sql`
    insert into accounts.pictures (name, user_id, image, created_at)
    values ('shown', ${userId}, ${Buffer.from('webp')}, now())`;
  const { body } = await accounts.call('GET', '/v1/me/export', { token });
  assert.deepEqual([body.user.first_name, body.user.last_name], ['\\x41', '\\x']);
  const entry = body.audit.find((each: { detail: object }) => 'said' in each.detail);
  assert.deepEqual([entry.user_agent, entry.detail], ['\\x4142', { said: '\\x43' }]);
  assert.equal(body.pictures[0].image, Buffer.from('webp').toString('base64'));
  assert.ok(!('one_time_password_hash' in body.user));
});

test('timestamps are exported in the API’s format, and text that looks like one stays unchanged', async () => {
  const stored = '2026-03-01T12:00:00+00:00';
  await accounts.sql`update accounts.users set first_name = ${stored}, created_at = ${stored} where id = ${userId}`;
  await accounts.sql`
    insert into accounts.audit (id, user_id, event, address, user_agent, detail, at)
    values (uuidv7(), ${userId}, 'signed_in', '192.0.2.9', ${stored}, '{}', '2026-03-01T12:00:00.123456Z')`;
  const { body } = await accounts.call('GET', '/v1/me/export', { token });
  assert.deepEqual([body.user.first_name, body.user.created_at], [stored, '2026-03-01T12:00:00.000Z']);
  const entry = body.audit.find((each: { user_agent: string }) => each.user_agent === stored);
  assert.equal(entry.at, '2026-03-01T12:00:00.123Z');
  for (const { created_at } of body.sessions) assert.equal(new Date(created_at).toISOString(), created_at);
});

test('an export needs a sign-in within the last 15 minutes', async () => {
  const { clock } = accounts;
  const signedIn = await accounts.call('POST', '/signin', { body: ana });
  const status = async () => {
    const { status, body } = await accounts.call('GET', '/v1/me/export', { token: signedIn.token });
    return [status, body.code];
  };
  clock.offsetMs += 14 * 60_000;
  assert.deepEqual(await status(), [200, undefined]);
  clock.offsetMs += 2 * 60_000;
  assert.deepEqual(await status(), [403, 'recent_sign_in_required']);
  const again = await accounts.call('POST', '/signin', { body: ana });
  token = again.token;
  assert.equal((await accounts.call('GET', '/v1/me/export', { token })).status, 200);
});

test('a user can run one export at a time', async () => {
  const one = await beginExport({ sql: accounts.sql, clock: accounts.clock }, 'accounts', userId);
  const audited = async () =>
    (await accounts.sql`select from accounts.audit where user_id = ${userId} and event = 'exported'`).length;
  const before = await audited();
  const refused = await accounts.call('GET', '/v1/me/export', { token });
  assert.deepEqual([refused.status, refused.body.code], [409, 'export_running']);
  assert.equal(await audited(), before, 'nothing was exported');
  await one?.end();
  assert.equal((await accounts.call('GET', '/v1/me/export', { token })).status, 200);
});
