import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import { describeConnection, formatDatabaseUrl, parseDatabaseUrl, type Connection } from './connection.ts';

const places: [url: string, host: string, port: number][] = [
  ['postgres://ana@[::1]:5433/town', '::1', 5433],
  ['postgres://ana@[2001:DB8::0:7]/town', '2001:db8::7', 5432],
  ['postgres://ana@[::ffff:127.0.0.1]/town', '::ffff:7f00:1', 5432],
  // A URL cannot have an IPv6 address with a zone as its host.
  ['postgres://ana@localhost/town?host=fe80::1%25eth0', 'fe80::1%eth0', 5432],
  ['postgres://ana@db.internal/town', 'db.internal', 5432],
  ['postgres://ana@10.0.0.5:6432/town', '10.0.0.5', 6432],
  ['postgres://ana@localhost/town?host=/var/run/postgresql', '/var/run/postgresql', 5432],
  ['postgres:///town?host=/a%20b%2520%C3%A7/run', '/a b%20ç/run', 5432],
];

for (const [url, host, port] of places)
  test(`parses ${url} as host ${host} and port ${port}, and formats it for workers without loss`, () => {
    const connection = parseDatabaseUrl(url);
    assert.deepEqual([connection.host, connection.port], [host, port]);
    assert.deepEqual(parseDatabaseUrl(formatDatabaseUrl(connection)), connection);
  });

test('passes names and passwords with special characters, and TLS, to a worker unchanged', () => {
  const connection: Connection = {
    host: '::1',
    port: 1,
    user: 'a:b@c',
    database: 'x/y?z%41',
    password: 'p%40[ç]#',
    tls: true,
  };
  assert.deepEqual(parseDatabaseUrl(formatDatabaseUrl(connection)), connection);
});

test('describeConnection separates an IPv6 address from its port', () => {
  assert.equal(describeConnection(parseDatabaseUrl('postgres://ana:secret@[::1]/town')), '[::1]:5432/town');
  assert.equal(describeConnection(parseDatabaseUrl('postgres://ana:secret@db/town')), 'db:5432/town');
});

const database = await createTestDatabase();
after(() => database.drop());

test('connects to PostgreSQL at an IPv6 address', async () => {
  const hasLoopback = Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.address === '::1');
  // A container without ::1 still reaches its IPv4 loopback by an IPv4-mapped IPv6 address.
  const address = hasLoopback ? '::1' : '::ffff:127.0.0.1';
  const sockets = new Set<Socket>();
  const relay = createServer((incoming) => {
    const { host, port } = database.connection;
    const outgoing = connect(`${host}/.s.PGSQL.${port}`);
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => undefined));
  });
  await once(relay.listen(0, address), 'listening');
  const { port } = relay.address() as AddressInfo;
  const connection = parseDatabaseUrl(
    `postgres://${database.connection.user}@[${address}]:${port}/${database.name}`,
  );
  const sql = openTestPool(connection);
  try {
    const [row] = await sql<{ name: string }[]>`select current_database() as name`;
    assert.equal(row?.name, database.name);
  } finally {
    await sql.end();
    for (const socket of sockets) socket.destroy();
    relay.close();
  }
});
