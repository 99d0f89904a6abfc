import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isAlive, until } from '../test/support/process.ts';
import { processTableOf } from '../test/support/process-table.ts';
import { installPackages } from './test/install/debian-packages.ts';
import { findDatabaseSupport, kindOf, type TestFile } from './test/kinds.ts';
import type { FileOutcome } from './test/outcome.ts';
import { NothingMatches, select } from './test/select.ts';
import { formatSummary, formatTotals, hasFailed, listMissed, type KindResult } from './test/summary.ts';

const outcomeOf = (passed: number, failed: number, skipped: number): FileOutcome => ({
  file: 'a.test.ts',
  passed,
  failures: Array.from({ length: failed }, () => ({ name: 'breaks', file: 'a.test.ts', text: '1 !== 2' })),
  skipped: Array.from({ length: skipped }, () => 'later'),
  durationMs: 1,
});

const resultOf = (kind: string, ...outcomes: FileOutcome[]): KindResult => ({
  kind,
  outcomes,
  durationMs: 1,
});

const textOf = (outcome: FileOutcome) =>
  outcome.failures.map(({ name, text }) => `${name}: ${text}`).join('\n');

describe('sorting test files into kinds', () => {
  const sorted: Array<[kind: string, path: string, source: string]> = [
    ['unit', 'src/platform/money.test.ts', `import { test } from 'node:test';`],
    ['lint', 'scripts/checks/lint.test.ts', ''],
    ['unit', 'test/launcher.test.ts', `// import '../test/support/database.ts';`],
    ['unit', 'src/platform/money.test.ts', `import { x } from './support/database.ts';`],
    ['database', 'src/platform/mail/mail.test.ts', `import { x } from '../../../test/support/database.ts';`],
    ['database', 'test/journey.test.ts', `import { x } from './support/database.ts';`],
    ['database', 'test/support/database.test.ts', `import { x } from './database.ts';`],
    ['browser', 'test/browser/checkout.test.ts', `import { x } from '../support/database.ts';`],
    ['crash', 'test/crash/restart.test.ts', ''],
    [
      'litecoin',
      'test/litecoin.test.ts',
      `import { x } from './support/litecoin-node.ts'; import { y } from './support/database.ts';`,
    ],
    ['bitcoin', 'test/bitcoin.test.ts', `import { x } from './support/bitcoin-node.ts';`],
    ['bitcoin-cash', 'test/bitcoin-cash.test.ts', `import { x } from './support/bitcoin-cash-node.ts';`],
    ['unit', 'test/parts.test.ts', `import type { X } from './support/bitcoin-node.ts';`],
  ];
  for (const [kind, path, source] of sorted) {
    test(`sorts ${path} with ${source} as ${kind}`, () => assert.equal(kindOf(path, source), kind));
  }
});

test('sorts a test that reaches a database through another support file as database', () => {
  const support = findDatabaseSupport(
    new Map([
      ['test/support/journey.ts', `import { x } from './app.ts';`],
      ['test/support/app.ts', `import { x } from './database.ts';`],
      ['test/support/types.ts', `import type { X } from './database.ts';`],
    ]),
  );
  const kindFor = (name: string) =>
    kindOf('src/app.test.ts', `import { x } from '../test/support/${name}.ts';`, support);
  assert.equal(kindFor('journey'), 'database');
  assert.equal(kindFor('types'), 'unit');
});

