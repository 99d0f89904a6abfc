import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createJobPool } from './job-pool.ts';

test('a PostgreSQL that freezes keeps no connection of the queue, not even one that only listens', async (context) => {
  const database = await createTestDatabase();
  context.after(() => database.drop());
  const { host, port } = database.connection;
  const proxy = await openTcpProxy({ host, port });
  const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  const pool = createJobPool(connection, createLogger({ level: 'silent', pretty: false }), 2, 1500);
  const listener = await pool.connect();
  await listener.query('listen anything');
  await pool.query('select 1');
  const ended = new Promise((resolve) => listener.once('end', resolve));
  proxy.freeze();
  await assert.rejects(pool.query('select 1'), /Connection terminated/);
  await ended;
  listener.release(true);
  await pool.end();
  proxy.close();
});

test('what changes the queue itself may take as long as it takes', async (context) => {
  const database = await createTestDatabase();
  const pool = createJobPool(database.connection, createLogger({ level: 'silent', pretty: false }), 1, 0);
  context.after(async () => {
    await pool.end();
    await database.drop();
  });
  assert.equal((await pool.query('select pg_sleep(0.2)')).rowCount, 1);
});
