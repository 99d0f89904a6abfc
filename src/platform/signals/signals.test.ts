import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import { openTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { until } from '../../../test/support/process.ts';
import type { Sql } from '../postgres/client/database.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openPostgresSignals } from './postgres-signals.ts';
import type { Signals } from './signals.ts';

const log = createLogger({ level: 'silent', pretty: false });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let here: Signals;
let there: Signals;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  here = await openPostgresSignals(database.connection, log);
  there = await openPostgresSignals(database.connection, log);
});
after(async () => {
  await here.close();
  await there.close();
  await sql.end();
  await database.drop();
});

test('every process receives a signal, including the sender, in order and only on its channel', async () => {
  const heard: Record<'here' | 'there' | 'other', string[]> = { here: [], there: [], other: [] };
  here.subscribe('numbers', (payload) => heard.here.push(payload ?? 'gap'));
  there.subscribe('numbers', (payload) => heard.there.push(payload ?? 'gap'));
  there.subscribe('letters', (payload) => heard.other.push(payload ?? 'gap'));
  const sent = Array.from({ length: 2000 }, (_, index) => `${index} ${'ä'.repeat(20)}`);
  for (const payload of sent) here.publish('numbers', payload);
  await until(() => heard.there.length === sent.length && heard.here.length === sent.length, 'all signals');
  assert.deepEqual(heard.there, sent);
  assert.deepEqual(heard.here, sent);
  here.publish('letters', 'a');
  await until(() => heard.other.length > 0, 'the letter');
  assert.deepEqual(heard.other, ['a']);
});

test('rejects a signal that is too long', () => {
  assert.throws(() => here.publish('numbers', 'x'.repeat(4001)), RangeError);
});

test('after a lost connection every subscriber gets a gap notice, and signals continue', async () => {
  let gaps = 0;
  const heard: string[] = [];
  const end = there.subscribe('gap', (payload) => (payload === undefined ? gaps++ : heard.push(payload)));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'praca signals' and datname = current_database()`;
  here.publish('gap', 'sent while away');
  await until(() => gaps > 0, 'the gap');
  here.publish('gap', 'sent after');
  await until(() => heard.includes('sent after'), 'the signal after');
  end();
});

test('a handler that throws does not affect other handlers', async () => {
  let heard = false;
  const ends = [
    here.subscribe('fragile', () => {
      throw new Error('broken');
    }),
    here.subscribe('fragile', () => void (heard = true)),
  ];
  there.publish('fragile');
  await until(() => heard, 'the second handler');
  for (const end of ends) end();
});

test('abandons a frozen PostgreSQL after one unanswered statement, regardless of the number of waiting signals', async (context) => {
  const { host, port } = database.connection;
  const proxy = await openTcpProxy({ host, port });
  context.after(() => proxy.close());
  const signals = await openPostgresSignals(
    { ...database.connection, host: '127.0.0.1', port: proxy.port },
    log,
  );
  context.after(() => signals.close());
  const open = async (): Promise<number> => {
    const rows = await sql`
      select 1 from pg_stat_activity where application_name = 'praca signals' and datname = current_database()`;
    return rows.length;
  };
  const before = await open();
  proxy.freeze();
  proxy.refuse();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  for (let count = 0; count < 4; count++) {
    signals.publish('slow', String(count));
    // The time for which signals are batched.
    context.mock.timers.tick(2);
    await setImmediate();
  }
  context.mock.timers.tick(5000);
  await until(async () => (await open()) === before - 1, 'the end of the connection');
});

test('gives the driver one statement at a time, even if PostgreSQL is slow', async (context) => {
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', note);
  context.after(() => process.off('warning', note));
  const { host, port } = database.connection;
  const proxy = await openTcpProxy({ host, port });
  const slow = await openPostgresSignals(
    { ...database.connection, host: '127.0.0.1', port: proxy.port },
    log,
  );
  proxy.freeze();
  for (let count = 0; count < 4; count++) {
    slow.publish('slow', String(count));
    // Longer than the time for which signals are batched.
    await sleep(20);
  }
  proxy.close();
  await slow.close();
  assert.deepEqual(warnings, []);
  // Proves that the driver warns at all. It does so once per process, so an earlier warning would have been missed
  // here.
  const careless = new pg.Client(database.connection);
  await careless.connect();
  await Promise.all([1, 2, 3].map((number) => careless.query(`select ${number}`)));
  await careless.end();
  await until(() => warnings.length > 0, 'the warning of two statements at once');
});
