import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { addStaff } from './support/commands.ts';
import { allCommands, migrateDatabase } from '../src/app.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import type { Sql } from '../src/platform/postgres/client/database.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { createPerson, signIn, staffAs } from './support/console.ts';
import { copyDatabase, createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';
import { prepare } from './support/service-databases.ts';

const guide = readFileSync(new URL('../docs/operations/move-service.md', import.meta.url), 'utf8');
const [there = '', home = '', pack = '', unpack = ''] = [...guide.matchAll(/```sql\n(.*?)```/gs)].map(
  ([, text]) => text,
);
/** Tables whose rows the guide's `pg_dump` excludes. */
const leftOut = /'platform\.\((.*?)\)'/.exec(guide)?.[1] ?? '';

/** Replaces variables as psql does. */
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

/** Simulates the guide's `pg_dump` and restore: three schemas, with some tables empty. */
async function restoreDump(original: TestDatabase, service: string): Promise<TestDatabase> {
  const copy = await copyDatabase(original);
  await at(copy, async (sql) => {
    const schemas = ['merchant', 'accounts', 'social'].filter((name) => name !== service);
    const tables = await sql<{ name: string }[]>`
      select format('platform.%I', relname) as name from pg_class
      where relnamespace = 'platform'::regnamespace and relkind in ('r', 'p')
        and relname ~ ${`^(${leftOut.replaceAll('*', '.*')})$`}`;
    assert.ok(tables.length > 10, 'the guide’s pattern matches tables');
    await sql.begin((tx) =>
      tx.script(`
        drop schema ${schemas.join(', ')} cascade;
        set local session_replication_role = replica;
        truncate ${tables.map(({ name }) => name).join(', ')} cascade;`),
    );
  });
  return copy;
}

/** Runs a script of the guide for social as psql does. */
const runScript = (database: TestDatabase, script: string): Promise<void> =>
  at(database, (sql) =>
    sql.begin((tx) => tx.script(fill(script.replaceAll(/^(?:begin|commit);$/gm, ''), 'social'))),
  );

/** Simulates `pg_dump --schema=social --schema=back` into a database without these schemas. */
async function restoreSchemas(from: TestDatabase, to: TestDatabase): Promise<void> {
  await migrateDatabase(to.connection);
  await at(from, (source) =>
    at(to, async (target) => {
      const tables = await source<{ name: string; written: string; columns: string }[]>`
        select format('%I.%I', relnamespace::regnamespace, relname) as name,
          string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as written,
          string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
        where relnamespace::regnamespace::text in ('social', 'back') and relkind in ('r', 'p') and not relispartition
        group by pg_class.oid`;
      const sequences = await source<{ name: string; last: bigint | null }[]>`
        select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
        where schemaname = 'social'`;
      await target.begin(async (tx) => {
        await tx.script(`
          set local session_replication_role = replica;
          create schema back;
          delete from platform.migrations where schema_name = 'social';
          delete from platform.divided_tables where schema_name = 'social';`);
        for (const { name, written, columns } of tables) {
          if (name.startsWith('back.')) await tx.script(`create table ${name} (${columns})`);
          else await tx.script(`truncate ${name} cascade`);
          const { rows } = await source.pool.query<{ row: unknown }>(
            `select to_jsonb(t) as row from ${name} t`,
          );
          const text = JSON.stringify(rows.map(({ row }) => row)).replaceAll("'", "''");
          await tx.script(`
            insert into ${name} (${written}) overriding system value
            select ${written} from jsonb_populate_recordset(null::${name}, '${text}')`);
        }
        for (const { name, last } of sequences)
          if (last !== null) await tx`select setval(${name}::text::regclass, ${last})`;
      });
    }),
  );
}

async function run(praca: TestApp, name: string): Promise<string[]> {
  const lines: string[] = [];
  await allCommands
    .find((command) => command.name === name)
    ?.run(
      praca.platform,
      { values: { by: await addStaff(praca.platform) }, positionals: [] },
      (line) => void lines.push(line),
    );
  return lines;
}

test('every job has a service’s prefix, is named in the guide, or belongs to the platform', async () => {
  const praca = await openTestApp({ database: source });
  await praca.runJobs();
  await praca.close();
  await at(source, async (sql) => {
    const rows = await sql<{ name: string }[]>`select identifier as name from graphile_worker._private_tasks`;
    const ours = /^(?:merchant|accounts|social)_/;
    const named = new Set([...guide.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name]) => name));
    const ofPlatform = [
      'send_mail',
      'keep_partitions',
      'console_tidy',
      'console_mail_password_link',
      /^forget_(?:attempts|old_answers|failed_jobs|positions)$/,
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

test('social moves to its own database and back as the guide says, with sessions, messages, jobs and partitions, without duplicates', async () => {
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
  await runScript(moved, there);
  await runScript(source, home);

  const apart = { SOCIAL_DATABASE_URL: formatDatabaseUrl(moved.connection) };
  await assert.rejects(prepare(source, {}), /SOCIAL_DATABASE_URL is not set/);
  await prepare(source, apart);
  const second = await openTestApp({ database: source, settings: apart });
  try {
    const messages = await second.app.inject({ url: chat, headers: ana.headers });
    assert.equal(messages.statusCode, 200, 'the old token is still valid');
    assert.match(messages.body, /olá/);
    const waiting = async (sql: Sql) =>
      (
        await sql<{ task: string }[]>`
          select task_identifier as task from graphile_worker.jobs
          where task_identifier in ('send_mail', 'social_push', 'accounts_mail_recovery', 'resolve_payment') order by 1`
      ).map(({ task }) => task);
    assert.deepEqual(await waiting(second.platform.forService('social').sql), ['social_push']);
    assert.deepEqual(await waiting(second.sql), ['accounts_mail_recovery', 'resolve_payment', 'send_mail']);
    assert.deepEqual(await run(second, 'partitions keep'), ['The partitions of the next months exist.']);
    const record = await admin.at(second).get('/console/staff/audit');
    assert.equal(record.status, 200, record.body);
    const lines = record.body.split(`href="/console/staff/social/people/${bruno.id}"`).length - 1;
    assert.equal(lines, 1, 'the audit entry exists once');
    await run(second, 'secrets reseal');
    // Data that moves back with the service.
    await second.app.inject({
      method: 'POST',
      url: chat,
      headers: ana.headers,
      payload: { message: 'tchau' },
    });
    await admin.at(second).post(`/console/staff/social/people/${ana.id}/premium`, { is_premium: 'yes' });
    const { sql } = second.platform.forService('social');
    await sql`select graphile_worker.add_job('send_mail', '{"of": "social"}'::json, queue_name := 'mails')`;
    await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'failed'`;
  } finally {
    await second.close();
  }

  await runScript(moved, pack);
  await restoreSchemas(moved, source);
  await assert.rejects(prepare(source, {}), /SOCIAL_DATABASE_URL is not set/, 'until it is unpacked');
  await runScript(source, unpack);
  await prepare(source, {});
  const third = await openTestApp({ database: source });
  try {
    const messages = await third.app.inject({ url: chat, headers: ana.headers });
    assert.equal(messages.statusCode, 200, 'the old token is still valid');
    for (const text of ['olá', 'tchau']) assert.equal(messages.body.split(text).length - 1, 1, text);
    const jobs = await third.sql<{ task: string; attempts: number; queue: string | null }[]>`
      select task_identifier as task, attempts::int, queue_name as queue from graphile_worker.jobs
      where task_identifier in ('send_mail', 'social_push', 'accounts_mail_recovery', 'resolve_payment')
      order by 1, 2`;
    assert.deepEqual(
      jobs.map(({ task, attempts, queue }) => [task, attempts, queue]),
      [
        ['accounts_mail_recovery', 0, null],
        ['resolve_payment', 0, null],
        ['send_mail', 0, null],
        ['send_mail', 3, 'mails'],
        ['social_push', 3, null],
      ],
    );
    assert.deepEqual(await run(third, 'partitions keep'), ['The partitions of the next months exist.']);
    const record = await admin.at(third).get('/console/staff/audit');
    for (const person of [ana, bruno])
      assert.equal(record.body.split(`href="/console/staff/social/people/${person.id}"`).length - 1, 1);
    await run(third, 'secrets reseal');
    const next = await third.app.inject({
      method: 'POST',
      url: '/social/oauth/token?user_id=carla&name=carla',
    });
    assert.equal(next.statusCode, 200, next.body);
  } finally {
    await third.close();
  }
});
