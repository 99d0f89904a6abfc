import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FileOutcome } from './test/outcome.ts';
import { categoryOf, findDatabaseSupport, NothingMatches, select, type TestFile } from './test/parts.ts';
import { runTestFile } from './test/run-file.ts';
import { addUp, formatSummary, hasFailed, totalLine } from './test/summary.ts';

const outcomeOf = (passed: number, failed: number, skipped: number): FileOutcome => ({
  file: 'a.test.ts',
  passed,
  failures: Array.from({ length: failed }, () => ({ name: 'breaks', file: 'a.test.ts', text: '1 !== 2' })),
  skipped: Array.from({ length: skipped }, () => 'later'),
  durationMs: 1,
});

const textOf = (outcome: FileOutcome) =>
  outcome.failures.map(({ name, text }) => `${name}: ${text}`).join('\n');

describe('a test file is sorted', () => {
  const sorted: Array<[category: string, path: string, source: string]> = [
    ['unit', 'src/platform/money.test.ts', `import { test } from 'node:test';`],
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
  ];
  for (const [category, path, source] of sorted) {
    test(`${path} with ${source} as ${category}`, () => assert.equal(categoryOf(path, source), category));
  }
});

test('a test that comes by a database through another support file is sorted as database', () => {
  const support = findDatabaseSupport(
    new Map([
      ['test/support/journey.ts', `import { x } from './app.ts';`],
      ['test/support/app.ts', `import { x } from './database.ts';`],
      ['test/support/types.ts', `import type { X } from './database.ts';`],
    ]),
  );
  const categoryFor = (name: string) =>
    categoryOf('src/app.test.ts', `import { x } from '../test/support/${name}.ts';`, support);
  assert.equal(categoryFor('journey'), 'database');
  assert.equal(categoryFor('types'), 'unit');
});

