import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import type { Sql } from '../postgres/client/database.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { healthRoutes, type ServingState } from './health.routes.ts';
import { createServer, type App } from './server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let app: App;
let state: ServingState = 'starting';

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection);
  await sql`insert into platform.environment (environment) values ('sandbox') on conflict do nothing`;
  app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 1024,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  healthRoutes(app, {
    databases: [{ name: 'home', services: ['merchant'], sql }],
    state: () => state,
    metrics: async () => 'figures',
    metricsToken: '',
    metricsOpen: true,
  });
});
after(async () => {
  await app.close();
  await sql.end();
  await database.drop();
});

test('a process is ready only between the end of its preparation and the stop signal', async () => {
  for (const [now, status] of [
    ['starting', 503],
    ['ready', 200],
    ['stopping', 503],
  ] as const) {
    state = now;
    for (const path of ['/readyz', '/readyz/merchant']) {
      await until(async () => {
        const answer = await app.inject(path);
        return isDeepStrictEqual([answer.statusCode, answer.json()], [status, { status: now }]);
      }, `${path} while ${now}`);
    }
  }
  assert.equal((await app.inject('/readyz/social')).statusCode, 404);
});

test('is not ready on a standby', async () => {
  state = 'ready';
  await sql`create schema standby`;
  await sql`create function standby.pg_is_in_recovery() returns boolean return true`;
  await sql`set search_path = standby, pg_catalog`;
  const answer = await app.inject('/readyz');
  assert.deepEqual([answer.statusCode, answer.json()], [503, { status: 'database unavailable' }]);
  await sql`reset search_path`;
});

test('is not ready while the database is read-only', async () => {
  state = 'ready';
  const beside = openTestPool(database.connection);
  const name = beside.identifier(database.connection.database);
  const endProbe = () => beside`
    select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  const untilAnswer = (status: number, body: object) =>
    until(async () => {
      const answer = await app.inject('/readyz');
      return isDeepStrictEqual([answer.statusCode, answer.json()], [status, body]);
    }, `${status} from /readyz`);
  try {
    await untilAnswer(200, { status: 'ready' });
    await beside`alter database ${name} set default_transaction_read_only = on`;
    // New sessions have the new default; the probe's is replaced by time.
    await endProbe();
    await untilAnswer(503, { status: 'database read-only' });
    assert.equal((await app.inject('/readyz/merchant')).statusCode, 503);
  } finally {
    // The session of this pool is older than the default.
    await beside`alter database ${name} reset default_transaction_read_only`;
    await endProbe();
    await beside.end();
  }
  await untilAnswer(200, { status: 'ready' });
});
