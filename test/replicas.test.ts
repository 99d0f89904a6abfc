import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '../src/platform/ids.ts';
import { signalIfThere } from '../src/platform/postgres/embedded/embedded-process.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import { openDatabase, type Sql } from '../src/platform/postgres/client/database.ts';
import type { Query } from '../src/platform/postgres/client/sql.ts';
import { examineReplica } from '../src/platform/postgres/replicas/examine-replica.ts';
import type { Place, Replicas } from '../src/platform/postgres/replicas/open-replicas.ts';
import { Replica } from '../src/platform/postgres/replicas/replica.ts';
import { PrimaryTrail, readPosition } from '../src/platform/postgres/replicas/replica-lag.rules.ts';
import { inScope, newScope } from '../src/platform/postgres/replicas/request-scope.ts';
import { openPostgresSignals } from '../src/platform/signals/postgres-signals.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { createPerson, memberAs, signIn, type Visitor } from './support/console.ts';
import { merchantClient, type MerchantClient } from './support/merchant.ts';
import { newPayment, paymentBody } from './support/payments.ts';
import { until } from './support/process.ts';
import { openReplicatedServer, type ReplicatedServer, type Standby } from './support/replicated-server.ts';
import { createSignedInUser, type SignedInUser } from './support/signed-in-user.ts';
import { openPeople, type Person } from './support/social-people.ts';

let server: ReplicatedServer;
let standby: Standby;
/** Two processes that share information only through the database. */
let here: TestApp;
let there: TestApp;
let client: MerchantClient;
let clientThere: MerchantClient;
let [ana, bia]: Person[] = [];
let account: SignedInUser;
let member: Visitor;
let paymentId: string;
const places: Place[] = [];

const replicasOf = ({ platform }: TestApp): Replicas => {
  assert.ok(platform.replicas);
  return platform.replicas;
};

const openApp = (settings: Record<string, string> = {}): Promise<TestApp> =>
  openTestApp({
    database: { connection: server.connection, name: 'praca', drop: async () => {} },
    settings: {
      DATABASE_REPLICA_URL: standby.url,
      DATABASE_REPLICA_LAG_MS: '60000',
      ...settings,
    },
  });

before(async () => {
  server = await openReplicatedServer();
  standby = await server.addStandby();
  [here, there] = [await openApp(), await openApp()];
  for (const app of [here, there]) replicasOf(app).onRead((place) => places.push(place));
  client = await merchantClient(here);
  clientThere = await merchantClient(there);
  const people = await openPeople(here);
  [ana, bia] = await people.create(2);
  assert.ok(ana && bia);
  await people.combine(ana, bia);
  account = await createSignedInUser(here);
  member = await signIn(here, (await createPerson(here, [memberAs('owner')])).email);
  paymentId = await newPayment(client);
});
after(async () => {
  await here.close();
  await there.close();
  await server.close();
});
beforeEach(settle);

/** Waits until the standby has caught up and both processes know it. */
async function settle(): Promise<void> {
  await standby.resume();
  await standby.catchUp();
  for (const app of [here, there]) await replicasOf(app).watchNow();
  places.length = 0;
}

const get = async (app: TestApp, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.app.inject({ url, headers });
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  return answer;
};

const reads = (
  user: Person,
  other: Person,
): [name: string, url: string, headers?: Record<string, string>][] => [
  ['events of a place', '/social/event/location?location=all', user.headers],
  ['events of a place, without a token', '/social/event/location?location=all'],
  ['highlighted events', '/social/event/spotlight', user.headers],
  ['cities', '/social/event/cities'],
  ['categories', '/social/event/categories'],
  ['cities by prefix', '/social/city/search?q=sao'],
  ['events by words', '/social/event/search?q=samba', user.headers],
  ['events by words in a place', '/social/event/search?q=samba&location=Recife', user.headers],
  ['events by ids', '/social/event/list?ids=1,2', user.headers],
  ['own events', `/social/user/${user.id}/events`, user.headers],
  ['presentation', '/social/presentation'],
  ['terms', '/social/terms'],
  ['an older week of a chat', `/social/user/${user.id}/chat/${other.id}?page=3`, user.headers],
];