describe('a wish selects', () => {
  const files: TestFile[] = [
    { path: 'src/platform/money.test.ts', category: 'unit' },
    { path: 'src/merchant/orders/order.store.test.ts', category: 'database' },
    { path: 'test/browser/checkout.test.ts', category: 'browser' },
  ];
  const pathsFor = (...wishes: string[]) => select(wishes, files, '/praca').files.map(({ path }) => path);

  test('everything when there is none', () => {
    const { checks, categories } = select([], files, '/praca');
    assert.deepEqual(checks, ['format', 'lint', 'types', 'imports']);
    assert.deepEqual(categories, ['unit', 'database', 'litecoin', 'browser', 'crash']);
    assert.equal(pathsFor().length, 3);
  });
  test('the checks alone, or one of them', () => {
    assert.deepEqual(select(['check'], files, '/praca'), {
      checks: ['format', 'lint', 'types', 'imports'],
      categories: [],
      files: [],
    });
    assert.deepEqual(select(['lint'], files, '/praca').checks, ['lint']);
  });
  test('a category, without the files whose path merely contains its name', () => {
    assert.deepEqual(pathsFor('unit'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('browser'), ['test/browser/checkout.test.ts']);
  });
  test('a category that is empty, so that the summary can say so', () => {
    assert.deepEqual(select(['crash'], files, '/praca').categories, ['crash']);
  });
  test('by path, by a piece of one, and several together', () => {
    assert.deepEqual(pathsFor('./src/platform/money.test.ts'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('/praca/src/platform/money.test.ts'), ['src/platform/money.test.ts']);
    assert.deepEqual(pathsFor('checkout', 'money'), [
      'src/platform/money.test.ts',
      'test/browser/checkout.test.ts',
    ]);
  });
  test('nothing is an error that names it', () => {
    assert.throws(
      () => pathsFor('money', 'mony'),
      (error) => error instanceof NothingMatches && /"mony"/.test(error.message),
    );
  });
});

describe('the summary', () => {
  test('adds up files and parts', () => {
    const parts = [
      addUp('unit', [outcomeOf(2, 0, 0), outcomeOf(3, 1, 0)], 1),
      addUp('crash', [outcomeOf(4, 0, 0)], 1),
    ];
    assert.equal(totalLine(parts), '9 passed, 1 failed');
    assert.equal(hasFailed(parts), true);
    assert.equal(hasFailed([addUp('unit', [outcomeOf(1, 0, 1)], 1)]), false);
  });
  test('mentions the skipped only if there are any, and names them', () => {
    const text = formatSummary([addUp('unit', [outcomeOf(1, 0, 2)], 1)]);
    assert.match(text, /a\.test\.ts › later/);
    assert.match(text, /\n1 passed, 0 failed, 2 skipped$/);
  });
  test('repeats each failure, says what was not run, and ends with the totals alone', () => {
    const text = formatSummary([
      addUp('unit', [outcomeOf(0, 1, 0)], 1),
      { ...addUp('browser', [], 0), notRun: 'there is no Chromium' },
    ]);
    assert.match(text, /✗ a\.test\.ts › breaks\n {4}1 !== 2/);
    assert.match(text, /not run: browser: there is no Chromium/);
    assert.match(text, /\n0 passed, 1 failed$/);
  });
});

describe('running a test file', { concurrency: 4 }, () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'praca-fixtures-'));
  });
  after(() => rm(directory, { recursive: true }));

  async function run(source: string, timeoutMs = 30_000): Promise<FileOutcome> {
    const name = `${crypto.randomUUID()}.test.mjs`;
    await writeFile(join(directory, name), `import { test, describe, after } from 'node:test';\n${source}`);
    return runTestFile(name, { root: directory, timeoutMs });
  }

  test('counts what passed and what was skipped or is still to do', async () => {
    const { passed, failures, skipped } = await run(
      `describe('money', () => { test('adds', () => {}); test.skip('divides', () => {}); test.todo('rounds'); });`,
    );
    assert.deepEqual(
      { passed, failures, skipped },
      { passed: 1, failures: [], skipped: ['money › divides', 'money › rounds'] },
    );
  });
  test('tells the full name and the difference of a failing test, once', async () => {
    const outcome = await run(
      `import assert from 'node:assert/strict';
       describe('money', () => { test('adds', () => assert.deepEqual({ sum: 1 }, { sum: 2 })); test('ok', () => {}); });`,
    );
    assert.equal(outcome.passed, 1);
    assert.equal(outcome.failures.length, 1);
    assert.match(textOf(outcome), /^money › adds: AssertionError/);
    assert.match(textOf(outcome), /\+\s+sum: 1\n-\s+sum: 2/);
  });
  test('fails a file without tests', async () => {
    assert.match(textOf(await run('')), /registers no test/);
  });
  test('fails a file that cannot be loaded, and shows why', async () => {
    assert.match(textOf(await run(`import './missing.mjs';`)), /exited with code 1[^]*missing\.mjs/);
  });
  test('fails a file whose last hook or a late error failed', async () => {
    assert.match(
      textOf(await run(`test('ok', () => {}); after(() => { throw new Error('late hook'); });`)),
      /late hook/,
    );
    assert.match(
      textOf(await run(`test('ok', () => setTimeout(() => { throw new Error('late'); }, 50));`)),
      /late/,
    );
  });
  test('fails a file that exits before its tests were through', async () => {
    const cut = `test('cut', () => new Promise(() => setTimeout(() => process.exit(0), 200)));`;
    assert.match(textOf(await run(`test('ok', () => {}); ${cut}`)), /exited before its tests were through/);
    assert.match(
      textOf(await run(`test('cut', () => process.exit(0));`)),
      /exits before the first is through/,
    );
  });
  test('fails a file that passes but does not exit, and names what is open', async () => {
    const outcome = await run(
      `import net from 'node:net'; test('ok', () => void net.createServer().listen(0));`,
      1_500,
    );
    assert.equal(outcome.passed, 1);
    assert.match(textOf(outcome), /did not exit: something is still open[^]*TCP/);
  });
  test('fails a file with an endless test, and names the test', async () => {
    const outcome = await run(`test('waits', () => new Promise((done) => setTimeout(done, 60_000)));`, 1_500);
    assert.match(textOf(outcome), /timed out after 1.5 s in: waits/);
  });
  test('ends with the run when that is stopped', async () => {
    await writeFile(join(directory, 'slow.test.mjs'), `setTimeout(() => {}, 60_000);`);
    const outcome = await runTestFile('slow.test.mjs', {
      root: directory,
      timeoutMs: 60_000,
      signal: AbortSignal.timeout(200),
    });
    assert.ok(outcome.durationMs < 10_000);
    assert.match(textOf(outcome), /ended by SIGKILL/);
  });
});
