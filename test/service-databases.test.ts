import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { addStaff } from './support/commands.ts';
import { allCommands } from '../src/app.ts';
import { diagnose } from '../src/doctor.ts';
import { MovableClock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import { addJob } from '../src/platform/jobs/jobs.ts';
import type { ServiceName } from '../src/platform/platform.settings.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import type { Sql } from '../src/platform/postgres/client/database.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { followClock } from '../src/platform/shared-clock.ts';
import { ana } from './support/accounts.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { listArrivals, untilFunded } from './support/coins.ts';
import { createPerson, goodPassword, memberAs, signIn, staffAs, type Visitor } from './support/console.ts';
import { basic, merchantClient, type MerchantClient } from './support/merchant.ts';
import { until } from './support/process.ts';
import { createServiceDatabases, prepare, type ServiceDatabases } from './support/service-databases.ts';
import { openWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';
import { askToWithdraw } from './support/withdrawals.ts';

let databases: ServiceDatabases;
let praca: TestApp;
let client: MerchantClient;
let shop: WebhookReceiver;
let admin: Visitor;
let adminEmail: string;
const sqlOf = (service: ServiceName): Sql => praca.platform.forService(service).sql;

before(async () => {
  databases = await createServiceDatabases();
  await prepare(databases.home, databases.settings);
  praca = await openTestApp({
    database: databases.home,
    settings: { SIMULATED_BLOCK_SECONDS: '1', ...databases.settings },
  });
  await praca.runJobs();
  await praca.start();
  client = await merchantClient(praca);
  shop = await openWebhookReceiver();
  ({ email: adminEmail } = await createPerson(praca, [staffAs('admin'), memberAs('owner')]));
  admin = await signIn(praca, adminEmail);
});
after(async () => {
  await praca.close();
  await shop.close();
  await databases.drop();
});

async function run(name: string, ...positionals: string[]): Promise<string[]> {
  const command = allCommands.find((candidate) => candidate.name === name);
  assert.ok(command, name);
  const lines: string[] = [];
  const values = command.options?.['by'] ? { by: await addStaff(praca.platform) } : {};
  await command.run(praca.platform, { values, positionals }, (line) => void lines.push(line));
  return lines;
}

async function enterSocial(name: string): Promise<{ id: string; headers: { authorization: string } }> {
  const token = await praca.app.inject({
    method: 'POST',
    url: `/social/oauth/token?user_id=${name}&name=${name}`,
  });
  const headers = { authorization: `Bearer ${token.json<{ access_token: string }>().access_token}` };
  const session = await praca.app.inject({ url: '/social/oauth/session', headers });
  return { id: session.json<{ user_id: string }>().user_id, headers };
}

test('each database has only the schemas of its service, the platform and the queue', async () => {
  const schemasIn = async (sql: Sql): Promise<string[]> => {
    const rows = await sql<{ name: string }[]>`
      select nspname::text as name from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$' order by 1`;
    return rows.map(({ name }) => name);
  };
  assert.deepEqual(await schemasIn(praca.sql), ['graphile_worker', 'platform']);
  for (const service of ['merchant', 'accounts', 'social'] as const) {
    assert.deepEqual(
      await schemasIn(sqlOf(service)),
      ['graphile_worker', 'platform', service].toSorted(),
      service,
    );
  }
});

test('merchant trades, pays out, sends webhooks and proves its ledger in its own database', async () => {
  await untilFunded(sqlOf('merchant'));
  assert.equal((await client.post('/webhooks', { url: shop.url })).statusCode, 200);
  const quote = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: '0.001',
  });
  const body = {
    orderData: {
      conversion_token: quote.json<{ conversion_token: string }>().conversion_token,
      customer_details: {
        customer_reference_id: 'c-1',
        customer_first_name: 'Ana',
        customer_last_name: 'Souza',
        customer_email_address: 'ana@example.com',
        customer_ip_address: '203.0.113.7',
      },
    },
  };
  const ordered = await client.post('/orders', body, { 'idempotency-key': 'once' });
  assert.equal(ordered.statusCode, 200, ordered.body);
  const again = await client.post('/orders', body, { 'idempotency-key': 'once' });
  assert.deepEqual([again.headers['idempotency-replayed'], again.body], ['true', ordered.body]);
  const { id, wallet } = await askToWithdraw(client, 'BTC');
  await until(async () => (await listArrivals(sqlOf('merchant'), 'BTC', wallet)).length === 1, 'the coins');
  await until(
    () => shop.received.some(({ body: told }) => told.includes(id) && told.includes('COMPLETED')),
    'the webhook of the withdrawal',
  );
  const proofs = await run('ledger check');
  assert.ok(proofs.length > 5 && proofs.every((line) => !line.startsWith('WRONG')), proofs.join('\n'));
});

