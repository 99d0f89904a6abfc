import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/process.ts';
import { openTcpProxy } from '../../../../test/support/tcp-proxy.ts';
import { toProblem } from '../../http/errors.ts';
import { ProblemError } from '../../problem.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { DatabaseUnavailable } from './availability.ts';
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

async function openProxied(context: TestContext, options: Partial<DatabaseOptions> = {}) {
  const { host, port } = database.connection;
  const proxy = await openTcpProxy({ host, port });
  context.after(() => proxy.close());
  const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  return { proxy, proxied: open(context, { connection, ...options }) };
}

const lossOf = async (work: PromiseLike<unknown>): Promise<DatabaseUnavailable> => {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof DatabaseUnavailable, String(error));
    return error;
  }
  return assert.fail('it worked');
};

/**
 * Runs the work with a mocked clock that advances only while the work makes no progress, so only answers that never
 * come time out.
 */
async function hurry<Result>(context: TestContext, work: () => Promise<Result>): Promise<Result> {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let isDone = false;
  const result = work();
  const end = (): boolean => (isDone = true);
  void result.then(end, end);
  while (!isDone) {
    await setImmediate();
    context.mock.timers.tick(1_000);
  }
  return result;
}

const problemOf = async (work: PromiseLike<unknown>): Promise<ProblemError> => {
  try {
    await work;
  } catch (error) {
    return toProblem(error);
  }
  return assert.fail('it worked');
};

const isOverloaded = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'overloaded' && error.headers['retry-after'] === '1';

test('queries beyond the pool size wait for a connection, and queries beyond the queue limit get 503 overloaded', async (context) => {
  const busy = open(context, { queue: { mostWaiting: 2, longestWaitMs: 2_000_000 } });
  const held = await busy.reserve();
  const waiting = [busy`select 1 as n`, busy.begin((tx) => tx`select 2 as n`)].map((query) =>
    query.then((rows) => rows),
  );
  await assert.rejects(async () => busy`select 3`, isOverloaded);
  assert.equal(busy.waiting(), 2);
  held.release();
  const answers = await Promise.all(waiting);
  assert.deepEqual(
    answers.map((rows) => rows[0]?.['n']),
    [1, 2],
  );
  assert.equal(busy.waiting(), 0);
});

test('a query that waits too long for a connection gets 503 and gives up its place in the queue', async (context) => {
  const busy = open(context, { queue: { longestWaitMs: 20 } });
  const held = await busy.reserve();
  await assert.rejects(async () => busy`select 1`, isOverloaded);
  held.release();
  assert.equal((await busy`select 1`).length, 1);
});

test('a statement that PostgreSQL cancels while it waits for a row lock is rolled back and gets 503 with retry-after', async (context) => {
  await sql`insert into public.things values (7)`;
  const late = open(context, { poolSize: 3, applicationName: 'in line' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`select from public.things where id = 7 for update`;
    await held;
  });
  context.after(async () => {
    release();
    await holding;
  });
  const change = () => late`update public.things set id = 8 where id = 7`;
  const attempts = [
    change(),
    late.begin(async (tx) => {
      await tx`insert into public.things values (9)`;
      await tx`update public.things set id = 8 where id = 7`;
    }),
    late.begin((tx) => tx.defer(tx`update public.things set id = 8 where id = 7`)),
  ].map(problemOf);
  const inLine = async (end: 'count' | 'break off') => {
    const rows = await sql`
      select case when ${end === 'break off'} then pg_cancel_backend(pid) end from pg_stat_activity
      where application_name = 'in line' and wait_event_type = 'Lock'`;
    return rows.length;
  };
  await until(async () => (await inLine('count')) === attempts.length, 'three in line');
  // Cancels the statement as statement_timeout would, without the wait.
  await inLine('break off');
  for (const shown of await Promise.all(attempts)) {
    assert.deepEqual([shown.status, shown.code, shown.headers['retry-after']], [503, 'overloaded', '5']);
    assert.match(shown.detail, /Nothing was changed/);
    assert.ok(shown.cause instanceof Error, 'the log shows what it was');
  }
  assert.equal((await sql`select from public.things where id in (8, 9)`).length, 0);
});

