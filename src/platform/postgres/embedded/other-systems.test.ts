import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { query, start, startInAnotherProcess } from '../../../../test/support/embedded-postgres.ts';
import { isAlive, until } from '../../../../test/support/process.ts';
import { clusterProcessesOf } from './cluster-processes.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { planCommands } from './embedded-account.ts';
import { prepareSocketDirectory } from './embedded-directories.ts';
import { findRunningEmbeddedPostgres } from './embedded.ts';

/** macOS has neither /proc nor abstract sockets. The means used there also work on Linux. */
const platform = 'darwin';
const processes = clusterProcessesOf(platform);

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'praca-other-'));
});
after(() => rm(root, { recursive: true, force: true }));

describe('the embedded PostgreSQL without /proc', () => {
  let dataDir: string;
  let cluster: string;
  before(() => {
    dataDir = join(root, 'data');
    cluster = join(dataDir, 'postgres', '18');
  });

  it('creates a cluster, serves, is found by other commands, and stops', async () => {
    assert.equal(await findRunningEmbeddedPostgres(dataDir, platform), undefined);
    const server = await start(dataDir, { platform });
    await query(server, 'create table kept (value int)');
    assert.deepEqual(await findRunningEmbeddedPostgres(dataDir, platform), server.connection);
    const pid = server.pid() ?? 0;
    assert.deepEqual([processes.runsOn(pid, cluster), processes.runsOn(process.pid, cluster)], [true, false]);
    // `ps` must find the same processes as /proc.
    if (process.platform === 'linux')
      assert.deepEqual(processes.findAll(cluster), clusterProcessesOf('linux').findAll(cluster));
    assert.ok(processes.findAll(cluster).length > 3);
    await server.stop();
    assert.equal(isAlive(pid), false);
    assert.deepEqual(processes.findAll(cluster), []);
    assert.equal(await findRunningEmbeddedPostgres(dataDir, platform), undefined);
  });

  it('rejects a directory that another Praça uses, and takes over a cluster left running by a killed Praça', async () => {
    const other = await startInAnotherProcess(dataDir, platform);
    await assert.rejects(start(dataDir, { platform }), {
      name: 'StartError',
      message: `${dataDir} is in use by another Praça (process ${other.pid}). Stop it, or set DATA_DIR to another directory.`,
    });
    await other.kill();
    assert.equal(isAlive(other.postmaster), true);
    const messages: string[] = [];
    const server = await start(dataDir, { messages, platform });
    try {
      assert.equal(isAlive(other.postmaster), false);
      assert.ok(messages.some((message) => message.includes(`process ${other.postmaster}`)));
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 0);
    } finally {
      await server.stop();
    }
  });

  it('ends a session that outlived its postmaster and holds the data', async () => {
    const server = await start(dataDir, { platform });
    try {
      // A session in a busy loop does not notice that its postmaster is gone.
      const busy = query(server, `do $$ begin loop end loop; end $$`).catch(() => undefined);
      const findBusy = () =>
        query<number>(
          server,
          `select pid as value from pg_stat_activity where query like 'do $$ begin loop%'`,
        );
      let pid: number | undefined;
      await until(async () => (pid = await findBusy()) !== undefined, 'the busy session');
      const postmaster = server.pid() ?? 0;
      process.kill(postmaster, 'SIGKILL');
      await until(() => server.pid() !== postmaster && server.pid() !== undefined, 'the restart', 60_000);
      await busy;
      await until(() => !isAlive(pid ?? 0), 'the end of the busy session');
      await until(async () => (await query(server, 'select 1 as value').catch(() => 0)) === 1, 'the service');
    } finally {
      await server.stop();
    }
  });

  it('does not signal an unrelated process with the pid of a stale file, nor the PostgreSQL of another directory', async () => {
    const server = await start(dataDir, { platform });
    const foreign = spawn('sleep', ['60']);
    const copy = join(root, 'copy');
    try {
      const stale = join(copy, 'postgres', '18', 'postmaster.pid');
      await mkdir(join(copy, 'postgres', '18'), { recursive: true });
      await copyFile(join(cluster, 'postmaster.pid'), stale);
      assert.match(await readFile(stale, 'utf8'), new RegExp(`^${server.pid()}\\n`));
      assert.equal(await findRunningEmbeddedPostgres(copy, platform), undefined);
      await writeFile(stale, (await readFile(stale, 'utf8')).replace(/^\d+/, String(foreign.pid)));
      assert.equal(await findRunningEmbeddedPostgres(copy, platform), undefined);
      assert.equal(processes.runsOn(foreign.pid ?? 0, cluster), false);
    } finally {
      await server.stop();
      foreign.kill();
    }
  });
});