test('lists, texts, history, statements and exports are read from the replica', async () => {
  assert.ok(ana && bia);
  await server.sql`
    insert into social.chats (low_id, high_id) values (least(${ana.id}::uuid, ${bia.id}::uuid), greatest(${ana.id}::uuid, ${bia.id}::uuid))`;
  await server.sql`
    insert into social.texts (kind, language, version, body, published_at)
    values ('presentation', 'en', 1, '[]', now()), ('terms', 'en', 1, '"Be kind."', now())`;
  await settle();
  for (const [name, url, headers] of reads(ana, bia)) {
    places.length = 0;
    await get(here, url, headers);
    assert.ok(
      places.length > 0 && places.every((place) => place === 'replica'),
      `${name}: ${places.join(' ')}`,
    );
  }
  for (const path of [
    '/orders',
    '/payments',
    '/payments?payment_reference=order-1001',
    '/ledger',
    '/rates/BTCEUR/history',
    '/reports/daily',
    '/reports/daily/ledger',
  ]) {
    places.length = 0;
    const answer = await client.get(path);
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    assert.ok(
      places.length > 0 && places.every((place) => place === 'replica'),
      `${path}: ${places.join(' ')}`,
    );
  }
  for (const path of [
    '/payments',
    '/payments?q=order-1001',
    '/payments/csv',
    '/orders',
    '/statement',
    '/report',
  ]) {
    // The first request also writes the time of the visit, so the reads are checked after settling.
    await settle();
    const answer = await member.get(`/console/psp/1${path}`);
    assert.equal(answer.status, 200, path);
    assert.ok(
      places.length > 0 && places.every((place) => place === 'replica'),
      `${path}: ${places.join(' ')}`,
    );
  }
  // An export first records the request and then reads from the replica as soon as it has replayed that record.
  places.length = 0;
  await get(here, '/accounts/v1/me/export', account.headers);
  await get(here, `/social/user/${ana.id}/export`, ana.headers);
  assert.ok(places.length > 15, `${places.length} reads`);
});

test('balances, single states, sessions and keys are never read from a replica', async () => {
  assert.ok(ana && bia);
  for (const [url, headers] of [
    [`/social/user/${ana.id}/chat/${bia.id}`, ana.headers],
    ['/social/user/feed', ana.headers],
    ['/social/user/perfil', ana.headers],
    ['/accounts/v1/me', account.headers],
    ['/accounts/v1/me/sessions', account.headers],
  ] as const)
    await get(here, url, headers);
  for (const path of ['/balances', `/payments/${paymentId}`, '/refunds', '/webhooks', '/events'])
    assert.ok((await client.get(path)).statusCode < 500, path);
  const headers = { 'idempotency-key': newId() };
  const first = await client.post('/payments', paymentBody, headers);
  assert.equal(first.statusCode, 200, first.body);
  assert.deepEqual((await clientThere.post('/payments', paymentBody, headers)).json(), first.json());
  assert.deepEqual(places, []);
});

test('a caller sees its own write at once in any process, and reads from the replica after it has caught up', async () => {
  assert.ok(ana && bia);
  await standby.pause();
  const id = await newPayment(client);
  const listed = async () => (await clientThere.get('/payments?limit=1')).json()[0].payment_reference_id;
  assert.equal(await listed(), id);
  assert.deepEqual(places, ['primary']);
  // Another caller need not wait.
  await get(there, '/social/event/location?location=all', bia.headers);
  assert.deepEqual(places, ['primary', 'replica']);
  const changed = await here.app.inject({
    method: 'PUT',
    url: `/social/user/${ana.id}/config`,
    headers: ana.headers,
    payload: { woman: true },
  });
  assert.equal(changed.statusCode, 200, changed.body);
  await get(there, '/social/event/location?location=all', ana.headers);
  await get(there, '/accounts/v1/me/export', account.headers);
  assert.deepEqual(new Set(places.slice(2)), new Set(['primary']));
  const principals = await server.sql<{ principal: string }[]>`select principal from platform.positions`;
  for (const principal of [/^psp 1$/, /^user /, /^account /])
    assert.ok(
      principals.some((row) => principal.test(row.principal)),
      String(principal),
    );
  await settle();
  assert.equal(await listed(), id);
  assert.deepEqual(places, ['replica']);
});

test('actions in the console also record the position of their writes', async () => {
  const { email } = await createPerson(here, [memberAs('owner')]);
  const visitor = await signIn(here, email);
  await visitor.get('/console/psp/1/payments');
  await visitor.post('/console/sign-out');
  const noted = await server.sql`
    select from platform.positions where principal = 'person ' || (select id from platform.people where email = ${email})`;
  assert.equal(noted.length, 1);
});

