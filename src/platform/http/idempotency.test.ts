import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import { MovableClock } from '../clock.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import { problem } from '../problem.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { forgetOldAnswers, idempotent } from './idempotency.ts';
import { createSealer } from '../tokens/sealer.ts';
import { createServer, type App } from './server.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const clock = new MovableClock();
const sealer = createSealer(Buffer.alloc(32, 3).toString('base64'), '');
const processes: { app: App; sql: Sql }[] = [];

/** Runs inside the operation after its row was written. Tests replace it. */
let interlude: (tx: Tx) => Promise<void> = async () => {};

async function openProcess(): Promise<{ app: App; sql: Sql }> {
  const sql = openTestPool(database.connection, 20);
  const app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 1_048_576,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  app.post('/things', async (request, reply) =>
    idempotent(
      { sql, clock, sealer },
      request,
      reply,
      String(request.headers['x-owner'] ?? 'psp 1'),
      async (tx) => {
        const [row] = await tx<{ id: number }[]>`insert into public.things (name) values ('x') returning id`;
        await interlude(tx);
        return { id: row?.id };
      },
    ),
  );
  processes.push({ app, sql });
  return { app, sql };
}

before(async () => {
  database = await createTestDatabase();
  const { sql } = await openProcess();
  await openProcess();
  await sql`create table public.things (id int generated always as identity, name text)`;
});
after(async () => {
  for (const { app, sql } of processes) {
    await app.close();
    await sql.end();
  }
  await database.drop();
});

function send(
  process: number,
  key: string | undefined,
  body: object = { a: 1 },
  headers: Record<string, string> = {},
) {
  const app = processes[process]?.app;
  assert.ok(app);
  return app.inject({
    method: 'POST',
    url: '/things',
    payload: body,
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
  });
}

const countThings = async (): Promise<number> => {
  const [row] = await (processes[0]?.sql ?? assert.fail())<
    { count: number }[]
  >`select count(*)::int as count from public.things`;
  return row?.count ?? 0;
};

test('a retry with the same key gets the first answer from any process and does nothing', async () => {
  const first = await send(0, 'retry', { a: 1, b: { c: 2, d: 3 } });
  const before = await countThings();
  const again = await send(1, 'retry', { b: { d: 3, c: 2 }, a: 1 });
  assert.equal(again.statusCode, 200);
  assert.deepEqual(again.json(), first.json());
  assert.equal(first.headers['idempotency-replayed'], undefined);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.equal(await countThings(), before);
});

test('a trailing slash makes no difference to the request', async () => {
  const first = await send(0, 'slash');
  const app = processes[0]?.app ?? assert.fail();
  const headers = { 'idempotency-key': 'slash' };
  const again = await app.inject({ method: 'POST', url: '/things/', payload: { a: 1 }, headers });
  assert.deepEqual([again.statusCode, again.json()], [200, first.json()]);
});

test('the same key with another body is rejected and changes nothing', async () => {
  await send(0, 'reused');
  const before = await countThings();
  const other = await send(0, 'reused', { a: 2 });
  assert.equal(other.statusCode, 409);
  assert.equal(other.json().code, 'idempotency_key_reused');
  assert.equal(await countThings(), before);
});

test('the same key of two owners are two keys', async () => {
  const first = await send(0, 'shared', {}, { 'x-owner': 'psp 1' });
  const second = await send(0, 'shared', {}, { 'x-owner': 'psp 2' });
  assert.notDeepEqual(first.json(), second.json());
});

test('a hundred simultaneous requests to two processes do the work once', async () => {
  const before = await countThings();
  interlude = () => sleep(30);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => send(index % 2, 'storm')));
  interlude = async () => {};
  const done = answers.filter((answer) => answer.statusCode === 200);
  assert.ok(done.length >= 1);
  assert.equal(new Set(done.map((answer) => answer.body)).size, 1);
  for (const answer of answers.filter((candidate) => candidate.statusCode !== 200)) {
    assert.equal(answer.json().code, 'idempotency_in_progress');
    assert.equal(answer.headers['retry-after'], '1');
  }
  assert.equal(await countThings(), before + 1);
});

test('a crash in the middle rolls back work and key together, and the retry does the work once', async () => {
  const before = await countThings();
  interlude = async (tx) => {
    await tx`select pg_terminate_backend(pg_backend_pid())`;
  };
  const crashed = await send(0, 'crash');
  assert.equal(crashed.statusCode, 503);
  assert.equal(crashed.json().code, 'database_unavailable');
  interlude = async () => {};
  assert.equal(await countThings(), before);
  assert.equal((await send(1, 'crash')).statusCode, 200);
  assert.equal((await send(0, 'crash')).headers['idempotency-replayed'], 'true');
  assert.equal(await countThings(), before + 1);
});

test('a retry that fails because the first request has just committed gets the first answer', async () => {
  const sql = processes[0]?.sql ?? assert.fail();
  const first = await send(0, 'overtaken');
  await sql`create table public.overtaken as select * from platform.idempotency_keys where key = 'overtaken'`;
  await sql`delete from platform.idempotency_keys where key = 'overtaken'`;
  // Simulates a retry that read before the first commit and locked after it.
  interlude = async () => {
    await sql`insert into platform.idempotency_keys select * from public.overtaken`;
    throw problem('forbidden');
  };
  const retried = await send(1, 'overtaken');
  interlude = async () => {};
  assert.equal(retried.statusCode, 200, retried.body);
  assert.deepEqual(retried.json(), first.json());
  assert.equal(retried.headers['idempotency-replayed'], 'true');
});

test('a refusal is not replaced by the answer of another owner or of an expired key', async () => {
  await send(0, 'foreign', {}, { 'x-owner': 'psp 1' });
  await send(0, 'old', {}, { 'x-owner': 'psp 2' });
  await send(0, 'other', {}, { 'x-owner': 'psp 2' });
  const sql = processes[0]?.sql ?? assert.fail();
  await sql`
    update platform.idempotency_keys set created_at = created_at - interval '10 years' where key = 'old'`;
  interlude = async () => {
    throw problem('forbidden');
  };
  for (const key of ['foreign', 'old']) {
    const refused = await send(1, key, {}, { 'x-owner': 'psp 2' });
    assert.equal(refused.json().code, 'forbidden', key);
  }
  interlude = async () => {};
});

test('a refusal is not stored: the same key may succeed later', async () => {
  interlude = async () => {
    throw problem('forbidden');
  };
  assert.equal((await send(0, 'refused')).statusCode, 403);
  interlude = async () => {};
  const later = await send(0, 'refused');
  assert.equal(later.statusCode, 200);
  assert.equal(later.headers['idempotency-replayed'], undefined);
});

test('a key longer than 255 characters is rejected with the name of the header', async () => {
  const answer = await send(0, 'k'.repeat(256));
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().errors[0].field, 'idempotency-key');
});

test('a key expires after 24 hours, and expired answers are deleted', async () => {
  const first = await send(0, 'old');
  clock.offsetMs += 24 * 3600 * 1000 - 60_000;
  assert.deepEqual((await send(0, 'old')).json(), first.json(), 'until then it is told again');
  clock.offsetMs += 60_001;
  const later = await send(0, 'old', { other: true });
  assert.equal(later.statusCode, 200);
  assert.notDeepEqual(later.json(), first.json());
  const sql = processes[0]?.sql ?? assert.fail();
  assert.ok((await forgetOldAnswers({ sql, clock })) > 0);
  const kept = await sql`select key from platform.idempotency_keys`;
  assert.deepEqual([...kept], [{ key: 'old' }]);
});