test('sign-up and sign-in work in the accounts database, whose mail jobs write to the shared mailbox', async () => {
  const call = (path: string, payload: object) =>
    praca.app.inject({ method: 'POST', url: `/accounts${path}`, payload });
  assert.equal((await call('/signup', ana)).json().status, 'success');
  const signedIn = await call('/signin', {
    user_email: ana.user_email,
    user_password: ana.user_password,
    user_type: '0',
  });
  assert.equal(signedIn.json().status, 'success', signedIn.body);
  await call('/forgetpassword', { user_email: ana.user_email });
  const mails = async () =>
    (await praca.app.inject(`/mailbox/messages?to=${ana.user_email}`)).json<unknown[]>().length;
  await until(async () => (await mails()) > 0, 'the mail');
  const [stored] = await sqlOf('accounts')<{ count: number }[]>`select count(*)::int from platform.mailbox`;
  assert.equal(stored?.count, 0);
});

test('in social people like each other and chat, and staff from the home database moderate under their own name', async () => {
  const [one, other] = [await enterSocial('ana'), await enterSocial('bruno')];
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const url = `/social/user/like/${to.id}`;
    assert.equal((await praca.app.inject({ method: 'POST', url, headers: from.headers })).statusCode, 200);
  }
  const said = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${one.id}/chat/${other.id}`,
    headers: one.headers,
    payload: { message: 'olá' },
  });
  assert.ok(said.statusCode < 300, said.body);
  const staffToken = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/token',
    headers: { authorization: basic(adminEmail, goodPassword) },
  });
  assert.equal(staffToken.statusCode, 200, staffToken.body);
  const headers = { authorization: `Bearer ${staffToken.json<{ access_token: string }>().access_token}` };
  const warned = await praca.app.inject({
    method: 'POST',
    url: `/social/staff/users/${other.id}/warn`,
    headers,
    payload: { reason: 'Be kind.' },
  });
  assert.equal(warned.statusCode, 200, warned.body);
  const file = await praca.app.inject({ url: `/social/staff/users/${other.id}/case`, headers });
  assert.deepEqual(
    file.json<{ acts: { staff: string }[] }>().acts.map(({ staff }) => staff),
    [adminEmail],
  );
});

test('console actions are recorded in the database of their service, and the record merges all databases in order', async () => {
  const carla = await enterSocial('carla');
  await admin.get('/console/staff/psps');
  const created = await admin.post('/console/staff/psps/create', { name: 'Café Central', once: newId() });
  assert.equal(created.status, 200, created.body);
  const premium = await admin.post(`/console/staff/social/people/${carla.id}/premium`, { is_premium: 'yes' });
  assert.equal(premium.status, 303, premium.body);
  const invited = await admin.post('/console/staff/team/invite', {
    email: 'vera@example.com',
    role: 'viewer',
  });
  assert.equal(invited.status, 303, invited.body);
  const linesIn = async (sql: Sql): Promise<string[]> => {
    const rows = await sql<{ act: string }[]>`select act from platform.console_audit order by id`;
    return rows.map(({ act }) => act);
  };
  assert.deepEqual(await linesIn(sqlOf('merchant')), ['psp.created']);
  assert.deepEqual(await linesIn(sqlOf('social')), ['user.warned', 'premium.changed']);
  const record = await admin.get('/console/staff/audit');
  const places = ['vera@example.com', carla.id, 'Café Central', 'Signed in'].map((text) =>
    record.body.lastIndexOf(text),
  );
  assert.ok(places[0] !== -1);
  assert.deepEqual(
    places,
    places.toSorted((first, second) => first - second),
    'newest first',
  );
});

test('all databases share one clock, and their jobs become due by it', async () => {
  const { clock } = praca.platform;
  const later = { runAt: new Date(clock.nowMs() + 3_600_000) };
  for (const service of ['merchant', 'social'] as const)
    await transaction(sqlOf(service), (tx) => addJob(tx, clock, 'nobody_does_this', service, later));
  const waiting = async (service: ServiceName): Promise<boolean> => {
    const rows = await sqlOf(service)`
      select from graphile_worker.jobs where task_identifier = 'nobody_does_this' and run_at > now()`;
    return rows.length > 0;
  };
  assert.ok(await waiting('social'));
  assert.equal((await client.post('/sandbox/clock/advance', { seconds: 3600 })).statusCode, 200);
  for (const service of ['merchant', 'social'] as const) assert.equal(await waiting(service), false, service);
  const offsets = async () => {
    const rows = await Promise.all(
      praca.platform.databases.map(
        ({ sql }) => sql<{ ms: bigint }[]>`select offset_ms as ms from platform.clock`,
      ),
    );
    return [...new Set(rows.map(([row]) => Number(row?.ms)))];
  };
  assert.deepEqual(await offsets(), [3_600_000]);
  // Simulates databases that missed the change. A starting process updates them.
  await praca.sql`update platform.clock set offset_ms = 3660000`;
  await followClock(praca.platform, new MovableClock(), praca.platform.log);
  assert.deepEqual(await offsets(), [3_660_000]);
  // All sessions have expired an hour later.
  [client, admin] = [await merchantClient(praca), await signIn(praca, adminEmail)];
});

test('a failed job is listed and retried under the name of its database, by command and in the console', async () => {
  await sqlOf('social')`
    update graphile_worker._private_jobs j set attempts = 25, last_error = 'no luck'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'nobody_does_this'`;
  const [line = ''] = await run('job list');
  const [reference = ''] = line.split('  ');
  assert.match(line, /^social:\d+ {2}nobody_does_this {2}25 of 25 attempts, given up {2}no luck$/);
  assert.match((await admin.get('/console/staff/jobs')).body, new RegExp(`value="${reference}"`));
  await assert.rejects(run('job retry', reference.replace('social:', '')), /No waiting job/);
  assert.deepEqual(await run('job retry', reference), [`Job ${reference} is retried.`]);
  assert.deepEqual(await run('job list'), ['No job has failed.']);
});

test('commands for partitions, seals and keys reach every database', async () => {
  const partitions = await run('partitions list');
  for (const table of [
    'platform.console_audit',
    'social:platform.console_audit',
    'merchant.orders',
    'social.messages',
  ])
    assert.ok(
      partitions.some((line) => line.startsWith(`${table}  `)),
      table,
    );
  assert.deepEqual(await run('partitions keep'), ['The partitions of the next months exist.']);
  await assert.rejects(
    run('partitions detach', 'merchant.ledger_entries', 'ledger_entries_before'),
    /The books are proved/,
  );
  const resealed = await run('secrets reseal');
  for (const place of [
    'merchant:merchant.webhook_endpoints',
    'social:social.sessions',
    'social:waiting jobs',
  ])
    assert.ok(
      resealed.some((line) => line.startsWith(place)),
      place,
    );
  assert.match(
    (await run('keys rotate', 'social')).join('\n'),
    /will sign social access tokens in one minute/,
  );
});

/** Returns the doctor's output lines and exit code for these settings besides DATABASE_URL. */
async function askDoctor(settings: Record<string, string>): Promise<{ lines: string[]; code: unknown }> {
  const lines: string[] = [];
  const before = process.exitCode;
  await diagnose({}, (line) => void lines.push(line), {
    DATABASE_URL: formatDatabaseUrl(databases.home.connection),
    ...settings,
  });
  const code = process.exitCode;
  process.exitCode = before;
  return { lines, code };
}

test('the doctor checks and names every database', async () => {
  const { lines } = await askDoctor(databases.settings);
  for (const name of ['home', 'merchant', 'accounts', 'social']) {
    for (const subject of ['database', 'schema', 'clock', 'environment'])
      assert.ok(
        lines.some((line) => line.startsWith(`ok     ${subject} (${name}): `)),
        `${subject} (${name}) in\n${lines.join('\n')}`,
      );
  }
  assert.ok(lines.includes('ok     services: merchant in merchant; accounts in accounts; social in social'));
});

test('the doctor, like a start, refuses a machine without the setting of a service’s database', async () => {
  const forgotten = await askDoctor({});
  assert.equal(forgotten.code, 1);
  assert.match(
    forgotten.lines.at(-1) ?? '',
    /^WRONG  services: The tables of merchant are in a database of their own, but MERCHANT_DATABASE_URL is not set/,
  );
  const { SOCIAL_DATABASE_URL: url = '' } = databases.settings;
  const served = await askDoctor({ SERVICES: 'social', SOCIAL_DATABASE_URL: url });
  assert.deepEqual(
    served.lines.filter((line) => /^.{7}(?:services|schema)/.test(line)),
    [
      'ok     services: social in social',
      'ok     schema (home): of this version',
      'ok     schema (social): of this version',
    ],
  );
});

test('metrics carry the name of their database', async () => {
  const { body } = await praca.app.inject('/metrics');
  for (const name of ['home', 'merchant', 'accounts', 'social']) {
    for (const figure of ['database_pool_size', 'database_pool_waiting', 'jobs_waiting'])
      assert.match(body, new RegExp(`^${figure}\\{.*database="${name}"`, 'm'), figure);
  }
  const health = await admin.get('/console/staff/health');
  assert.match(health.body, /social:praca/);
  assert.doesNotMatch(health.body, /cannot be reached/);
  assert.match(health.body, /chain/, 'the leader in merchant’s database');
});

// Runs last, because the cut connection is not restored.
test('an unreachable database stops only its own service, and readiness names it', async () => {
  const untilReady = (path: string, expected: object) =>
    until(async () => isDeepStrictEqual((await praca.app.inject(path)).json(), expected), path);
  await untilReady('/readyz', { status: 'ready' });
  const person = await enterSocial('carla');
  databases.cut('social');
  await until(async () => (await praca.app.inject('/social/oauth/session')).statusCode !== 500, 'an answer');
  const away = await praca.app.inject({ url: `/social/user/${person.id}/counters`, headers: person.headers });
  assert.deepEqual([away.statusCode, away.json().code], [503, 'database_unavailable']);
  await untilReady('/readyz', { status: 'database unavailable', databases: ['social'] });
  for (const path of ['/readyz', '/readyz/social'])
    assert.equal((await praca.app.inject(path)).statusCode, 503, path);
  await untilReady('/readyz/merchant', { status: 'ready' });
  assert.equal((await client.get('/balances')).statusCode, 200);
  const signedIn = await praca.app.inject({
    method: 'POST',
    url: '/accounts/signin',
    payload: { user_email: ana.user_email, user_password: ana.user_password, user_type: '0' },
  });
  assert.notEqual(signedIn.json().code, 'internal_error');
  for (const path of ['/console/me', '/console/staff/health', '/console/staff/jobs'])
    assert.equal((await admin.get(path)).status, 200, path);
  assert.match((await admin.get('/console/staff/health')).body, /The database social cannot be reached/);
  const overview = await admin.get('/console/staff');
  assert.equal(overview.status, 200);
  assert.match(
    overview.body,
    /Not shown, because the database does not answer: (?:Jobs, )?Reports|: Reports, Jobs\./,
  );
  assert.match(overview.body, /Turnover/, 'the figures of the other databases');
  assert.equal((await admin.get('/console/staff/audit')).status, 503, 'an incomplete record is not shown');
  assert.equal((await praca.app.inject('/metrics')).statusCode, 200);
  databases.cut('merchant');
  const emptier = await admin.get('/console/staff');
  assert.equal(emptier.status, 200, emptier.body);
  assert.match(emptier.body, /does not answer: [^<]*Payouts, Held coins, Unassigned coins, Alerts/);
  const stranger = await praca.app.inject('/console/psp/1');
  assert.equal(
    stranger.headers.location,
    '/console/sign-in?to=%2Fconsole%2Fpsp%2F1',
    'first of all, signing in',
  );
});