test('a statement outside a transaction counts as a write, too', async () => {
  await server.sql`create table public.notes (id int primary key)`;
  await settle();
  await standby.pause();
  const written = newScope();
  written.principal = 'somebody';
  const { sql } = here.platform;
  await inScope(written, async () => {
    await sql`insert into public.notes values (1)`;
    await assert.rejects(async () => sql`insert into public.notes values (1)`, /duplicate key/);
    assert.equal((await sql.reading`select from public.notes`).length, 1, 'in the same request');
  });
  const later = newScope();
  later.principal = 'somebody';
  assert.equal(
    (await inScope(later, async () => there.platform.sql.reading`select from public.notes`)).length,
    1,
  );
  assert.deepEqual(places, ['primary', 'primary']);
});

/** Runs as a caller without writes. */
const withoutPrincipal = <T>(work: () => T): T => inScope(newScope(), work);

/** A statement that is slow on a standby and fast on the primary. */
const slow = (app: TestApp) =>
  withoutPrincipal(() =>
    app.platform.sql.reading<{ n: number }[]>`
      select 7 as n, case when pg_is_in_recovery() then pg_sleep(600) end`.then((rows) => rows[0]?.n),
  );

const sessions = async (which: (sql: Sql) => Query): Promise<number[]> => {
  const sql = openDatabase({
    connection: standby.connection,
    poolSize: 1,
    applicationName: 'test',
    standby: true,
  });
  try {
    const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity where ${which(sql)}`;
    return rows.map(({ pid }) => pid);
  } finally {
    await sql.end();
  }
};
const sleepers = (): Promise<number[]> => sessions((sql) => sql`wait_event = 'PgSleep'`);
const isUsed = (app: TestApp): boolean => replicasOf(app).list[0]?.fault === undefined;

test('a read that fails on the replica is repeated on the primary', async () => {
  const reading = slow(here);
  await until(async () => (await sleepers()).length > 0, 'a read on the replica');
  for (const pid of await sleepers()) signalIfThere(pid, 'SIGTERM');
  assert.equal(await reading, 7);
  assert.deepEqual(places, ['primary']);
});

test('a frozen replica is excluded, waiting callers are served, and it is used again after it recovers', async () => {
  const reading = slow(here);
  await until(async () => (await sleepers()).length > 0, 'a read on the replica');
  const sleeping = await sleepers();
  standby.signal('SIGSTOP');
  try {
    assert.equal(await reading, 7);
    assert.equal(isUsed(here), false);
    await client.get('/payments');
  } finally {
    standby.signal('SIGCONT');
  }
  for (const pid of sleeping) signalIfThere(pid, 'SIGTERM');
  await until(() => isUsed(here), 'the return of the replica');
});

test('a stopped replica is excluded and is used again after it restarts', async () => {
  await standby.stop();
  assert.equal((await client.get('/payments')).statusCode, 200);
  await until(() => !isUsed(here) && !isUsed(there), 'leaving out the replica');
  assert.equal((await clientThere.get('/payments')).statusCode, 200);
  await standby.start();
  await until(() => isUsed(here) && isUsed(there), 'the return of the replica');
});

test('a replica with too much lag is excluded until it has caught up', async (context) => {
  const strict = await openApp({ DATABASE_REPLICA_LAG_MS: '100' });
  context.after(() => strict.close());
  await until(() => isUsed(strict), 'the use of the replica');
  await standby.pause();
  await server.sql`create table if not exists public.moved (id int)`;
  await until(() => !isUsed(strict), 'leaving out the replica');
  assert.match(replicasOf(strict).list[0]?.fault ?? '', /behind/);
  const figures = (await strict.app.inject('/metrics')).body;
  assert.match(figures, /database_replica_used\{[^}]*\} 0/);
  assert.match(figures, /database_replica_lag_seconds\{[^}]*\} [0-9.]*[1-9]/);
  await standby.resume();
  await until(() => isUsed(strict), 'the use of the replica');
});

test('a replica that lags when a process starts is excluded from the first check', async (context) => {
  await standby.pause();
  // The process started after this write, so it cannot know its time.
  await server.sql`create table public.unseen (id int)`;
  const late = await openApp();
  context.after(() => late.close());
  await replicasOf(late).watchNow();
  assert.match(replicasOf(late).list[0]?.fault ?? '', /behind/);
  await withoutPrincipal(async () => late.platform.sql.reading`select from public.unseen`);
  await standby.resume();
  await until(() => isUsed(late), 'the use of the replica');
});

test('with several replicas behind one address, each read checks the lag of its own replica', async (context) => {
  const [now] = await server.sql<{ epoch: string; position: string }[]>`
    select epoch, pg_current_wal_insert_lsn()::text as position from platform.replica_epoch`;
  assert.ok(now);
  const trail = new PrimaryTrail(120_000);
  trail.add({ atMs: performance.now() - 20_000, position: 1n });
  const { connection } = standby;
  const replica = new Replica({ connection, poolSize: 1, trail, mostLagMs: 5000, onChange: () => {} });
  context.after(() => replica.close());
  await replica.watch(now.epoch);
  assert.equal(replica.fault, undefined);
  const statement = { text: 'select 1 as n', values: [] };
  assert.equal((await replica.read(statement))?.result.rows.length, 1);
  // Simulates a replica that lacks a write from ten seconds ago.
  trail.add({ atMs: performance.now() - 10_000, position: readPosition(now.position) + (1n << 40n) });
  assert.equal(replica.fault, undefined);
  assert.equal(await replica.read(statement), undefined);
});

test('successive reads of a caller never go back in time across replicas and processes', async (context) => {
  const second = await server.addStandby();
  const both = { DATABASE_REPLICA_URL: `${standby.url},${second.url}` };
  const apps = [await openApp(both), await openApp(both)];
  context.after(async () => {
    for (const app of apps) await app.close();
    await second.stop();
  });
  await server.sql`create table public.seen (id int)`;
  for (const one of [standby, second]) await one.catchUp();
  for (const app of apps) await replicasOf(app).watchNow();
  await second.pause();
  await server.sql`insert into public.seen values (1)`;
  await standby.catchUp();

  const count = async (app: TestApp, principal: string): Promise<number> => {
    const scope = newScope();
    scope.principal = principal;
    const rows = await inScope(scope, async () => app.platform.sql.reading`select from public.seen`);
    return rows.length;
  };
  const walk = async (principal: string): Promise<number[]> => {
    const seen: number[] = [];
    for (let n = 0; n < 8; n++) for (const app of apps) seen.push(await count(app, principal));
    return seen;
  };
  for (const principal of ['reader 1', 'reader 2', 'reader 3']) {
    const seen = await walk(principal);
    assert.deepEqual(
      seen,
      seen.toSorted((one, other) => one - other),
      `${principal} saw ${seen.join(' ')}`,
    );
    assert.equal(seen.at(-1), 1);
  }
});

test('a caller who was answered by the primary is not answered by a replica that lacks the shown data', async () => {
  await server.sql`create table public.shown (id int)`;
  await settle();
  await standby.pause();
  await server.sql`insert into public.shown values (1)`;
  const read = async (fails: boolean): Promise<number> => {
    const scope = newScope();
    scope.principal = 'reader of the primary';
    const rows = await inScope(
      scope,
      async () => here.platform.sql.reading`
        select 1 / case when pg_is_in_recovery() and ${fails} then 0 else 1 end from public.shown
        union all select 1 / case when pg_is_in_recovery() and ${fails} then 0 else 1 end`,
    );
    return rows.length - 1;
  };
  assert.deepEqual([await read(false), await read(true), await read(false)], [0, 1, 1]);
  assert.deepEqual(places, ['replica', 'primary', 'primary']);
  await settle();
  assert.deepEqual([await read(false), places], [1, ['replica']]);
});

test('after the positions of writes are lost, replicas wait until they have replayed everything before', async () => {
  await standby.pause();
  const id = await newPayment(client);
  await server.sql`insert into platform.positions values ('of before', '0/1', now())`;
  // PostgreSQL treats this as a crash and truncates unlogged tables, as a promotion does.
  const [backend] = await server.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  process.kill(backend?.pid ?? 0, 'SIGKILL');
  await until(
    async () =>
      await server.sql`select`.then(
        () => true,
        () => false,
      ),
    'the return of the primary',
  );
  await until(
    async () => (await clientThere.get('/payments?limit=1')).statusCode === 200,
    'the return of the list',
  );
  const [left] = await server.sql<{ count: number }[]>`
    select count(*)::int as count from platform.positions where principal = 'of before'`;
  assert.equal(left?.count, 0);
  await until(() => !isUsed(there), 'leaving out the replica');
  assert.equal((await clientThere.get('/payments?limit=1')).json()[0].payment_reference_id, id);
  assert.match(replicasOf(there).list[0]?.fault ?? '', /has not replayed the current epoch/);
  await settle();
  assert.ok(isUsed(there));
});

test('a snapshot from a replica cannot be used for feeds', async (context) => {
  const snapshotOf = async (on: 'primary' | 'replica') => {
    const tag = on === 'primary' ? server.sql : here.platform.sql.reading;
    const [row] = await withoutPrincipal(
      async () => tag<{ all: string; least: string }[]>`
        select pg_current_snapshot()::text as all, pg_snapshot_xmin(pg_current_snapshot())::text as least`,
    );
    return row;
  };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<string>();
  const open = server.sql.begin(async (tx) => {
    const [row] = await tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
    await tx`create table public.held (id int)`;
    begin(row?.xid ?? '');
    await held;
  });
  const xid = await begun;
  context.after(async () => {
    release();
    await open;
  });
  // Transactions that begin and end after the open one.
  for (let turn = 0; turn < 2; turn++) await here.platform.sql.begin((tx) => tx`select pg_current_xact_id()`);
  await here.platform.sql`create table if not exists public.later (id int)`;
  await settle();
  const [primary, replica] = [await snapshotOf('primary'), await snapshotOf('replica')];
  assert.deepEqual([primary?.least, replica?.least], [xid, xid]);
  // A standby's snapshot does not list open transactions, so feeds are read on the primary only.
  assert.match(primary?.all ?? '', new RegExp(`:${xid}$`));
  assert.doesNotMatch(replica?.all ?? '', new RegExp(`:${xid}$`));
  release();
  await open;
  await settle();
  assert.ok(BigInt((await snapshotOf('replica'))?.least ?? 0) > BigInt(xid));
});

test('listening on a standby fails and leaves no open connections', async () => {
  const log = createLogger({ level: 'silent', pretty: false });
  for (let attempt = 0; attempt < 3; attempt++)
    await assert.rejects(openPostgresSignals(standby.connection, log), /recovery/);
  const listeners = () => sessions((sql) => sql`application_name = 'praca signals'`);
  await until(async () => (await listeners()).length === 0, 'the end of the connections');
});

test('the doctor distinguishes a standby of this primary from other databases', async (context) => {
  assert.match((await examineReplica(server.sql, standby.connection)).fine ?? '', /a standby/);
  assert.match((await examineReplica(server.sql, server.connection)).problem ?? '', /not a standby/);
  const stranger = await createTestDatabase();
  context.after(() => stranger.drop());
  assert.match((await examineReplica(server.sql, stranger.connection)).problem ?? '', /not a replica/);
});

test('the doctor reports a standby that does not catch up', async (context) => {
  await standby.pause();
  context.after(() => standby.resume());
  await server.sql`select pg_logical_emit_message(true, 'doctor', 'a write')`;
  const { problem = '', advice } = await examineReplica(server.sql, standby.connection, 1);
  assert.match(problem, /is more than 1 ms behind: it lacks \d+ bytes$/);
  assert.match(advice ?? '', /pg_stat_replication/);
});

test('only a service with its own database reads from that database’s replicas', async (context) => {
  const home = await createTestDatabase();
  context.after(() => home.drop());
  const app = await openTestApp({
    database: home,
    settings: {
      SOCIAL_DATABASE_URL: formatDatabaseUrl(server.connection),
      SOCIAL_DATABASE_REPLICA_URL: standby.url,
      DATABASE_REPLICA_LAG_MS: '60000',
    },
  });
  context.after(() => app.close());
  const { replicas } = app.platform.forService('social');
  assert.ok(replicas);
  assert.deepEqual(
    [app.platform.replicas, app.platform.forService('merchant').replicas],
    [undefined, undefined],
  );
  await replicas.watchNow();
  const seen: Place[] = [];
  replicas.onRead((place) => seen.push(place));
  await get(app, '/social/event/cities');
  assert.deepEqual(seen, ['replica']);
  assert.match((await app.app.inject('/metrics')).body, /^database_reads_total\{place="replica"\} 1$/m);
});
