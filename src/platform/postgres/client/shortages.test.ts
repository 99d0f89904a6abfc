import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/process.ts';
import { toProblem } from '../../http/errors.ts';
import type { ProblemError } from '../../problem.ts';
import { openDatabase, type DatabaseOptions, type Sql } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  await sql`create table public.things (id int)`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

function open(context: TestContext, options: Partial<DatabaseOptions> = {}): Sql {
  const opened = openDatabase({
    connection: database.connection,
    poolSize: 1,
    applicationName: 'test',
    ...options,
  });
  context.after(() => opened.end());
  return opened;
}

const problemOf = async (work: PromiseLike<unknown>): Promise<ProblemError> => {
  try {
    await work;
  } catch (error) {
    return toProblem(error);
  }
  return assert.fail('it worked');
};

test('a full disk is reported as such, and the statement is rolled back', async (context) => {
  await sql`
    create function public.fill_disk() returns int language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`;
  context.after(() => sql`drop function public.fill_disk()`);
  for (const write of [
    () => sql`insert into public.things values (10), (public.fill_disk())`,
    () =>
      sql.begin(async (tx) => {
        await tx`insert into public.things values (10)`;
        await tx`select public.fill_disk()`;
      }),
    () => sql.begin((tx) => tx.defer(tx`insert into public.things values (10), (public.fill_disk())`)),
  ]) {
    const shown = await problemOf(write());
    assert.deepEqual([shown.status, shown.code], [503, 'database_unavailable']);
    assert.match(shown.detail, /is out of disk space\. Nothing was changed/);
  }
  assert.equal((await sql`select from public.things where id = 10`).length, 0);
});

test('a read-only database is named as such, and takes writes again without a restart', async (context) => {
  const name = sql.identifier(database.connection.database);
  await sql`alter database ${name} set default_transaction_read_only = on`;
  const restore = () => sql`alter database ${name} reset default_transaction_read_only`;
  context.after(restore);
  const limited = open(context);
  const write = () => limited`insert into public.things values (11)`;
  const shown = await problemOf(write());
  assert.deepEqual([shown.status, shown.code], [503, 'database_unavailable']);
  for (const [language, sentence] of [
    ['en', /^The database is read-only at the moment\. Nothing was changed/],
    ['pt', /^O banco de dados está somente para leitura/],
    ['de', /^Die Datenbank kann im Moment nur gelesen werden/],
  ] as const)
    assert.match(shown.show(language).detail, sentence);
  await restore();
  await write();
});

for (const [code, sentence] of [
  ['53200', /is out of memory\. Nothing/],
  ['53400', /has reached a limit\. Nothing/],
  ['58030', /cannot read or write its files\. Nothing/],
] as const)
  test(`PostgreSQL’s error ${code} gets 503 with its cause, and the statement is rolled back`, async () => {
    const shown = await problemOf(
      sql.begin(async (tx) => {
        await tx`insert into public.things values (12)`;
        await tx.script(`do $$ begin raise exception 'a shortage' using errcode = '${code}'; end $$`);
      }),
    );
    assert.deepEqual(
      [shown.status, shown.code, shown.headers['retry-after']],
      [503, 'database_unavailable', '30'],
    );
    assert.match(shown.detail, sentence);
    assert.equal((await sql`select from public.things where id = 12`).length, 0);
  });

test('a PostgreSQL without free connections is named as such', async (context) => {
  const beside = openTestPool({ ...database.connection, database: 'postgres' });
  const name = beside.identifier(database.connection.database);
  const role = `praca_test_few_${database.connection.database.slice(-8)}`;
  await beside.begin((tx) => tx.script(`create role ${role} login password 'a'`));
  await beside`alter database ${name} connection limit 0`;
  context.after(async () => {
    await beside`alter database ${name} connection limit -1`;
    await beside`drop role ${beside.identifier(role)}`;
    await beside.end();
  });
  const refused = open(context, { connection: { ...database.connection, user: role, password: 'a' } });
  const shown = await problemOf(refused`select 1`);
  assert.equal(shown.status, 503);
  assert.match(shown.detail, /^All connections of the database are in use\. Nothing/);
});

test('a connection is replaced at the end of its life and then has the current defaults', async (context) => {
  const renewed = open(context, { longestLifeSeconds: 0.05 });
  const isReadOnly = async () =>
    (await renewed<{ on: boolean }[]>`select current_setting('transaction_read_only') = 'on' as on`)[0]?.on;
  assert.equal(await isReadOnly(), false);
  const name = sql.identifier(database.connection.database);
  await sql`alter database ${name} set default_transaction_read_only = on`;
  context.after(() => sql`alter database ${name} reset default_transaction_read_only`);
  await until(async () => (await isReadOnly()) === true, 'a connection with the new default');
});