test('a frozen PostgreSQL counts as unavailable, and the outcome of a sent statement is unknown', async (context) => {
  const { proxy, proxied } = await openProxied(context);
  await proxied`select 1`;
  proxy.freeze();
  const loss = await hurry(context, () => lossOf(proxied`insert into public.things values (0)`));
  assert.equal(loss.outcome, 'unknown');
});

test('closing one silent connection also closes the idle connections to the same server', async (context) => {
  const { proxy, proxied } = await openProxied(context, { poolSize: 3 });
  const reserved = await Promise.all([1, 2, 3].map(() => proxied.reserve()));
  for (const connection of reserved) connection.release();
  assert.equal(proxied.pool.totalCount, 3);
  const removed = Promise.withResolvers<void>();
  proxied.pool.on('remove', () => proxied.pool.totalCount === 0 && removed.resolve());
  proxy.freeze();
  await hurry(context, () => lossOf(proxied`select 1`));
  await removed.promise;
});

test('a statement sent just before a frozen PostgreSQL is given up fails with the others', async (context) => {
  const { proxy, proxied } = await openProxied(context, { poolSize: 2 });
  const reserved = await Promise.all([1, 2].map(() => proxied.reserve()));
  for (const connection of reserved) connection.release();
  proxy.freeze();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let second = 0;
  const lostAt = async (work: PromiseLike<unknown>): Promise<number> => lossOf(work).then(() => second);
  const losses = [lostAt(proxied`select 1`)];
  for (; second < 40; second++) {
    if (second === 17) losses.push(lostAt(proxied`select 2`));
    context.mock.timers.tick(1_000);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
  const [first, last] = await Promise.all(losses);
  assert.equal(last, first);
});

test('one silent connection does not end recent statements on others while the server still answers', async (context) => {
  const proxied = open(context, { poolSize: 2 });
  const [silent, other] = await Promise.all([proxied.reserve(), proxied.reserve()]);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const lost = assert.rejects(
    silent`select pg_sleep(60)`.then((rows) => rows),
    /did not answer/,
  );
  await other`select 1`;
  context.mock.timers.tick(17_000);
  const asked = other`select 2 as n`.then((rows) => rows);
  context.mock.timers.tick(1_000);
  await lost;
  assert.equal((await asked)[0]?.['n'], 2);
  silent.release();
  other.release();
});

test('a transaction whose connection breaks before the commit is rolled back', async (context) => {
  const { proxy, proxied } = await openProxied(context);
  const loss = await lossOf(
    proxied.begin(async (tx) => {
      await tx`insert into public.things values (1)`;
      proxy.freeze();
      await hurry(context, () => tx`insert into public.things values (2)`.then((rows) => rows));
    }),
  );
  assert.equal(loss.outcome, 'undone');
  assert.match(toProblem(loss).detail, /Nothing was changed/);
});

test('a commit whose answer is lost is reported with an unknown outcome', async (context) => {
  const { proxy, proxied } = await openProxied(context);
  await proxied`select 1`;
  proxy.cutAfter('praca_commit');
  const loss = await lossOf(proxied.begin((tx) => tx`insert into public.things values (3)`));
  assert.equal(loss.outcome, 'unknown');
  const shown = toProblem(loss);
  assert.deepEqual([shown.status, shown.code], [503, 'database_unavailable']);
  assert.match(shown.detail, /outcome is unknown/);
  assert.equal((await sql`select 1 from public.things where id = 3`).length, 1);
});

test('a write whose position could not be stored is committed and reported with an unknown outcome', async (context) => {
  const note = { text: 'select 1 / 0', values: [] };
  const noting = open(context, {
    replicas: { noteOfWrite: () => note, read: (_statement, onPrimary) => onPrimary() },
  });
  for (const [id, write] of [
    [5, () => noting.begin((tx) => tx`insert into public.things values (5)`)],
    [6, () => noting`insert into public.things values (6)`],
  ] as const) {
    assert.equal((await lossOf(write())).outcome, 'unknown');
    assert.equal((await sql`select 1 from public.things where id = ${id}`).length, 1);
  }
});

test('closes a connection that turns out to lead to a standby and changes nothing there', async (context) => {
  const once = open(context);
  const pid = async () => (await once<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
  const readOnly = () => once`set session characteristics as transaction read only`;
  for (const write of [
    () => once`insert into public.things values (4)`,
    () => once.begin((tx) => tx`insert into public.things values (4)`),
    () => once.begin((tx) => tx.defer(tx`insert into public.things values (4)`)),
  ]) {
    await readOnly();
    const before = await pid();
    assert.equal((await lossOf(write())).outcome, 'undone');
    assert.notEqual(await pid(), before);
  }
});

test('refuses to connect to a standby', async (context) => {
  // A function of the same name in an earlier schema of search_path hides PostgreSQL’s own.
  await sql`create schema standby`;
  await sql`create function standby.pg_is_in_recovery() returns boolean return true`;
  const user = sql.identifier(database.connection.user);
  const name = sql.identifier(database.connection.database);
  await sql`alter role ${user} in database ${name} set search_path = standby, pg_catalog`;
  context.after(() => sql`alter role ${user} in database ${name} reset search_path`);
  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => lines.push(line), info: () => {} } as unknown as Logger;
  const astray = open(context, { log });
  for (let attempt = 0; attempt < 3; attempt++) {
    const loss = await lossOf(astray`select 1`);
    assert.match(loss.message, /is a standby/);
  }
  assert.deepEqual(lines, ['the connection to the primary failed; trying again']);
});

test('a refused database connection means that the database is unavailable; another program’s refused connection does not', async (context) => {
  const nowhere = open(context, { connection: { ...database.connection, host: '127.0.0.1', port: 1 } });
  assert.equal((await lossOf(nowhere`select 1`)).outcome, 'undone');
  for (const code of ['ENOENT', 'ECONNREFUSED', 'ETIMEDOUT']) {
    const refused = Object.assign(new Error('of a mail server'), { code });
    assert.equal(toProblem(refused).code, 'internal_error', code);
    const inside = sql.begin(() => Promise.reject(refused));
    await assert.rejects(inside, (error) => error === refused);
  }
});

/** Creates a role that can reach PostgreSQL but not this database. */
async function turnAway(
  context: TestContext,
  role: string,
  attributes: string,
): Promise<Partial<DatabaseOptions>> {
  const [user, name] = [sql.identifier(role), sql.identifier(database.connection.database)];
  await sql.begin((tx) => tx.script(`create role ${role} ${attributes} password 'a'`));
  await sql`revoke connect on database ${name} from public`;
  context.after(async () => {
    await sql`grant connect on database ${name} to public`;
    await sql`drop role ${user}`;
  });
  return { connection: { ...database.connection, user: role, password: 'a' } };
}

for (const [refusal, code, refused] of [
  ['has no such database', '3D000', async () => ({ connection: { ...database.connection, database: 'no' } })],
  ['lets the role not in', '28000', (context) => turnAway(context, 'praca_test_no_login', 'nologin')],
  ['lets the role not connect', '42501', (context) => turnAway(context, 'praca_test_no_connect', 'login')],
  ['takes no connections to the database', '55000', closeDatabase],
] as [string, string, (context: TestContext) => Promise<Partial<DatabaseOptions>>][]) {
  test(`a PostgreSQL that ${refusal} counts as unavailable, for a statement and for a transaction`, async (context) => {
    const outside = open(context, await refused(context));
    for (const work of [
      () => outside`select 1`,
      () => outside.begin((tx) => tx`select 1`),
      () => outside.reserve(),
    ]) {
      const loss = await lossOf(work());
      assert.deepEqual([loss.outcome, (loss.cause as { code?: string }).code], ['undone', code]);
      assert.deepEqual([toProblem(loss).status, toProblem(loss).code], [503, 'database_unavailable']);
    }
  });
}

async function closeDatabase(context: TestContext): Promise<Partial<DatabaseOptions>> {
  const beside = openTestPool({ ...database.connection, database: 'postgres' });
  const name = beside.identifier(database.connection.database);
  await beside`alter database ${name} allow_connections false`;
  context.after(async () => {
    await beside`alter database ${name} allow_connections true`;
    await beside.end();
  });
  return {};
}

test('a statement without the needed privilege stays an internal error', async (context) => {
  const limited = open(context);
  await sql`create role praca_test_limited`;
  context.after(() => sql`drop role praca_test_limited`);
  await limited`set role praca_test_limited`;
  const shown = await problemOf(limited`select from public.things`);
  assert.deepEqual([shown.status, shown.code], [500, 'internal_error']);
  assert.equal((shown.cause as { code?: string }).code, '42501');
});
