import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { migrateDatabase } from '../src/app.ts';
import type { Connection } from '../src/platform/postgres/client/connection.ts';
import { openDatabase } from '../src/platform/postgres/client/database.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded.ts';
import { openMerchantApp, type TestApp } from './support/app.ts';
import { openReplicatedServer } from './support/replicated-server.ts';
import { takeAddresses } from './support/taken-addresses.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';

const run = promisify(execFile);
const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends.toReversed()) await end();
});

const settings = { fsync: 'off', shared_buffers: '16MB' };

const openOn = (connection: Connection, also: Record<string, string> = {}): Promise<TestApp> =>
  openMerchantApp({
    database: { connection, name: connection.database, drop: async () => {} },
    settings: also,
  });

/** Starts a process, assigns addresses to customers and stops it. */
async function tradeOn(connection: Connection): Promise<string[]> {
  const app = await openOn(connection);
  try {
    return await takeAddresses(app);
  } finally {
    await app.close();
  }
}

function assertAllDiffer(...lists: readonly string[][]): void {
  const all = lists.flat();
  assert.equal(new Set(all).size, all.length, 'an address or tag was assigned twice');
  assert.ok(all.length > 0);
}

test('a restarted copy of a stopped data directory assigns no address or tag twice', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'praca-copied-'));
  ends.push(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o711);
  const dataDir = join(directory, 'data');
  const start = () => startEmbeddedPostgres({ dataDir, settings, log: () => {} });
  let server = await start();
  await migrateDatabase(server.connection);
  const before = await tradeOn(server.connection);
  await server.stop();
  await run('cp', ['-a', dataDir, join(directory, 'copy')]);
  server = await start();
  const lost = await tradeOn(server.connection);
  await server.stop();
  await run('rm', ['-r', dataDir]);
  await run('mv', [join(directory, 'copy'), dataDir]);
  server = await start();
  const given = await tradeOn(server.connection);
  await server.stop();
  assertAllDiffer(before, lost, given);
});

test('a promoted standby without the last commits assigns no address or tag twice, in the same process', async () => {
  const server = await openReplicatedServer();
  ends.push(() => server.close());
  const standby = await server.addStandby();
  const cable = { host: server.connection.host, port: server.connection.port };
  const proxy = await openTcpProxy(cable);
  const app = await openOn({ ...server.connection, host: '127.0.0.1', port: proxy.port });
  ends.push(async () => {
    await app.close();
    proxy.close();
  });
  const before = await takeAddresses(app);
  await standby.catchUp();
  await standby.stop();
  // More than the 32 values that a sequence logs at once.
  const lost = await takeAddresses(app, 40);
  // The primary fails with its latest commits. The process continues, and its next connections lead to the standby.
  await server.stopPrimary();
  await standby.start();
  Object.assign(cable, { host: standby.connection.host, port: standby.connection.port });
  const promoting = openDatabase({
    connection: standby.connection,
    poolSize: 1,
    applicationName: 'test',
    standby: true,
  });
  await promoting`select pg_promote()`;
  await promoting.end();
  const given = await takeAddresses(app);
  const others = await tradeOn(standby.connection);
  assertAllDiffer(before, lost, given, others);
});

test('a database recovered to a point in time assigns no address or tag of the lost time', async () => {
  const server = await openReplicatedServer();
  ends.push(() => server.close());
  const before = await tradeOn(server.connection);
  const recover = await server.backUp();
  await server.sql`select pg_create_restore_point('here')`;
  const lost = await tradeOn(server.connection);
  const recovered = await recover('here');
  const given = await tradeOn(recovered);
  assertAllDiffer(before, lost, given);
});
