import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { createTestDatabase, openTestPool } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { basic } from '../support/merchant.ts';
import {
  childrenOf,
  isAlive,
  launch,
  postmasterOf,
  removeDirectory,
  runPraca,
  startPraca,
  temporaryDirectory,
  until,
  withoutProgress,
  type PracaProcess,
} from '../support/process.ts';

const dataDir = temporaryDirectory();
/** Starts one service only. The tours and `readme.test.ts` start all of them. */
const environment = { DATA_DIR: dataDir, SERVICES: 'merchant' };
/** The service that starts fastest, for tests that are the same for all. */
const small = { ...environment, SERVICES: 'accounts' };
after(async () => {
  await started?.stop();
  await removeDirectory(dataDir);
});

const ready = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
};

/** Sends a request to merchant as the sandbox's PSP, with POST if there is a body. */
async function ask(praca: PracaProcess, path: string, body?: object): Promise<Response> {
  const granted = await fetch(`${praca.url}/merchant/oauth/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization: basic('sandbox-psp', 'sandbox-secret') },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${praca.url}/merchant${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** Returns data of the earlier processes, oldest first. */
async function listData(praca: PracaProcess): Promise<unknown[]> {
  const endpoints = (await (await ask(praca, '/webhooks')).json()) as { url: string }[];
  return endpoints.map(({ url }) => url);
}

let started: PracaProcess | undefined;

/** Reuses the process of the previous test, because a start takes longer than most tests. */
const running = async (): Promise<PracaProcess> => (started ??= await startPraca(environment));
const forget = (): void => void (started = undefined);

const written: string[] = [];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} stops everything with exit code 0, and the next start has the data`, async () => {
    const praca = await running();
    const postmaster = postmasterOf(dataDir);
    assert.ok(await ready(praca.url));
    written.push(`http://127.0.0.1:1/${signal}`);
    assert.equal((await ask(praca, '/webhooks', { url: written.at(-1) })).status, 200);
    forget();
    assert.equal(await praca.stop(signal), 0);
    assert.ok(!isAlive(praca.pid) && !isAlive(postmaster));
    assert.deepEqual(await listData(await running()), written);
  });
}

test('after kill -9 with PostgreSQL left running, the next start recovers by itself', async () => {
  const first = await running();
  const orphan = postmasterOf(dataDir);
  forget();
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(first.pid), 'the end of the process');
  assert.ok(isAlive(orphan));
  const second = await running();
  assert.ok(await ready(second.url));
  assert.deepEqual(await listData(second), written);
  assert.ok(!isAlive(orphan));
});

test('a start in a data directory in use names the process that uses it', async () => {
  const praca = await running();
  const second = await runPraca(['start'], { ...environment, PORT: '0' });
  assert.equal(second.code, 1);
  assert.match(second.output, new RegExp(`in use by another Praça \\(process ${praca.pid}\\)`));
  assert.ok(await ready(praca.url));
});

/** While PostgreSQL restarts, there is no postmaster. */
function isReplaced(postmaster: number): boolean {
  try {
    return postmasterOf(dataDir) !== postmaster;
  } catch {
    return false;
  }
}

test('PostgreSQL restarts after kill -9, and requests succeed again', async () => {
  const praca = await running();
  const postmaster = postmasterOf(dataDir);
  process.kill(postmaster, 'SIGKILL');
  await until(async () => !(await ready(praca.url)) || isReplaced(postmaster), 'the outage');
  await until(() => ready(praca.url), 'readiness');
  const health = await fetch(`${praca.url}/healthz`);
  assert.equal(health.status, 200);
  assert.deepEqual(await listData(praca), written);
});

test('if the launcher is killed with -9, its child processes stop by themselves', async () => {
  const praca = await running();
  const postmaster = postmasterOf(dataDir);
  forget();
  praca.launcher.kill('SIGKILL');
  await until(() => !isAlive(praca.pid) && !isAlive(postmaster), 'the end of the orphaned processes');
});

test('a request in progress is finished during a stop, and new requests are refused', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const sql = openTestPool(database.connection, 2);
  t.after(() => sql.end());
  const praca = await startPraca({
    DATABASE_URL: formatDatabaseUrl(database.connection),
    SERVICES: 'merchant',
    SHUTDOWN_TIMEOUT_MS: '60000',
  });
  t.after(() => praca.stop());
  const isHeld = async (): Promise<boolean> => {
    const [waiting] = await sql`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and query ~ 'insert into merchant.webhook_endpoints'`;
    return waiting !== undefined;
  };

  let isAnswered = false;
  const { asked, stopped } = await transaction(sql, async (tx) => {
    await tx`lock table merchant.webhook_endpoints in share mode`;
    const asked = ask(praca, '/webhooks', { url: 'http://127.0.0.1:1/' });
    void asked.finally(() => (isAnswered = true));
    await until(isHeld, 'the request to wait for the lock');
    const stopped = praca.stop();
    await until(() => refusesConnections(praca.url), 'refused connections');
    assert.ok(!isAnswered && isAlive(praca.pid));
    return { asked, stopped };
  });
  const answer = await asked;
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as { url: string }).url, 'http://127.0.0.1:1/');
  assert.equal(await stopped, 0);
  assert.doesNotMatch(praca.output(), /not everything finished in time/);
});