describe('the file lock of a directory', () => {
  const lock = (directory: string) => lockDataDirectory(directory, platform);
  const directoryOf = async (name: string): Promise<string> => {
    const directory = join(root, name);
    await mkdir(directory);
    return directory;
  };
  const inUse = { name: 'StartError', message: /is in use by another Praça/ };

  it('is held once, also within one process, and can be taken again after its release', async () => {
    const directory = await directoryOf('once');
    const first = await lock(directory);
    await assert.rejects(lock(directory), inUse);
    await assert.rejects(lock(directory), { message: new RegExp(`\\(process ${process.pid}\\)`) });
    await first.release();
    await first.release();
    await (await lock(directory)).release();
  });

  it('still excludes other processes after a failed attempt in its own process', async () => {
    const directory = await directoryOf('vain');
    const first = await lock(directory);
    await assert.rejects(lock(directory), inUse);
    assert.match(await lockElsewhere(directory), /is in use by another Praça/);
    await first.release();
    assert.equal(await lockElsewhere(directory), 'locked');
  });

  it('goes to one of several simultaneous processes, and is free when that one is killed', async () => {
    const directory = await directoryOf('many');
    const answers = await Promise.all(Array.from({ length: 6 }, () => lockElsewhere(directory, true)));
    assert.deepEqual(
      answers.filter((answer) => answer === 'locked'),
      ['locked'],
    );
    for (const kill of kills.splice(0)) await kill();
    await (await lock(directory)).release();
  });

  it('is separate for a copy of the directory, and its file is closed to other accounts', async () => {
    const directory = await directoryOf('original');
    const first = await lock(directory);
    const copy = join(root, 'copied');
    await cp(directory, copy, { recursive: true });
    await (await lock(copy)).release();
    assert.equal(statSync(join(directory, 'lock.db')).mode & 0o777, 0o600);
    await first.release();
  });

  it('reports the path of a lock that cannot be taken', async () => {
    const directory = await directoryOf('spoilt');
    await writeFile(join(directory, 'lock.db'), 'x'.repeat(4096));
    await assert.rejects(lock(directory), {
      name: 'StartError',
      message: /^.*lock\.db, the lock of the directory, cannot be taken: file is not a database\.$/,
    });
  });

  const kills: (() => Promise<unknown>)[] = [];
  async function lockElsewhere(directory: string, stays = false): Promise<string> {
    const module = JSON.stringify(import.meta.resolve('./data-directory-lock.ts'));
    const program = `
      import { lockDataDirectory } from ${module};
      const said = await lockDataDirectory(process.argv[1], '${platform}').then(() => 'locked', (error) => error.message);
      console.log(said);
      if (${stays} && said === 'locked') setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    kills.push(() => (child.kill('SIGKILL'), exited));
    const [line] = await once(child.stdout, 'data');
    return String(line).trim();
  }
});

describe('the path of the socket', () => {
  const limitOfMacBytes = 103;

  it('is short enough for macOS with every data and temporary directory', async () => {
    const temporary = process.env['TMPDIR'];
    const made: string[] = [];
    try {
      for (const [folder, length] of [tmpdir(), join(root, 't'.repeat(60))].flatMap((name) =>
        [10, 40, 60, 61, 62, 63, 64, 65, 66, 70, 90].map((added) => [name, added] as const),
      )) {
        process.env['TMPDIR'] = folder;
        const base = join(root, 'd'.repeat(length));
        await mkdir(folder, { recursive: true });
        await mkdir(base, { recursive: true });
        const layout = { dataDir: root, base, cluster: join(base, '18'), log: join(base, 'server.log') };
        const directory = await prepareSocketDirectory(layout, undefined);
        made.push(directory);
        assert.ok(Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= limitOfMacBytes, directory);
        assert.equal(statSync(directory).mode & 0o777, 0o700);
      }
    } finally {
      if (temporary === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = temporary;
      for (const directory of made) await rm(directory, { recursive: true, force: true });
    }
    assert.ok(made.some((directory) => directory.startsWith(root)));
    assert.ok(made.some((directory) => !directory.startsWith(root)));
  });
});

describe('a process without capabilities', () => {
  it('gets an error that names the directory it may not pass', async () => {
    const closed = await mkdtemp(join(root, 'closed-'));
    const reached = { directories: [closed], programs: [] };
    const stranger = { name: 'stranger', uid: 4_000_001, gid: 4_000_001 };
    assert.throws(() => planCommands(stranger, reached, join(root, 'no', 'status')), {
      name: 'StartError',
      message:
        /^PostgreSQL runs as the account stranger, which may not pass .*: run "chmod o\+x .*", or keep/,
    });
  });
});
