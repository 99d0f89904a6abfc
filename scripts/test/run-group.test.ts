import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { groupFiles } from './group-files.ts';
import type { FileOutcome } from './outcome.ts';

/** Fails if another test with the same word runs at the same time. */
const aloneAs = (word: string) => `test('ok', async () => {
  const { mkdirSync, rmdirSync } = process.getBuiltinModule('node:fs');
  mkdirSync('${word}');
  await new Promise((done) => setTimeout(done, 1_000));
  rmdirSync('${word}');
});`;

/** Promises get async ids only if an async hook is active. */
const unfollowed = `test('ok', async () => {
  const first = new AsyncResource('first').asyncId();
  for (let i = 0; i < 10; i++) await null;
  assert.equal(new AsyncResource('second').asyncId() - first, 1);
});`;

const sources = {
  first: `before(() => order.push('first')); afterEach(() => order.push('after each of first'));
    test('one', () => {}); describe('deeper', () => { test('two', () => {}); test.skip('three', () => {}); });`,
  second: `test('sees nothing of the hooks of its neighbour', () => assert.deepEqual(
    order, ['first', 'after each of first', 'after each of first']));`,
  failing: `describe('money', () => { test('adds', () => assert.equal(1, 2)); test('ok', () => {}); });`,
  held: `test('is held by the hooks of all', () => { globalThis.fault = 'undeclared'; });`,
  uncaught: `const pause = () => new Promise((done) => setTimeout(done, 100));
    describe('later', () => {
      test('thrown', async () => { setTimeout(() => { throw new Error('too late'); }); await pause(); });
      test('rejected', async () => {
        void (async () => { await null; throw new Error('unseen'); })();
        await pause();
      });
      test('ok', pause);
    });`,
  together: unfollowed,
  alone: unfollowed,
  lateHook: `test('ok', () => {}); after(() => { throw new Error('late hook'); });`,
  empty: '',
  unloadable: `import './missing.mjs';`,
  ok: `test('ok', () => {});`,
  killed: `test('ok', () => {}); test('killed', () => process.kill(process.pid, 'SIGKILL'));`,
  never: `test('ok', () => {});`,
  leaving: `test('ok', () => spawn('sleep', ['${process.pid}0001'], { stdio: 'inherit' }).unref());`,
  clean: `test('ok', () => {});`,
  heavy: aloneAs('heavy'),
  heavier: aloneAs('heavy'),
  sooner: aloneAs('lane'),
  later: aloneAs('lane'),
};
const groups: (keyof typeof sources)[][] = [
  ['first', 'second', 'failing', 'held', 'uncaught', 'together', 'lateHook', 'empty', 'unloadable', 'ok'],
  ['killed', 'never'],
  ['leaving', 'clean'],
  ['alone'],
  ['heavy'],
  ['heavier'],
];

