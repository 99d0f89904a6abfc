import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allCommands } from '../src/app.ts';
import { newId } from '../src/platform/ids.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { addStaff } from './support/commands.ts';
import { createPerson, listRecorded, staffAs } from './support/console.ts';

let praca: TestApp;
before(async () => {
  praca = await openTestApp();
});
after(() => praca.close());

const admin = 'ana@commands.test';

async function run(name: string, positionals: string[], by?: string): Promise<void> {
  const command = allCommands.find((candidate) => candidate.name === name);
  assert.ok(command, name);
  const values = by === undefined ? {} : { by };
  await command.run(praca.platform, { values, positionals }, () => {});
}

/** Commands that only read, assign or find an address, or do the work of a job. */
const unsigned = [
  'job list, partitions list, partitions keep, psp list, psp addresses list, psp balance, promises list, ledger check, losses list',
  'adjustment list, chain list, chain address, chain unassigned, chain find, chain check, rates check, payout list',
  'screening list, payout log, wallet list, payment held, account show, clients list',
].flatMap((names) => names.split(', '));

test('every command that changes data requires --by', () => {
  const without = allCommands.filter(({ options }) => !options?.['by']).map(({ name }) => name);
  assert.deepEqual(without.toSorted(), unsigned.toSorted());
});

/** Creates an account with a second factor and a session. */
async function makeAccount(): Promise<string> {
  const id = newId();
  const email = `${id}@example.com`;
  await praca.sql`
    insert into accounts.users
      (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, language, created_at)
    values (${id}, ${email}, ${email}, now(), 'Ana', 'Silva', 'a hash', 'en', now())`;
  await praca.sql`
    insert into accounts.totp_secrets (user_id, sealed_secret, last_step, created_at, confirmed_at)
    values (${id}, '', 0, now(), now())`;
  await praca.sql`
    insert into accounts.sessions
      (id, user_id, token_hash, must_change_password, address, user_agent, created_at, last_seen_at, expires_at)
    values (${newId()}, ${id}, ${Buffer.from(id)}, false, '', '', now(), now(), now() + interval '1 day')`;
  return id;
}

async function makeFailedJob(): Promise<string> {
  const [row] = await praca.sql<{ id: string }[]>`
    select (graphile_worker.add_job('staff_acts', '{}'::json)).id::text as id`;
  assert.ok(row);
  await praca.sql`update graphile_worker._private_jobs set attempts = 25 where id = ${row.id}::bigint`;
  return row.id;
}

/** Command, its arguments, additional roles that may run it, and the name of its audit entry. */
const rows: readonly [string, () => Promise<string[]>, readonly string[], string][] = [
  ['job retry', async () => [await makeFailedJob()], [], 'job.retried'],
  ['keys rotate', async () => ['accounts'], [], 'key.rotated'],
  ['clients create', async () => ['The shop'], [], 'client.created'],
  ['clients rotate', async () => ['sandbox-server'], [], 'client.secret_rotated'],
  ['clients delete', async () => ['sandbox-device'], [], 'client.deleted'],
  ['partitions split', async () => ['social.messages'], [], 'partition.split'],
  ['secrets reseal', async () => [], [], 'secrets.resealed'],
  ['account totp-off', async () => [await makeAccount()], ['support'], 'account.totp_off'],
  ['account end-sessions', async () => [await makeAccount()], ['support'], 'account.sessions_ended'],
  ['account erase', async () => [await makeAccount()], [], 'account.erasure_requested'],
];

for (const [name, prepare, others, act] of rows) {
  test(`"${name}" requires an active staff member with its role and records that member`, async () => {
    const given = await prepare();
    await addStaff(praca.platform, admin);
    const { email: viewer } = await createPerson(praca, [staffAs('viewer')]);
    await assert.rejects(run(name, given), /Name yourself with --by <e-mail>/);
    await assert.rejects(run(name, given, 'nobody@example.com'), /No active member of staff/);
    await assert.rejects(run(name, given, viewer), /has the role viewer; this command takes/);
    const recorded = async () => (await listRecorded(praca)).filter((line) => line.act === act);
    assert.deepEqual(await recorded(), []);
    await run(name, given, admin);
    const lines = await recorded();
    assert.ok(lines.length > 0);
    assert.deepEqual([...new Set(lines.map(({ person_email: email }) => email))], [admin]);
    for (const role of ['treasury', 'support', 'moderator'] as const) {
      const { email } = await createPerson(praca, [staffAs(role)]);
      const again = run(name, await prepare(), email);
      if (others.includes(role)) await again;
      else await assert.rejects(again, /this command takes/);
    }
  });
}
