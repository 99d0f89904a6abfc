import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { query, start, startInAnotherProcess } from '../../../../test/support/embedded-postgres.ts';
import { isAlive, until } from '../../../../test/support/process.ts';
import { StartError } from '../../start-error.ts';
import { findRunningEmbeddedPostgres } from './embedded.ts';
import { lacksCluster, makeDirectory } from './embedded-directories.ts';
import { explainOutput } from './embedded-failure.ts';

describe('the embedded PostgreSQL', () => {
  let root: string;
  let dataDir: string;

  before(async () => {
    // As root, mkdtemp makes a directory that no other account can enter, like a checkout in root's home.
    root = await mkdtemp(join(tmpdir(), 'praca-embedded-'));
    dataDir = join(root, 'data');
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('creates a cluster, serves, is found by other commands, and stops', async () => {
    assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined);
    const server = await start(dataDir);
    assert.equal(await query(server, `select current_setting('server_encoding') as value`), 'UTF8');
    assert.equal(await query(server, `select current_setting('data_checksums') as value`), 'on');
    await query(server, 'create table kept (value int)');
    await query(server, 'insert into kept values (1)');
    assert.deepEqual(await findRunningEmbeddedPostgres(dataDir), server.connection);
    const pid = server.pid() ?? 0;
    await Promise.all([server.stop(), server.stop()]);
    assert.equal(isAlive(pid), false);
    assert.equal(server.pid(), undefined);
    assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined);
  });

  it('keeps committed data after a stop and after a killed postmaster', async () => {
    const messages: string[] = [];
    const server = await start(dataDir, { messages });
    try {
      assert.equal(await query(server, 'select value from kept'), 1);
      await query(server, 'insert into kept values (2)');
      const first = server.pid() ?? 0;
      process.kill(first, 'SIGKILL');
      await until(() => messages.some((message) => message.includes('running again')), 'the restart');
      assert.notEqual(server.pid(), first);
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 2);
      assert.ok(messages.some((message) => message.includes('killed by SIGKILL')));
    } finally {
      await server.stop();
    }
  });

  it('starts although another process has the pid in the lock files of a killed PostgreSQL', async () => {
    const first = await start(dataDir);
    const socketLock = join(first.connection.host, '.s.PGSQL.5432.lock');
    const socketLockText = await readFile(socketLock, 'utf8');
    const postmasterFile = join(dataDir, 'postgres', '18', 'postmaster.pid');
    const postmasterText = await readFile(postmasterFile, 'utf8');
    await first.stop();
    await writeFile(socketLock, socketLockText.replace(/^\d+/, String(process.pid)));
    await writeFile(postmasterFile, postmasterText.replace(/^\d+/, String(process.pid)));

    const server = await start(dataDir);
    try {
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 2);
    } finally {
      await server.stop();
    }
  });

  it('starts at once after Praça and its PostgreSQL were killed together', async () => {
    const other = await startInAnotherProcess(dataDir);
    process.kill(other.postmaster, 'SIGKILL');
    await other.kill();
    const server = await start(dataDir);
    try {
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 2);
    } finally {
      await server.stop();
    }
  });

  it('does not start again if it is stopped during a restart', async () => {
    const messages: string[] = [];
    const server = await start(dataDir, { messages });
    process.kill(server.pid() ?? 0, 'SIGKILL');
    await until(() => messages.some((message) => message.includes('unexpectedly')), 'the notice');
    await server.stop();
    assert.equal(server.pid(), undefined);
    assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined);
  });

  it('rejects a directory that another Praça uses, and takes over a cluster left running by a killed Praça', async () => {
    const other = await startInAnotherProcess(dataDir);
    await assert.rejects(start(dataDir), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(
        error.message,
        `${dataDir} is in use by another Praça (process ${other.pid}). Stop it, or set DATA_DIR to another directory.`,
      );
      return true;
    });
    await other.kill();
    assert.equal(isAlive(other.postmaster), true);

    const messages: string[] = [];
    const server = await start(dataDir, { messages });
    try {
      assert.equal(isAlive(other.postmaster), false);
      assert.ok(messages.some((message) => message.includes(`process ${other.postmaster}`)));
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 2);
    } finally {
      await server.stop();
    }
  });

  it('does not signal an unrelated process whose pid is in a stale file', async () => {
    const foreign = spawn('sleep', ['60']);
    const cluster = join(dataDir, 'postgres', '18');
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${foreign.pid}\n${cluster}\n1\n5432\n\n\n1 1\nready   \n`,
    );
    assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined);
    const server = await start(dataDir);
    try {
      assert.equal(foreign.exitCode ?? foreign.signalCode, null);
      assert.equal(await query(server, 'select count(*)::int as value from kept'), 2);
    } finally {
      await server.stop();
      foreign.kill();
    }
  });

  it('removes a partial initialisation, and serves from a path that is too long for a socket', async () => {
    const odd = join(root, `a, b: c ${'x'.repeat(90)}`);
    const half = join(odd, 'postgres', '18.new-0123', 'base');
    await mkdir(half, { recursive: true });
    const server = await start(odd);
    try {
      assert.equal(existsSync(half), false);
      assert.ok([tmpdir(), '/tmp'].includes(dirname(server.connection.host)));
      assert.deepEqual(await findRunningEmbeddedPostgres(odd), server.connection);
      assert.equal(await query(server, 'select 1 as value'), 1);
    } finally {
      await server.stop();
      await rm(server.connection.host, { recursive: true });
    }
  });

  it('rejects data of another version', async () => {
    const old = join(root, 'old');
    await mkdir(join(old, 'postgres', '17'), { recursive: true });
    await writeFile(join(old, 'postgres', '17', 'PG_VERSION'), '17\n');
    await assert.rejects(start(old), {
      name: 'StartError',
      message: /holds data of PostgreSQL 17, and this Praça runs 18/,
    });
    await assert.rejects(lacksCluster(old), { message: /holds data of PostgreSQL 17/ });
  });

  it('quotes the reason when PostgreSQL does not start, and releases the directory', async () => {
    const configuration = join(dataDir, 'postgres', '18', 'postgresql.conf');
    const text = await readFile(configuration, 'utf8');
    await writeFile(configuration, `${text}\nwork_mem = nonsense\n`);
    await assert.rejects(start(dataDir), {
      name: 'StartError',
      message: /could not start on .*postgresql\.conf/,
    });
    await writeFile(configuration, text);
    await (await start(dataDir)).stop();
  });

  it('reports a path that cannot be a directory', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    await assert.rejects(start(join(file, 'data')), {
      name: 'StartError',
      message: /file is not a directory|ENOTDIR/,
    });
  });

  it('creates missing parent directories, and ends with an error where none can be made', async () => {
    const deep = join(root, 'a', 'b', 'c');
    await makeDirectory(deep, 0o700);
    await makeDirectory(deep, 0o700);
    assert.ok((await stat(deep)).isDirectory());
    assert.deepEqual([await lacksCluster(deep), await lacksCluster(dataDir)], [true, false]);
    if (process.platform !== 'linux') return;
    await assert.rejects(start('/proc/none/data'), {
      name: 'StartError',
      message: /^\/proc\/none cannot be made \(ENOENT\): set DATA_DIR/,
    });
  });
});

describe('the last output of a failed PostgreSQL', () => {
  const cases = [
    [
      'FATAL:  could not write lock file "postmaster.pid": No space left on device',
      /^The disk that holds \/d is full/,
    ],
    [
      'FATAL:  could not resize shared memory segment: No space left on device',
      /^It failed on \/d: could not resize/,
    ],
    ['LOG:  x\n2026 [1] FATAL:  first\n2026 [1] DETAIL:  second\n', /^It failed on \/d: first; second\.$/],
    ['initdb: could not look up effective user ID 12345: user does not exist', /id 12345, which has no name/],
    ['', /^It failed on \/d: it gave no reason\.$/],
  ] as const;
  for (const [output, sentence] of cases)
    it(`becomes one sentence: ${String(sentence)}`, () =>
      assert.match(explainOutput('It failed', '/d', output).message, sentence));
});
