import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { HDKey } from '@scure/bip32';
import { SMTPServer } from 'smtp-server';
import { diagnose } from '../src/doctor.ts';
import { DoctorReport, linesOf } from '../src/doctor-report.ts';
import { examineVenues } from '../src/merchant/market/rates/examine-venues.ts';
import { freezePayouts, thawPayouts } from '../src/merchant/chains/freezes/freeze-payouts.ts';
import { newId } from '../src/platform/ids.ts';
import { addJob } from '../src/platform/jobs/jobs.ts';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';
import { freePort } from './support/free-port.ts';
import { startNatsStandIn } from './support/nats-stand-in.ts';
import { emptyPayouts, insertPayout } from './support/payout-rows.ts';
import { playNode } from './support/played-node.ts';
import { launch } from './support/process.ts';
import { insertPerson } from './support/social-rows.ts';

let database: TestDatabase;
let praca: TestApp;
before(async () => {
  database = await createTestDatabase();
  praca = await openTestApp({ database });
});
after(async () => {
  await praca.close();
  await database.drop();
});

interface Answer {
  readonly text: string;
  readonly code: unknown;
}

/** Runs the doctor on the database of this file with these settings. */
async function ask(settings: Record<string, string> = {}, format?: 'json'): Promise<Answer> {
  const lines: string[] = [];
  const before = process.exitCode;
  const environment = { DATABASE_URL: formatDatabaseUrl(database.connection), ...settings };
  await diagnose({}, (line) => void lines.push(line), environment, format);
  const code = process.exitCode;
  process.exitCode = before;
  return { text: lines.join('\n'), code };
}

/** Checks that the doctor fails because of this part only, and says what to do. */
function assertWrong({ text, code }: Answer, line: RegExp): void {
  assert.match(text, line);
  assert.equal(code, 1, text);
  assert.equal(text.match(/^WRONG/gm)?.length, 1, text);
  assert.match(text, /^WRONG .*\n {7}To do: \S.*\.$/m);
  assert.doesNotMatch(text, /secret-word/);
}

const deadPort = 'user:secret-word@127.0.0.1:1';

test('all parts of a healthy installation are ok', async () => {
  const { text, code } = await ask();
  assert.equal(code, 0, text);
  assert.doesNotMatch(text, /^(?:WRONG|WARN)/m);
  for (const line of [
    'writes: wrote and removed 1 MB',
    'jobs: none has failed for good',
    'payouts: not frozen',
    'approvals of payouts: none waits',
    'screening: none waits',
    'payment alerts: none waits',
    'moderation: no case waits',
  ])
    assert.ok(text.includes(`ok     ${line}`), `${line} in\n${text}`);
  const [left] = await praca.sql<{ found: boolean }[]>`
    select exists (select from pg_namespace where nspname = 'praca_doctor') as found`;
  assert.equal(left?.found, false);
});

test('a mail server on another port is named', async () => {
  assertWrong(
    await ask({ SMTP_URL: `smtp://${deadPort}` }),
    /^WRONG {2}mail server: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\n.*SMTP_URL/m,
  );
});