test('workers share one port, a dead worker is replaced, and all stop together', async () => {
  const settings = { WORKERS: '2', PORT: String(await freePort()), LOG_LEVEL: 'info' };
  const praca = await startPraca({ ...small, ...settings });
  const workers = (): number[] => childrenOf(praca.pid).filter((pid) => pid !== postmasterOf(dataDir));
  const before = workers();
  assert.equal(before.length, 2);
  const answering = (): Set<number> =>
    new Set([...praca.output().matchAll(/"pid":(\d+),.*"path":"\/healthz"/g)].map(([, pid]) => Number(pid)));
  let asked = 0;
  const bothHaveAnswered = async (): Promise<boolean> => {
    await fetch(`${praca.url}/healthz`, { headers: { connection: 'close' } });
    asked += 1;
    return before.every((pid) => answering().has(pid));
  };
  await until(bothHaveAnswered, 'an answer of each process');
  const metrics = await (await fetch(`${praca.url}/metrics`)).text();
  const counted = /^http_request_duration_seconds_count\{.*route="\/healthz".*\} (\d+)$/m.exec(metrics)?.[1];
  assert.equal(Number(counted), asked, 'the metrics of both processes are summed');
  // A worker stopped by SIGSTOP gets connections that it never accepts.
  for (const pid of before) process.kill(pid, 'SIGSTOP');
  const handed = await Promise.all([askSlowly(praca.url), askSlowly(praca.url)]);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await until(
    () => workers().length === 2 && !workers().some((pid) => before.includes(pid)),
    'the replacements',
  );
  await until(
    () => handed.every(({ closed }) => closed),
    'the end of connections handed to the dead workers',
  );
  await until(() => ready(praca.url), 'answers of the replacements');
  const all = [praca.pid, postmasterOf(dataDir), ...workers()];
  assert.ok(all.every(isAlive));
  assert.equal(await praca.stop(), 0);
  assert.ok(!all.some(isAlive));
});

/** One example per place that can end a start. Unit tests cover the other messages of each place. */
const sentences: [string, Record<string, string>, RegExp][] = [
  ['a malformed setting', { PORT: 'eighty' }, /^PORT takes a whole number, 0 to 65535, not "eighty"\.\n$/],
  [
    'a sandbox open to the world',
    { HOST: '0.0.0.0' },
    /^HOST is 0\.0\.0\.0, but a sandbox listens only on loopback/,
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://praca:hidden@127.0.0.1:1/praca' },
    /^The database at 127\.0\.0\.1:1\/praca \(DATABASE_URL\) cannot be reached: .*ECONNREFUSED.*\n$/,
  ],
  ['a data directory that cannot be made', { DATA_DIR: '/dev/null/praca' }, /\/dev\/null\/praca/],
];

for (const [name, settings, sentence] of sentences) {
  test(`${name} ends the start with one sentence that names it and exit code 1`, async () => {
    const run = await runPraca(['start'], { ...environment, PORT: '0', ...settings });
    assert.equal(run.code, 1);
    const output = withoutProgress(run.output);
    assert.match(output, sentence);
    assert.ok(!output.includes('    at ') && !output.includes('hidden'), output);
    assert.equal(output.trim().split('\n').length, 1, output);
  });
}

test('a port in use ends the start with one sentence and exit code 1, and PostgreSQL stops again', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const run = await runPraca(['start'], { ...small, PORT: String(port) });
  assert.equal(run.code, 1);
  const sentence = new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\.`);
  assert.match(withoutProgress(run.output), sentence);
  assert.throws(() => postmasterOf(dataDir), /ENOENT/);
});

test('a start with closed output streams serves normally, and a failed one exits with 1', async () => {
  const port = String(await freePort());
  const unheard = (settings: Record<string, string>) => {
    const launched = launch(['start'], { ...small, LOG_LEVEL: 'info', PORT: port, ...settings });
    launched.launcher.stdout?.destroy();
    launched.launcher.stderr?.destroy();
    return launched;
  };
  const serving = unheard({});
  await until(() => ready(`http://127.0.0.1:${port}`), 'the server');
  const other = temporaryDirectory();
  assert.equal(await unheard({ DATA_DIR: other }).exited, 1);
  await removeDirectory(other);
  serving.launcher.kill('SIGTERM');
  assert.equal(await serving.exited, 0);
});

test('--help lists every setting, and the command line explains itself', async () => {
  const help = await runPraca(['start', '--help']);
  assert.equal(help.code, 0);
  for (const name of ['DATABASE_URL', 'WORKERS', 'SECRET_KEY']) assert.match(help.output, new RegExp(name));
  assert.match((await runPraca(['help'])).output, /psp create/);
  const unknown = await runPraca(['dance']);
  assert.deepEqual(
    [unknown.code, unknown.output],
    [1, '"dance" is not a command of praca: "praca help" lists all commands.\n'],
  );
});

/** Opens a connection with a request and waits until the listener has had time to hand it to a worker. */
async function askSlowly(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'connect');
  await setTimeout(300);
  return socket.resume();
}

function refusesConnections(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', () => resolve(true));
    socket.once('connect', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