describe('selecting tests by arguments', () => {
  const files: TestFile[] = [
    { path: 'src/platform/money.test.ts', kind: 'unit' },
    { path: 'src/merchant/orders/order.store.test.ts', kind: 'database' },
    { path: 'test/browser/checkout.test.ts', kind: 'browser' },
  ];
  const pathsFor = (...wishes: string[]) => select(wishes, files, '/praca').files.map(({ path }) => path);

  test('selects everything without arguments', () => {
    const { kinds } = select([], files, '/praca');
    assert.deepEqual(kinds.slice(0, 4), ['types', 'lint', 'imports', 'format']);
    assert.deepEqual(kinds.slice(4, 9), ['unit', 'client-types', 'personal-data', 'crash', 'cluster']);
    assert.deepEqual(kinds.slice(9, 14), ['bitcoin-cash', 'browser', 'ethereum', 'bitcoin', 'litecoin']);
    assert.deepEqual(kinds.slice(14), ['deploy', 'database', 'rows', 'answers']);
    assert.equal(pathsFor().length, 3);
  });
  test('selects all checks or one of them', () => {
    assert.deepEqual(select(['check'], files, '/praca'), {
      kinds: ['types', 'lint', 'imports', 'format', 'client-types', 'personal-data'],
      named: new Set(['types', 'lint', 'imports', 'format', 'client-types', 'personal-data']),
      files: [],
    });
    assert.deepEqual(select(['lint'], files, '/praca').kinds, ['lint']);
  });
  test('selects a kind without the files whose path merely contains its name', () => {
    assert.deepEqual(pathsFor('unit'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('browser'), ['test/browser/checkout.test.ts']);
  });
  test('selects rows and answers only together with all database tests', () => {
    for (const judge of ['rows', 'answers'] as const) {
      const file: TestFile = { path: `scripts/checks/${judge}.test.ts`, kind: judge };
      const { kinds, files: selected } = select([judge], [...files, file], '/praca');
      assert.deepEqual(kinds, ['database', judge]);
      assert.deepEqual(selected, [files[1], file]);
      assert.throws(() => select(['scripts'], [...files, file], '/praca'), NothingMatches);
    }
  });
  test('selects an empty kind, so that the summary can report it', () => {
    assert.deepEqual(select(['crash'], files, '/praca').kinds, ['crash']);
  });
  test('selects by path, by a part of one, and several together', () => {
    assert.deepEqual(pathsFor('./src/platform/money.test.ts'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('/praca/src/platform/money.test.ts'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('checkout', 'money'), [
      'src/platform/money.test.ts',
      'test/browser/checkout.test.ts',
    ]);
  });
  test('rejects an argument without a match and names it', () => {
    assert.throws(
      () => pathsFor('money', 'mony'),
      (error) => error instanceof NothingMatches && /"mony"/.test(error.message),
    );
  });
});

describe('the summary', () => {
  test('adds up files', () => {
    const outcomes = [outcomeOf(2, 0, 0), outcomeOf(3, 1, 0), outcomeOf(4, 0, 0)];
    assert.equal(formatTotals(outcomes), '9 passed, 1 failed');
    assert.equal(hasFailed(outcomes), true);
    assert.equal(hasFailed([outcomeOf(1, 0, 1)]), false);
  });
  test('lists skipped tests only if there are any', () => {
    const text = formatSummary([resultOf('unit', outcomeOf(1, 0, 2))]);
    assert.match(text, /a\.test\.ts › later/);
    assert.match(text, /\n1 passed, 0 failed, 2 skipped$/);
    assert.doesNotMatch(formatSummary([resultOf('unit', outcomeOf(1, 0, 0))]), /skipped/i);
  });
  test('repeats each failure, lists what was not run, and ends with the totals', () => {
    const text = formatSummary([
      resultOf('unit', outcomeOf(0, 1, 0)),
      { ...resultOf('browser'), notRun: 'there is no Chromium' },
    ]);
    assert.match(text, /✗ a\.test\.ts › breaks\n {4}1 !== 2/);
    assert.match(text, /not run: browser: there is no Chromium/);
    assert.match(text, /\n0 passed, 1 failed$/);
  });
  test('lists the ten slowest files with their seconds', () => {
    const outcomes = Array.from({ length: 12 }, (_, at) => ({
      ...outcomeOf(1, 0, 0),
      file: `${at}.test.ts`,
      durationMs: at * 1000,
    }));
    const text = formatSummary([resultOf('unit', ...outcomes)]);
    assert.deepEqual(
      [...text.matchAll(/(\S+) s  (\S+)\.test\.ts$/gm)].map(([, seconds, file]) => [seconds, file]),
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => [`${at}.0`, `${at}`]),
    );
    assert.match(text, /unit +12 passed, 0 failed in 0\.0 s$/m);
  });
});

describe('running test files', () => {
  // Unique duration, so that the process can be found.
  const sleepSeconds = `${process.pid}0000`;
  const ordinary = {
    counted: `describe('money', () => { test('adds', () => {}); test.skip('divides', () => {}); test.todo('rounds'); });`,
    failing: `describe('money', () => { test('adds', () => assert.deepEqual({ sum: 1 }, { sum: 2 })); test('ok', () => {}); });`,
    empty: '',
    unloadable: `import './missing.mjs';`,
    lateHook: `test('ok', () => {}); after(() => { throw new Error('late hook'); });`,
    lateError: `test('ok', () => setTimeout(() => { throw new Error('late'); }, 50));`,
    cut: `test('ok', () => {}); test('cut', () => new Promise(() => setTimeout(() => process.exit(0), 200)));`,
    cutFirst: `test('cut', () => process.exit(0));`,
    killed: `test('ok', () => {}); test('killed', () => process.kill(process.pid, 'SIGKILL'));`,
    only: `test.only('chosen', () => {}); test('hidden', () => { throw new Error('was run'); });`,
    leaving: `test('ok', () => spawn('sleep', ['${sleepSeconds}'], { stdio: 'inherit' }).unref());`,
    environment: `test('ok', () => assert.deepEqual(
      [process.env.DATABASE_URL, process.env.PRACA_TEST_POSTGRES], [undefined, 'the one of this run']));`,
  };
  const hanging = {
    open: `import net from 'node:net'; test('ok', () => void net.createServer().listen(0));`,
    endless: `test('waits', () => new Promise((done) => setTimeout(done, 600_000)));`,
    blocked: `test('blocks', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
    early: `await new Promise((done) => setTimeout(done, 600_000));`,
  };
  // The file writes this after it has printed everything. Only the supervisor notices that its parent is gone.
  const slow = `const { pid } = spawn('sleep', ['7220']);
    setTimeout(() => writeFileSync(process.env.PIDS, process.pid + ' ' + pid), 1_000);
    test('waits', () => new Promise((done) => setTimeout(done, 600_000)));`;

  let directory: string;
  const outcomes = new Map<string, FileOutcome>();
  const outcomeOfFile = (name: keyof typeof ordinary | keyof typeof hanging) => {
    const outcome = outcomes.get(`${name}.test.mjs`);
    return outcome ?? assert.fail(`there is no outcome of ${name}`);
  };
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'praca-fixtures-'));
    // A separate process, because node's runner refuses to run inside a test.
    await writeFile(
      join(directory, 'run.mjs'),
      `import { runTestFiles } from '${new URL('test/run-files.ts', import.meta.url).href}';
       const [files, limitMs, environment] = JSON.parse(process.argv[2]);
       const stopping = new AbortController();
       process.once('SIGINT', () => stopping.abort());
       const options = { root: import.meta.dirname, lanes: 4, limitMs, environment, signal: stopping.signal };
       await runTestFiles(files.map((file) => [file]), options, (outcome) => console.log(JSON.stringify(outcome)));`,
    );
    const run = async (sources: Record<string, string>, limitMs: number) => {
      const child = await start(sources, limitMs, { PRACA_TEST_POSTGRES: 'the one of this run' });
      for await (const line of createInterface(child.stdout)) {
        const outcome: FileOutcome = JSON.parse(line);
        outcomes.set(outcome.file, outcome);
      }
    };
    await run(ordinary, 120_000);
    await run(hanging, 5_000);
  });
  after(() => rm(directory, { recursive: true }));

  async function start(
    sources: Record<string, string>,
    limitMs: number,
    environment: Record<string, string>,
  ) {
    const files = Object.keys(sources).map((name) => `${name}.test.mjs`);
    for (const [name, source] of Object.entries(sources)) {
      const imports = `import { after, describe, test } from 'node:test';
        import assert from 'node:assert/strict'; import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';\n`;
      await writeFile(join(directory, `${name}.test.mjs`), imports + source);
    }
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    return spawn(
      process.execPath,
      [join(directory, 'run.mjs'), JSON.stringify([files, limitMs, environment])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...inherited, DATABASE_URL: 'postgres://the.service.itself/praca' },
      },
    );
  }

  test('counts passed, skipped and todo tests', () => {
    const { passed, failures, skipped } = outcomeOfFile('counted');
    assert.deepEqual(
      { passed, failures, skipped },
      { passed: 1, failures: [], skipped: ['money › divides', 'money › rounds'] },
    );
  });
  test('reports the full name and the diff of a failing test once', () => {
    const outcome = outcomeOfFile('failing');
    assert.equal(outcome.passed, 1);
    assert.equal(outcome.failures.length, 1);
    assert.match(textOf(outcome), /^money › adds: AssertionError/);
    assert.match(textOf(outcome), /\+\s+sum: 1\n\s*-\s+sum: 2/);
  });
  test('fails a file without tests', () => {
    assert.match(textOf(outcomeOfFile('empty')), /registers no test/);
  });
  test('fails a file that cannot be loaded, with the reason', () => {
    assert.match(textOf(outcomeOfFile('unloadable')), /exited with code 1[^]*missing\.mjs/);
  });
  test('fails a file with an error in its last hook or a late error', () => {
    assert.match(textOf(outcomeOfFile('lateHook')), /late hook/);
    assert.match(textOf(outcomeOfFile('lateError')), /late/);
  });
  test('fails a file that exits before its tests are finished', () => {
    assert.match(textOf(outcomeOfFile('cut')), /exited before its tests were through/);
    assert.match(textOf(outcomeOfFile('cutFirst')), /exits before the first is through/);
  });
  test('fails a file whose process is killed', () => {
    assert.match(textOf(outcomeOfFile('killed')), /was ended by SIGKILL/);
  });
  test('runs all tests although one is marked as `only`', () => {
    assert.match(textOf(outcomeOfFile('only')), /^hidden: Error: was run/);
  });
  test('fails a file that leaves a process behind, names the process and kills it', () => {
    assert.match(textOf(outcomeOfFile('leaving')), new RegExp(`left running: sleep ${sleepSeconds}`));
    assert.ok(!processTableOf(process.platform).commands().includes(`sleep ${sleepSeconds}`));
  });
  test('passes the PostgreSQL of the run to a file and hides that of the service', () => {
    assert.equal(textOf(outcomeOfFile('environment')), '');
  });
  test('fails a file that passes but does not exit, and names the open handles', () => {
    assert.equal(outcomeOfFile('open').passed, 1);
    assert.match(textOf(outcomeOfFile('open')), /did not exit: something is still open[^]*TCP/);
  });
  test('fails a file with an endless test and names the test', () => {
    assert.match(textOf(outcomeOfFile('endless')), /timed out after 5 s in: waits/);
    assert.match(textOf(outcomeOfFile('blocked')), /timed out after 5 s/);
    assert.match(textOf(outcomeOfFile('early')), /timed out after 5 s before its first test/);
  });

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    test(`${signal} ends a run together with its test files and their child processes`, async () => {
      const pidsFile = join(directory, signal);
      const run = await start({ [`slow-${signal}`]: slow }, 600_000, { PIDS: pidsFile });
      const output = text(run.stdout);
      const readPids = () => readFile(pidsFile, 'utf8').catch(() => '');
      await until(async () => (await readPids()).includes(' '), 'the start of the file', 60_000);
      const pids = (await readPids()).split(' ').map(Number);
      assert.ok(pids.every(isAlive));
      run.kill(signal);
      await until(() => !pids.some(isAlive), 'the end of what it started');
      assert.equal(await output, '');
    });
  }
});