describe('files that share a process', () => {
  let directory: string;
  const outcomes = new Map<string, FileOutcome>();
  const outcomeOf = (name: keyof typeof sources) =>
    outcomes.get(`${name}.test.mjs`) ?? assert.fail(`there is no outcome of ${name}`);
  const textOf = (name: keyof typeof sources) =>
    outcomeOf(name)
      .failures.map((failure) => `${failure.name}: ${failure.text}`)
      .join('\n');

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'praca-groups-'));
    const imports = `import { after, afterEach, before, describe, test } from 'node:test';
      import assert from 'node:assert/strict'; import { spawn } from 'node:child_process';
      import { AsyncResource } from 'node:async_hooks';
      const order = (globalThis.order ??= []);\n`;
    for (const [name, source] of Object.entries(sources))
      await writeFile(join(directory, `${name}.test.mjs`), imports + source);
    await writeFile(
      join(directory, 'hold.mjs'),
      `import { afterEach } from 'node:test';
       afterEach(() => { const fault = globalThis.fault; globalThis.fault = undefined; if (fault) throw new Error(fault); });`,
    );
    await writeFile(
      join(directory, 'run.mjs'),
      `import { runTestFiles } from '${new URL('run-files.ts', import.meta.url).href}';
       const heavy = { files: new Set(['heavy.test.mjs', 'heavier.test.mjs']), atOnce: 1 };
       const options = { root: import.meta.dirname, lanes: 3, heavy, limitMs: 120_000, preload: ['hold.mjs'] };
       const tell = (outcome) => console.log(JSON.stringify(outcome));
       await runTestFiles(JSON.parse(process.argv[2]), options, tell);
       const one = { ...options, lanes: 1, everywhere: new Set() };
       let next;
       const onLastBegun = () => { next = runTestFiles([['later.test.mjs']], one, tell); };
       await runTestFiles([['sooner.test.mjs']], { ...one, onLastBegun }, tell);
       await next;`,
    );
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const named = groups.map((group) => group.map((name) => `${name}.test.mjs`));
    const run = spawn(process.execPath, [join(directory, 'run.mjs'), JSON.stringify(named)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: inherited,
    });
    for (const line of (await text(run.stdout)).trim().split('\n')) {
      const outcome: FileOutcome = JSON.parse(line);
      outcomes.set(outcome.file, outcome);
    }
  });
  after(() => rm(directory, { recursive: true }));

  test('are counted separately', () => {
    assert.deepEqual(
      [...outcomes.keys()].toSorted(),
      Object.keys(sources)
        .map((name) => `${name}.test.mjs`)
        .toSorted(),
    );
    const { passed, failures, skipped } = outcomeOf('first');
    assert.deepEqual({ passed, failures, skipped }, { passed: 2, failures: [], skipped: ['deeper › three'] });
    assert.equal(outcomeOf('ok').passed, 1);
    assert.equal(textOf('ok'), '');
  });
  test('have their own hooks and the preloaded ones', () => {
    assert.equal(textOf('second'), '');
    assert.match(textOf('held'), /^is held by the hooks of all: .*undeclared/);
  });
  test('report the full name of a failed test once', () => {
    assert.equal(outcomeOf('failing').passed, 1);
    assert.equal(outcomeOf('failing').failures.length, 1);
    assert.match(textOf('failing'), /^money › adds: AssertionError/);
  });
  test('fail by an uncaught error, under the name of its test', () => {
    assert.equal(outcomeOf('uncaught').passed, 1);
    assert.match(textOf('uncaught'), /^later › thrown: .*too late/);
    assert.match(textOf('uncaught'), /^later › rejected: .*unseen/m);
  });
  test('run without an async hook on promises', () => {
    for (const name of ['together', 'alone'] as const) assert.equal(textOf(name), '');
  });
  test('fail alone by a hook, without tests, or if they cannot be loaded', () => {
    assert.match(textOf('lateHook'), /late hook/);
    assert.match(textOf('empty'), /registers no test/);
    assert.match(textOf('unloadable'), /missing\.mjs/);
  });
  test('fail with the file that ends their process, unless they were finished', () => {
    assert.match(textOf('killed'), /was ended by SIGKILL/);
    assert.match(textOf('never'), /was not run: killed\.test\.mjs ended the process/);
  });
  test('obey the lower limit of heavy groups', () => {
    assert.deepEqual([outcomeOf('heavy').passed, outcomeOf('heavier').passed], [1, 1]);
  });
  test('share the lanes with the next call once the last group has started', () => {
    assert.deepEqual([outcomeOf('sooner').passed, outcomeOf('later').passed], [1, 1]);
  });
  test('fail together if a process is left behind', () => {
    assert.match(`${textOf('leaving')}${textOf('clean')}`, /left running: sleep/);
  });
});

test('groups files by kind, keeps files with jobs apart, and limits the size of each group', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'praca-groups-'));
  t.after(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, 'plain'), '');
  await writeFile(join(directory, 'jobs'), 'await praca.runJobs();');
  const sizes = (...files: [path: 'plain' | 'jobs', kind: 'unit' | 'database' | 'crash'][]) =>
    groupFiles(
      files.map(([path, kind]) => ({ path, kind })),
      directory,
    ).map((group) => `${group.length} ${group[0]}`);
  assert.deepEqual(sizes(['plain', 'crash'], ['plain', 'crash']), ['1 plain', '1 plain']);
  assert.deepEqual(
    sizes(
      ['plain', 'unit'],
      ['plain', 'database'],
      ['jobs', 'database'],
      ['plain', 'crash'],
      ['plain', 'database'],
      ['jobs', 'database'],
    ),
    ['1 plain', '2 plain', '2 jobs', '1 plain'],
  );
  const many = Array.from({ length: 56 }, () => ['plain', 'database'] as ['plain', 'database']);
  assert.deepEqual(sizes(...many), ['40 plain', '16 plain']);
});