async function openMailServer(context: TestContext, mails: string[]): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'praca' }) : done(new Error(`no ${password}`)),
    onData(stream, _session, done) {
      mails.push('a mail');
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  context.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test('the doctor signs in to the mail server, sends nothing, and never prints the password', async (context) => {
  const mails: string[] = [];
  const where = await openMailServer(context, mails);
  const fine = await ask({ SMTP_URL: `smtp://praca:right@${where}` });
  assert.match(fine.text, /^ok {5}mail server: 127\.0\.0\.1:\d+ answers and accepts the sign-in$/m);
  assertWrong(
    await ask({ SMTP_URL: `smtp://praca:secret-word@${where}` }),
    /^WRONG {2}mail server: 127\.0\.0\.1:\d+ refuses the user name or password \(535\)$/m,
  );
  assert.deepEqual(mails, []);
});

const { publicExtendedKey } = HDKey.fromMasterSeed(new Uint8Array(32).fill(9), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");

test('each coin node that does not answer is named, next to those that do', async (context) => {
  const played = await playNode((method) => {
    if (method === 'getblockhash')
      return JSON.stringify('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    return JSON.stringify({ chain: 'regtest', blocks: 7, bestblockhash: 'a'.repeat(64) });
  });
  context.after(() => played.close());
  const answer = await ask({
    BTC_NODE: played.url,
    BTC_XPUB: publicExtendedKey,
    LTC_NODE: `http://${deadPort}`,
    LTC_XPUB: publicExtendedKey,
  });
  assertWrong(
    answer,
    /^WRONG {2}node of LTC: 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\n.*LTC_NODE/m,
  );
  assert.match(answer.text, /^ok {5}node of BTC: answers, height 7$/m);
});

test('a database that takes no writes is named', async (context) => {
  const own = await createTestDatabase();
  const beside = openTestPool({ ...own.connection, database: 'postgres' });
  context.after(async () => {
    await beside.end();
    await own.drop();
  });
  await beside`alter database ${beside.identifier(own.name)} set default_transaction_read_only = on`;
  assertWrong(
    await ask({ DATABASE_URL: formatDatabaseUrl(own.connection) }),
    /^WRONG {2}writes: no write is possible: cannot execute CREATE SCHEMA in a read-only transaction\n.*default_transaction_read_only/m,
  );
});

test('frozen payouts make the doctor fail', async () => {
  const freeze = { coin: 'LTC' as const, by: 'ana', reason: 'a stolen laptop' };
  await freezePayouts(praca.platform, freeze);
  try {
    assertWrong(
      await ask(),
      /^WRONG {2}payouts: FROZEN: LTC is frozen since .* by staff:ana: a stolen laptop$/m,
    );
  } finally {
    await thawPayouts(praca.platform, freeze);
  }
});

test('a job without attempts left makes the doctor fail; one that is retried does not', async () => {
  await transaction(praca.sql, (tx) =>
    addJob(tx, praca.clock, 'send_mail', { sealed: 'secret-word' }, { key: 'of the doctor' }),
  );
  const attempt = (attempts: number) => praca.sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'secret-word'
    where key = 'of the doctor'`;
  try {
    await attempt(24);
    assert.equal((await ask()).code, 0);
    await attempt(25);
    assertWrong(await ask(), /^WRONG {2}jobs: 1 failed for good: 1 × send_mail\n.*praca job list/m);
  } finally {
    await praca.sql`delete from graphile_worker._private_jobs where key = 'of the doctor'`;
  }
});

const missing = new Set(['DATABASE_URL', 'MAIL_FROM', 'PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL']);

test('the doctor and a start name every missing setting at once', async () => {
  const lines: string[] = [];
  const before = process.exitCode;
  await diagnose({}, (line) => void lines.push(line), { ENVIRONMENT: 'production' });
  assert.equal(process.exitCode, 1);
  process.exitCode = before;
  const namedIn = (text: string) =>
    new Set([...text.matchAll(/([A-Z_]+) is not set, and production/g)].map(([, name]) => name));
  assert.deepEqual(namedIn(lines.join('\n')), missing);
  const started = launch(['start'], { ENVIRONMENT: 'production' });
  assert.equal(await started.exited, 1);
  assert.deepEqual(namedIn(started.output()), missing);
});

test('every NATS server that does not answer is named', async (context) => {
  const nats = await startNatsStandIn();
  context.after(() => nats.close());
  const answer = await ask({ NATS_URL: `${nats.url},nats://${deadPort}` });
  assertWrong(answer, /^WRONG {2}NATS: 127\.0\.0\.1:1 does not answer\b.*\n.*NATS_URL/m);
  assert.match(answer.text, new RegExp(`^ok {5}NATS: 127\\.0\\.0\\.1:${nats.port} answers$`, 'm'));
});

test('a replica that cannot be reached is named', async () => {
  assertWrong(
    await ask({ DATABASE_REPLICA_URL: `postgres://${deadPort}/praca` }),
    /^WRONG {2}replica: .*ECONNREFUSED/m,
  );
});

test('an exchange that does not answer is named', async (context) => {
  const ticker = readFileSync(new URL('fixtures/venues/bitfinex-tickers.json', import.meta.url), 'utf8');
  const server = createServer((_request, response) => void response.end(ticker)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const report = new DoctorReport();
  await examineVenues(report.section(), ['bitfinex', 'kraken'], {
    bitfinex: { baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 60_000 },
    kraken: { baseUrl: `http://127.0.0.1:${await freePort()}`, timeoutMs: 60_000 },
  });
  const text = linesOf(report.checks).join('\n');
  assertWrong(
    { text, code: report.status === 'wrong' ? 1 : 0 },
    /^WRONG {2}exchange kraken: .*ECONNREFUSED/m,
  );
  assert.match(text, /^ok {5}exchange bitfinex: answers/m);
});

test('work that waits for a person is a warning and does not make the doctor fail', async (context) => {
  context.after(() => emptyPayouts(praca.sql));
  const userId = newId();
  await insertPayout(praca.sql, newId(), new Date(), { approval: 'waiting' });
  await insertPerson(praca.sql, userId, new Date());
  await praca.sql`insert into social.cases (user_id, opened_at) values (${userId}, now())`;
  const { text, code } = await ask();
  await praca.sql`delete from social.cases where user_id = ${userId}`;
  assert.equal(code, 0, text);
  assert.match(text, /^WARN {3}approvals of payouts: waiting for a second person: 1 of BTC\n {7}To do: /m);
  assert.match(text, /^WARN {3}moderation: waiting for a decision: 1 of reports and appeals\n {7}To do: /m);
});

test('--json has a stable shape', async () => {
  const { text, code } = await ask({ SMTP_URL: `smtp://${deadPort}` }, 'json');
  assert.equal(code, 1);
  const { version, status, checks, ...others } = JSON.parse(text);
  assert.deepEqual([typeof version, status, others], ['string', 'wrong', {}]);
  const [wrong, ...more] = checks.filter((check: { status: string }) => check.status !== 'ok');
  assert.deepEqual(Object.keys(wrong), ['subject', 'status', 'detail', 'advice']);
  assert.deepEqual([wrong.subject, wrong.status, more], ['mail server', 'wrong', []]);
  for (const check of checks.filter((one: object) => one !== wrong))
    assert.deepEqual(Object.keys(check), ['subject', 'status', 'detail']);
});

test('a part that never answers ends in time and does not delay the others', async () => {
  const report = new DoctorReport(20);
  const examine = report.section();
  await Promise.all([
    examine('silent', () => new Promise(() => {})),
    examine('other', async () => ({ fine: 'answers' })),
  ]);
  assert.deepEqual(linesOf(report.checks), [
    'WRONG  silent: no answer within 0.02 s',
    'ok     other: answers',
  ]);
});
