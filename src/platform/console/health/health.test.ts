import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../../test/support/console.ts';
import { addStaff, runCommand } from '../../../../test/support/commands.ts';
import { until } from '../../../../test/support/process.ts';
import { allCommands } from '../../../app.ts';
import { addJob } from '../../jobs/jobs.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import type { Role } from '../people/roles.rules.ts';

const hostile = `<img src=x onerror="alert(1)">`;
let praca: TestApp;
before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
});
after(() => praca.close());

const staff = async (role: Role): Promise<Visitor> => {
  const visitor = await signIn(praca, (await createPerson(praca, [staffAs(role)])).email);
  await visitor.get('/console/staff');
  return visitor;
};

async function failJob(name: string): Promise<string> {
  await transaction(praca.sql, (tx) => addJob(tx, praca.clock, name, { secret: 'payload' }, { key: name }));
  const [row] = await praca.sql<{ id: string }[]>`
    update graphile_worker._private_jobs set attempts = 25, last_error = ${`${hostile} away\n    at stack (file.ts:1)`}
    where key = ${name} returning id::text`;
  return row?.id ?? '';
}

test('failed jobs are listed with their error and without their payload, and can be retried once', async () => {
  const job = await failJob('send_mail');
  const [admin, viewer] = [await staff('admin'), await staff('viewer')];
  const { body } = await admin.get('/console/staff/jobs');
  assert.match(body, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; away/);
  assert.doesNotMatch(body, /<img src=x|payload|stack \(file/);
  assert.match(body, /Given up/);
  assert.doesNotMatch(
    (await viewer.get('/console/staff/jobs')).body,
    /action="\/console\/staff\/jobs\/retry"/,
  );
  assert.equal((await viewer.post('/console/staff/jobs/retry', { job })).status, 403);
  assert.equal((await admin.post('/console/staff/jobs/retry', { job })).status, 303);
  const again = await admin.post('/console/staff/jobs/retry', { job });
  assert.deepEqual([again.status, /is no longer waiting/.test(again.body)], [400, true]);
  for (const odd of ['x', '', '99999999999999999999', '0'])
    assert.equal((await admin.post('/console/staff/jobs/retry', { job: odd })).status, 400, odd);
  const [row] = await praca.sql<{ attempts: number; due: boolean }[]>`
    select attempts::int, run_at <= now() as due from graphile_worker.jobs where id = ${job}::bigint`;
  assert.deepEqual({ ...row }, { attempts: 0, due: true });
  assert.deepEqual(
    (await listRecorded(praca)).filter(({ act }) => act === 'job.retried').map(({ subject }) => subject),
    ['send_mail'],
  );
});

test('the command line lists and retries failed jobs', async () => {
  const job = await failJob('note');
  const run = async (name: string, positionals: string[] = []): Promise<string> => {
    const lines: string[] = [];
    const command = allCommands.find((candidate) => candidate.name === name);
    assert.ok(command);
    await command.run(
      praca.platform,
      { values: { by: await addStaff(praca.platform) }, positionals },
      (line) => void lines.push(line),
    );
    return lines.join('\n');
  };
  assert.match(await run('job list'), new RegExp(`^${job} {2}note {2}25 of 25 attempts, given up`, 'm'));
  assert.match(await run('job retry', [job]), /is retried/);
  await assert.rejects(run('job retry', [job]), /No waiting job/);
  assert.equal(await run('job list'), 'No job has failed.');
});

test('the health page shows the figures of /metrics, the leaders and every process', async () => {
  await praca.start();
  const [admin, support] = [await staff('admin'), await staff('support')];
  assert.equal((await support.get('/console/staff/health')).status, 403);
  let body = '';
  // Leaders are elected shortly after the start.
  await until(async () => {
    ({ body } = await admin.get('/console/staff/health'));
    return /session \d+/.test(body);
  }, 'a leader');
  assert.match(body, /<div[^>]* id="health" data-live="2"/);
  for (const said of [
    /GET \/console\/staff/,
    /MiB/,
    /praca leader election/,
    /rates/,
    /chain: /,
    /session \d+/,
  ])
    assert.match(body, said);
});

test('the staff’s first page shows problems; alerts and chains appear for the roles that may see them', async () => {
  const admin = await staff('admin');
  assert.match((await admin.get('/console/staff')).body, /Needs attention/);
  await runCommand(praca, 'payout freeze', [], { by: 'ana@commands.test', reason: 'a try', coin: 'LTC' });
  await failJob('other');
  const { body } = await admin.get('/console/staff');
  assert.match(
    body,
    /Payouts of LTC are frozen.*?People wait.*?<time.*?href="\/console\/staff\/treasury">Open</s,
  );
  assert.match(body, /Job other.*?Loss or failure.*?href="\/console\/staff\/jobs">Retry</s);
  assert.ok(body.indexOf('Job other') < body.indexOf('Payouts of LTC are frozen'), 'the worst first');
  assert.match(body, /<span>Jobs<\/span><b class="count"/);
  const support = await staff('support');
  const seen = (await support.get('/console/staff/alerts')).body;
  assert.match(seen, /Payouts of LTC are frozen/);
  assert.doesNotMatch(seen, /href="\/console\/staff\/treasury"/, 'what a role may not open is no link');
  const moderator = await staff('moderator');
  const plain = (await moderator.get('/console/staff')).body;
  assert.match(plain, /Nothing needs attention/, 'no task of this role');
  assert.doesNotMatch(plain, /LTC|Job other|class="count"/);
  const viewer = (await (await staff('viewer')).get('/console/staff')).body;
  assert.match(viewer, /Your role can read but has no tasks/);
  assert.doesNotMatch(viewer, /Payouts of LTC are frozen|Job other|class="count"/);
  const chains = (await support.get('/console/staff/chains')).body;
  assert.match(chains, /simulated-1/);
  assert.match(chains, /data-live="2"/);
  assert.equal((await support.get('/console/staff/webhooks')).status, 200);
  for (const path of ['adjustments', 'held', 'treasury', 'payouts'])
    assert.equal((await support.get(`/console/staff/${path}`)).status, 403, path);
});
