import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { until as untilWithin } from '../../../test/support/process.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { Sql } from './client/database.ts';
import { findLeader, openLeaderElection, type LeaderElection } from './leader-election.ts';

/** The timeout is generous because other tests may keep the machine busy. */
const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(condition, what, 60_000);

let database: TestDatabase;
let sql: Sql;
const opened: LeaderElection[] = [];
const log = createLogger({ level: 'silent', pretty: false });

before(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openTestPool(database.connection);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((election) => election.close()));
});
after(async () => {
  await sql.end();
  await database.drop();
});

function open(silentMs?: number): LeaderElection {
  const election = openLeaderElection(database.connection, log, silentMs === undefined ? {} : { silentMs });
  opened.push(election);
  return election;
}

/** Work that records which candidates run it. */
class Stage {
  readonly players = new Set<string>();
  most = 0;
  entries = 0;

  play =
    (who: string) =>
    async (signal: AbortSignal): Promise<void> => {
      this.players.add(who);
      this.entries += 1;
      this.most = Math.max(this.most, this.players.size);
      if (!signal.aborted) await once(signal, 'abort');
      this.players.delete(who);
    };

  has = (who: string) => () => this.players.has(who);
}

const endConnections = (): PromiseLike<unknown> => sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'praca leader election' and datname = current_database()`;

test('one of several candidates leads, and another takes over when it stops', async () => {
  const stage = new Stage();
  const first = open().campaign('a', stage.play('first'));
  await until(stage.has('first'), 'the lead');
  open().campaign('a', stage.play('second'));
  open().campaign('a', stage.play('third'));
  assert.ok((await findLeader(sql, 'a'))?.pid);
  assert.equal(await findLeader(sql, 'b'), undefined);
  await first.resign();
  assert.ok(!stage.players.has('first'));
  await until(() => stage.players.size === 1, 'the take-over');
  assert.equal(stage.most, 1);
});

test('a process leads several names and releases each separately', async () => {
  const stage = new Stage();
  const here = open();
  const names = ['a', 'b', 'c'];
  const [a] = names.map((name) => here.campaign(name, stage.play(name)));
  await until(() => stage.players.size === 3, 'three leaders');
  const there = open();
  names.forEach((name) => there.campaign(name, stage.play(`${name} there`)));
  await a?.resign();
  await until(stage.has('a there'), 'the take-over');
  assert.deepEqual([...stage.players].toSorted(), ['a there', 'b', 'c']);
});

test('a lost connection ends the work, and a candidate starts it again', async () => {
  const stage = new Stage();
  open().campaign('a', stage.play('first'));
  await until(stage.has('first'), 'the lead');
  await endConnections();
  await until(() => stage.entries === 2, 'the second beginning');
  assert.equal(stage.most, 1);
});

test('two candidates of one process never lead together', async () => {
  const stage = new Stage();
  const election = open();
  const first = election.campaign('a', stage.play('first'));
  election.campaign('a', stage.play('second'));
  await until(() => stage.players.size > 0, 'the lead');
  election.campaign('a', stage.play('third'));
  election.campaign('b', stage.play('another'));
  await until(stage.has('another'), 'another turn');
  assert.equal(stage.players.size, 2);
  await first.resign();
  await until(stage.has('second'), 'the take-over');
});

test('restarts work that fails', async () => {
  let times = 0;
  open().campaign('a', async () => {
    times += 1;
    throw new Error('no');
  });
  await until(() => times === 2, 'the second time');
});

test('work that was stopped before it led never starts and does not keep the lead', async () => {
  const stage = new Stage();
  const here = open();
  const following = here.campaign('a', stage.play('here'));
  await following.resign();
  open().campaign('a', stage.play('there'));
  await until(stage.has('there'), 'the lead');
  assert.equal(stage.entries, 1);
});

test('a suspended process loses the lead within seconds, and stops its work when it resumes', async () => {
  const program = `
    import { openLeaderElection } from ${JSON.stringify(new URL('leader-election.ts', import.meta.url).href)};
    import { createLogger } from ${JSON.stringify(new URL('../telemetry/logger.ts', import.meta.url).href)};
    const election = openLeaderElection(${JSON.stringify(database.connection)}, createLogger({ level: 'silent', pretty: false }), { silentMs: 2000 });
    election.campaign('a', async (signal) => {
      process.stdout.write('leading');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      process.stdout.write('lost');
      process.exit(0);
    });`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  other.stdout.on('data', (text: Buffer) => (said += text.toString()));
  try {
    await until(() => said.startsWith('leading'), 'the lead');
    other.kill('SIGSTOP');
    const stage = new Stage();
    open().campaign('a', stage.play('here'));
    await until(stage.has('here'), 'the take-over');
    other.kill('SIGCONT');
    await until(() => said === 'leadinglost', 'the end of the other');
  } finally {
    other.kill('SIGKILL');
  }
});

test('a lock on a standby does not elect a leader', async (context) => {
  // A function of the same name in an earlier schema of search_path hides PostgreSQL’s own.
  await sql`create schema standby`;
  await sql`create function standby.pg_is_in_recovery() returns boolean return true`;
  const name = sql.identifier(database.name);
  await sql`alter database ${name} set search_path = standby, pg_catalog`;
  context.after(() => sql`alter database ${name} reset search_path`);
  const stage = new Stage();
  const lines: string[] = [];
  const hearing = {
    warn: (_: object, line: string) => lines.push(line),
    info: () => {},
  } as unknown as typeof log;
  const election = openLeaderElection(database.connection, hearing);
  opened.push(election);
  election.campaign('astray', stage.play('astray'));
  await until(() => lines.length > 0, 'a line in the log');
  assert.equal(stage.entries, 0);
  await sql`alter database ${name} reset search_path`;
  await until(stage.has('astray'), 'the lead on the primary');
});
