import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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

test('every process hears a signal, also the one that sent it, in order and on its channel alone', async () => {
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

test('a signal that is too long is the fault of its sender', () => {
  assert.throws(() => here.publish('numbers', 'x'.repeat(4001)), RangeError);
});

test('after a lost connection everybody is told to look again, and signals flow', async () => {
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

test('a handler that throws does not keep others from hearing', async () => {
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

test('the driver is given one statement at a time, also where PostgreSQL is slow to answer', async (context) => {
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
    // Longer than what is published together is gathered.
    await sleep(20);
  }
  proxy.close();
  await slow.close();
  assert.deepEqual(warnings, []);
  // The driver warns once in a process: had it done so before, nothing would be heard of this either.
  const careless = new pg.Client(database.connection);
  await careless.connect();
  await Promise.all([1, 2, 3].map((number) => careless.query(`select ${number}`)));
  await careless.end();
  await until(() => warnings.length > 0, 'the warning of two statements at once');
});
