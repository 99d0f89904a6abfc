import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { allCommands } from '../src/app.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import type { Sql } from '../src/platform/postgres/client/database.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { createPerson, signIn, staffAs } from './support/console.ts';
import { copyDatabase, createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';
import { prepare } from './support/service-databases.ts';

const guide = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
const section = guide.slice(guide.indexOf('### A database for a service'), guide.indexOf('## Backups'));
const [there = '', home = ''] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, text]) => text);
/** Tables whose rows `pg_dump` is told to leave out. */
const leftOut = /'platform\.\((.*?)\)'/.exec(section)?.[1] ?? '';

/** As psql puts its variables in. */
const fill = (script: string, service: string): string =>
  script.replaceAll(":'service'", `'${service}'`).replaceAll(':"service"', `"${service}"`);

let source: TestDatabase;
let moved: TestDatabase | undefined;
before(async () => {
  source = await createTestDatabase({ migrated: false });
  await prepare(source, {});
});
after(async () => {
  await source.drop();
  await moved?.drop();
});

async function at(database: TestDatabase, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openTestPool(database.connection);
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** What the line with `pg_dump` brings there: three schemas, some of whose tables are empty. */
async function restoreDump(original: TestDatabase, service: string): Promise<TestDatabase> {
  const copy = await copyDatabase(original);
  await at(copy, async (sql) => {
    const schemas = ['merchant', 'accounts', 'social'].filter((name) => name !== service);
    const tables = await sql<{ name: string }[]>`
      select format('platform.%I', relname) as name from pg_class
      where relnamespace = 'platform'::regnamespace and relkind in ('r', 'p')
        and relname ~ ${`^(${leftOut.replaceAll('*', '.*')})$`}`;
    assert.ok(tables.length > 10, 'the pattern of the guide finds tables');
    await sql.begin((tx) =>
      tx.script(`
        drop schema ${schemas.join(', ')} cascade;
        set local session_replication_role = replica;
        truncate ${tables.map(({ name }) => name).join(', ')} cascade;`),
    );
  });
  return copy;
}

async function run(praca: TestApp, name: string): Promise<string[]> {
  const lines: string[] = [];
  await allCommands
    .find((command) => command.name === name)
    ?.run(praca.platform, { values: {}, positionals: [] }, (line) => void lines.push(line));
  return lines;
}

test('the jobs of each service are those that the guide takes along', async () => {
  const praca = await openTestApp({ database: source });
  await praca.runJobs();
  await praca.close();
  await at(source, async (sql) => {
    const rows = await sql<{ name: string }[]>`select identifier as name from graphile_worker._private_tasks`;
    const ours = /^(?:merchant|accounts|social)_/;
    const named = new Set([...section.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name]) => name));
    const ofPlatform = [
      'send_mail',
      'keep_partitions',
      'console_tidy',
      'console_mail_password_link',
      /^forget_(?:old_answers|failed_jobs|positions)$/,
    ];
    const unknown = rows.filter(
      ({ name }) =>
        !ours.test(name) &&
        !named.has(name) &&
        !ofPlatform.some((known) => (typeof known === 'string' ? known === name : known.test(name))),
    );
    assert.ok(rows.length > 20);
    assert.deepEqual(unknown, []);
  });
});

test('social moves as the guide says, with its sessions, messages, jobs and partitions, and nothing is there twice', async () => {
  const first = await openTestApp({ database: source });
  const enter = async (name: string) => {
    const token = await first.app.inject({
      method: 'POST',
      url: `/social/oauth/token?user_id=${name}&name=${name}`,
    });
    const headers = { authorization: `Bearer ${token.json<{ access_token: string }>().access_token}` };
    const session = await first.app.inject({ url: '/social/oauth/session', headers });
    return { id: session.json<{ user_id: string }>().user_id, headers };
  };
  const [ana, bruno] = [await enter('ana'), await enter('bruno')];
  for (const [from, to] of [
    [ana, bruno],
    [bruno, ana],
  ] as const)
    await first.app.inject({ method: 'POST', url: `/social/user/like/${to.id}`, headers: from.headers });
  const chat = `/social/user/${ana.id}/chat/${bruno.id}`;
  await first.app.inject({ method: 'POST', url: chat, headers: ana.headers, payload: { message: 'olá' } });
  const { email } = await createPerson(first, [staffAs('admin')]);
  const admin = await signIn(first, email);
  await admin.post(`/console/staff/social/people/${bruno.id}/premium`, { is_premium: 'yes' });
  for (const task of ['send_mail', 'social_push', 'accounts_mail_recovery', 'resolve_payment'])
    await first.sql`select graphile_worker.add_job(${task}, '{}'::json)`;
  await first.close();

  moved = await restoreDump(source, 'social');
  await at(moved, (sql) =>
    sql.begin((tx) => tx.script(fill(there.replaceAll(/^(?:begin|commit);$/gm, ''), 'social'))),
  );
  await at(source, (sql) =>
    sql.begin((tx) => tx.script(fill(home.replaceAll(/^(?:begin|commit);$/gm, ''), 'social'))),
  );

  const apart = { SOCIAL_DATABASE_URL: formatDatabaseUrl(moved.connection) };
  await assert.rejects(prepare(source, {}), /SOCIAL_DATABASE_URL does not say where/);
  await prepare(source, apart);
  const second = await openTestApp({ database: source, settings: apart });
  try {
    const messages = await second.app.inject({ url: chat, headers: ana.headers });
    assert.equal(messages.statusCode, 200, 'the token of before is still good');
    assert.match(messages.body, /olá/);
    const waiting = async (sql: Sql) =>
      (
        await sql<{ task: string }[]>`
          select task_identifier as task from graphile_worker.jobs
          where task_identifier in ('send_mail', 'social_push', 'accounts_mail_recovery', 'resolve_payment') order by 1`
      ).map(({ task }) => task);
    assert.deepEqual(await waiting(second.platform.forService('social').sql), ['social_push']);
    assert.deepEqual(await waiting(second.sql), ['accounts_mail_recovery', 'resolve_payment', 'send_mail']);
    assert.deepEqual(await run(second, 'partitions keep'), ['The next months are there.']);
    const record = await admin.at(second).get('/console/staff/audit');
    assert.equal(record.status, 200, record.body);
    const lines = record.body.split(`href="/console/staff/social/people/${bruno.id}"`).length - 1;
    assert.equal(lines, 1, 'the line is in the record once');
    await run(second, 'secrets reseal');
  } finally {
    await second.close();
  }
});