test('exits with 1 and a message if an argument matches nothing', () => {
  const script = fileURLToPath(new URL('test.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, 'mony'], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /No test file and no part matches "mony"\.\n\nnpm test /);
});

test('a kind that was asked for by name and cannot run fails the run', () => {
  const script = fileURLToPath(new URL('test.ts', import.meta.url));
  const { NODE_TEST_CONTEXT: _, PRACA_TEST_POSTGRES: __, ...inherited } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [script, 'litecoin'], {
    encoding: 'utf8',
    env: { ...inherited, LITECOIND: '/nowhere/litecoind' },
  });
  assert.match(stdout, /not run: litecoin: LITECOIND names \/nowhere\/litecoind, which is no program/);
  assert.match(stdout, /Asked for by name and not run: litecoin\n$/);
  assert.equal(status, 1);
});

test('a kind without its program does not fail a run that did not ask for it by name', () => {
  const results = [{ ...resultOf('litecoin'), notRun: 'there is no litecoind' }, resultOf('unit')];
  assert.deepEqual(listMissed(results, new Set()), []);
  assert.deepEqual(listMissed(results, new Set(['unit'])), []);
  assert.deepEqual(listMissed(results, new Set(['litecoin'])), results.slice(0, 1));
});

test('an ordinary user without sudo reads which packages root has to install', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'praca-no-sudo-'));
  const path = process.env['PATH'];
  context.after(async () => {
    process.env['PATH'] = path;
    await rm(directory, { recursive: true });
  });
  // A program that this user may not run, as in many containers.
  await writeFile(join(directory, 'sudo'), '', { mode: 0o644 });
  process.env['PATH'] = directory;
  context.mock.method(process as { getuid: () => number }, 'getuid', () => 1000);
  const { signal } = new AbortController();
  const expected = existsSync('/usr/bin/apt-get')
    ? /^Error: only root may: run "apt-get install litecoind" as root$/
    : /^Error: there is no apt-get$/;
  await assert.rejects(installPackages(['litecoind'], signal), expected);
});

test('deletes the temporary directory of the tests after the run', () => {
  const script = fileURLToPath(new URL('test.ts', import.meta.url));
  const temporary = mkdtempSync(join(tmpdir(), 'praca-empty-'));
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const { pid, status } = spawnSync(process.execPath, [script, 'src/platform/settings.test.ts'], {
    env: { ...inherited, TMPDIR: temporary },
  });
  assert.equal(status, 0);
  const left = [temporary, '/dev/shm'].flatMap((parent) => (existsSync(parent) ? readdirSync(parent) : []));
  assert.deepEqual(
    left.filter((name) => name.startsWith('praca-settings-') || name.startsWith(`praca-run-${pid}-`)),
    [],
  );
});
