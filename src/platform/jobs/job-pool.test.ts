import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openTcpProxy } from '../../../test/support/tcp-proxy.ts';
import { pgOptions } from '../postgres/client/connection.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createJobPool } from './job-pool.ts';

test('closes all connections of the queue to a frozen PostgreSQL, including one that only listens', async (context) => {
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

test('closes a listening connection if the server freezes and refuses new connections', async (context) => {
  const database = await createTestDatabase();
  context.after(() => database.drop());
  const { host, port } = database.connection;
  const proxy = await openTcpProxy({ host, port });
  const connection = { ...database.connection, host: '127.0.0.1', port: proxy.port };
  const pool = createJobPool(connection, createLogger({ level: 'silent', pretty: false }), 2);
  const listener = await pool.connect();
  await listener.query('listen anything');
  const ended = new Promise((resolve) => listener.once('end', resolve));
  proxy.freeze();
  proxy.refuse();
  await assert.rejects(pool.query('select 1'), /ECONNREFUSED/);
  await ended;
  listener.release(true);
  await pool.end();
  proxy.close();
});

test('keeps existing connections if PostgreSQL rejects new ones', async (context) => {
  const database = await createTestDatabase();
  context.after(() => database.drop());
  const pool = createJobPool(database.connection, createLogger({ level: 'silent', pretty: false }), 2);
  const listener = await pool.connect();
  const elsewhere = new pg.Pool(pgOptions({ ...database.connection, database: 'postgres' }, 'tests'));
  const allow = (connections: boolean) =>
    elsewhere.query(`alter database "${database.connection.database}" allow_connections ${connections}`);
  await allow(false);
  await assert.rejects(pool.query('select 1'), { code: '55000' });
  assert.equal((await listener.query('select 1')).rowCount, 1);
  await allow(true);
  await elsewhere.end();
  listener.release(true);
  await pool.end();
});

test('migrations of the queue have no time limit', async (context) => {
  const database = await createTestDatabase();
  const pool = createJobPool(database.connection, createLogger({ level: 'silent', pretty: false }), 1, 0);
  context.after(async () => {
    await pool.end();
    await database.drop();
  });
  assert.equal((await pool.query('select pg_sleep(0.2)')).rowCount, 1);
});
