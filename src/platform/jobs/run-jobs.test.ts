import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { createTestDatabase, dropAtEnd, openTestPool } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { systemClock } from '../clock.ts';
import { mailJob, queueMail, smtpTransport } from '../mail/mail.ts';
import type { Sql } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createSealer } from '../tokens/sealer.ts';
import { freeAbandonedJobs, showAlive } from './abandoned-jobs.ts';
import { addJob } from './jobs.ts';
import { startJobs } from './run-jobs.ts';

const log = createLogger({ level: 'silent', pretty: false });
const secretKey = Buffer.alloc(32, 1).toString('base64');
const context = { clock: systemClock, sealer: createSealer(secretKey, '') };
const letter = { to: 'ana@example.com', subject: 'Olá', text: 'Olá' };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 4);
});
after(async () => {
  await sql.end();
  dropAtEnd(database);
});

/** A mail server that accepts connections and never answers. */
async function openSilentServer() {
  const visitors: Socket[] = [];
  const server = createServer((socket) => visitors.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visitors: () => visitors.length,
    close() {
      server.close();
      for (const socket of visitors) socket.destroy();
    },
  };
}

const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

test('a mail is sent by another process if the first one is killed', async () => {
  const silent = await openSilentServer();
  const received: string[] = [];
  const listening = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  listening.listen(0, '127.0.0.1');
  await once(listening.server, 'listening');
  const { port } = listening.server.address() as AddressInfo;

  await transaction(sql, (tx) => queueMail(tx, context, letter));
  const program = `
    import { startJobs } from ${url('run-jobs.ts')};
    import { mailJob, smtpTransport } from ${url('../mail/mail.ts')};
    import { openDatabase } from ${url('../postgres/client/database.ts')};
    import { createSealer } from ${url('../tokens/sealer.ts')};
    import { createLogger } from ${url('../telemetry/logger.ts')};
    const connection = ${JSON.stringify(database.connection)};
    await startJobs(
      connection,
      openDatabase({ connection, poolSize: 1, applicationName: 'test' }),
      [mailJob(createSealer(${JSON.stringify(secretKey)}, ''), smtpTransport(${JSON.stringify(silent.url)}, 'a@example.com'))],
      [],
      createLogger({ level: 'silent', pretty: false }),
    );`;
  const doomed = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
  await until(() => silent.visitors() > 0, 'the mail in the middle of its way');
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');

  const job = mailJob(context.sealer, smtpTransport(`smtp://127.0.0.1:${port}`, 'a@example.com'));
  const running = await startJobs(database.connection, sql, [job], [], log, {
    heartbeatMs: 50,
    deadAfterMs: 1000,
  });
  try {
    await until(() => received.length > 0, 'the mail');
    assert.match(received[0] ?? '', /ana@example\.com/);
  } finally {
    await running.stop();
    silent.close();
    await new Promise<void>((resolve) => listening.close(() => resolve()));
  }
});

test('releases jobs of a silent runner and not those of a live one', async () => {
  await transaction(sql, (tx) => addJob(tx, systemClock, 'long', {}, { key: 'long' }));
  const lock = (by: string) => sql`
    update graphile_worker._private_jobs set locked_by = ${by}, locked_at = now() - interval '1 hour'
    where key = 'long'`;
  const isFree = async (): Promise<boolean> => {
    const rows = await sql`select 1 from graphile_worker.jobs where key = 'long' and locked_by is null`;
    return rows.length === 1;
  };
  await lock('alive');
  await showAlive(sql, ['alive', 'other']);
  assert.equal(await freeAbandonedJobs(sql, 60_000), false);
  assert.equal(await isFree(), false);
  await sql`update platform.job_runners set seen_at = now() - interval '61 seconds' where id = 'alive'`;
  assert.equal(await freeAbandonedJobs(sql, 60_000), true);
  assert.equal(await isFree(), true);
  const left = await sql<
    { id: string }[]
  >`select id from platform.job_runners where id in ('alive', 'other')`;
  assert.deepEqual([...left], [{ id: 'other' }]);
  await sql`delete from graphile_worker._private_jobs where key = 'long'`;
});

test('hanging mails do not delay other jobs, and time out', async () => {
  const silent = await openSilentServer();
  const done: unknown[] = [];
  const timeouts = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500, dnsTimeout: 500 };
  const patient = mailJob(context.sealer, smtpTransport(silent.url, 'a@example.com'));
  const running = await startJobs(
    database.connection,
    sql,
    [patient, { name: 'note', run: async (payload) => void done.push(payload) }],
    [],
    log,
  );
  try {
    for (let count = 0; count < 6; count++) await transaction(sql, (tx) => queueMail(tx, context, letter));
    await until(() => silent.visitors() >= 2, 'the hanging mails');
    await transaction(sql, (tx) => addJob(tx, systemClock, 'note', 'beside them'));
    await until(() => done.length > 0, 'the other job');
    await assert.rejects(
      smtpTransport(silent.url, 'a@example.com', timeouts).send('1', letter),
      /Greeting|Timeout/,
    );
  } finally {
    silent.close();
    await running.stop();
    await sql`delete from graphile_worker._private_jobs`;
  }
});

test('ends when it is stopped during its start', async () => {
  const jobs = [{ name: 'note', run: async () => {} }];
  // The promise may be rejected before it is awaited.
  const starting = startJobs(database.connection, sql, jobs, [], log).catch(() => undefined);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'praca jobs'`;
  const running = await starting;
  await running?.stop();
});

test('a job whose end cannot be recorded does not end the process and runs again', async () => {
  let runs = 0;
  let finish: () => void = () => {};
  const finishing = new Promise<void>((resolve) => (finish = resolve));
  const job = {
    name: 'once',
    run: async () => {
      runs += 1;
      await finishing;
    },
  };
  const options = { heartbeatMs: 50, deadAfterMs: 1000 };
  const running = await startJobs(database.connection, sql, [job], [], log, options);
  try {
    await transaction(sql, (tx) => addJob(tx, systemClock, 'once', {}));
    await until(() => runs === 1, 'the job under way');
    await sql`alter table graphile_worker._private_jobs rename to away`;
    finish();
    // Waits until the runner's next statement has failed too, so that an unhandled rejection would surface.
    const asked = async (): Promise<number> => {
      const [row] = await sql<{ count: number }[]>`
        select xact_rollback::int as count from pg_stat_database where datname = current_database()`;
      return row?.count ?? 0;
    };
    const before = await asked();
    await until(async () => (await asked()) > before + 1, 'a question in vain');
    await sql`alter table graphile_worker.away rename to _private_jobs`;
    await until(async () => {
      const rows = await sql`select 1 from graphile_worker.jobs where task_identifier = 'once'`;
      return runs === 2 && rows.length === 0;
    }, 'the job again');
  } finally {
    await running.stop();
  }
});
