import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { groupFiles } from './group-files.ts';
import type { FileOutcome } from './outcome.ts';

/** Fails where another one by the same word runs meanwhile. */
const aloneAs = (word: string) => `test('ok', async () => {
  const { mkdirSync, rmdirSync } = process.getBuiltinModule('node:fs');
  mkdirSync('${word}');
  await new Promise((done) => setTimeout(done, 1_000));
  rmdirSync('${word}');
});`;

/** Ends when all of them run, and there are more than lanes. */
const gathered = `test('ok', async () => {
  const { globSync, writeFileSync } = process.getBuiltinModule('node:fs');
  writeFileSync('gathered-' + process.pid, '');
  while (globSync('gathered-*').length < 4) await new Promise((done) => setTimeout(done, 50));
});`;

/** Promises have numbers of their own where somebody follows them. */
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
  north: gathered,
  east: gathered,
  south: gathered,
  west: gathered,
};
const groups: (keyof typeof sources)[][] = [
  ['first', 'second', 'failing', 'held', 'uncaught', 'together', 'lateHook', 'empty', 'unloadable', 'ok'],
  ['killed', 'never'],
  ['leaving', 'clean'],
  ['alone'],
  ['heavy'],
  ['heavier'],
  ['north'],
  ['east'],
  ['south'],
  ['west'],
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
       const more = { lanes: 1, isIdle: () => true };
       const options = { root: import.meta.dirname, lanes: 3, more, heavy, limitMs: 120_000, preload: ['hold.mjs'] };
       const tell = (outcome) => console.log(JSON.stringify(outcome));
       await runTestFiles(JSON.parse(process.argv[2]), options, tell);
       const one = { ...options, lanes: 1, more: undefined, everywhere: new Set() };
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

  test('are counted each for itself', () => {
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
  test('have hooks of their own, and those that hold for all', () => {
    assert.equal(textOf('second'), '');
    assert.match(textOf('held'), /^is held by the hooks of all: .*undeclared/);
  });
  test('tell the full name of what failed, once', () => {
    assert.equal(outcomeOf('failing').passed, 1);
    assert.equal(outcomeOf('failing').failures.length, 1);
    assert.match(textOf('failing'), /^money › adds: AssertionError/);
  });
  test('fail by what nobody caught, by the name of the test that it belongs to', () => {
    assert.equal(outcomeOf('uncaught').passed, 1);
    assert.match(textOf('uncaught'), /^later › thrown: .*too late/);
    assert.match(textOf('uncaught'), /^later › rejected: .*unseen/m);
  });
  test('are not slowed down by a runner that follows each of their promises', () => {
    for (const name of ['together', 'alone'] as const) assert.equal(textOf(name), '');
  });
  test('fail alone by a hook, by having no test, or by not being loaded', () => {
    assert.match(textOf('lateHook'), /late hook/);
    assert.match(textOf('empty'), /registers no test/);
    assert.match(textOf('unloadable'), /missing\.mjs/);
  });
  test('fail with the one that ends their process, unless they were through', () => {
    assert.match(textOf('killed'), /was ended by SIGKILL/);
    assert.match(textOf('never'), /was not run: killed\.test\.mjs ended the process/);
  });
  test('run no more at once than a machine can bear where each starts many processes', () => {
    assert.deepEqual([outcomeOf('heavy').passed, outcomeOf('heavier').passed], [1, 1]);
  });
  test('share the lanes with what is called when the last of them has begun', () => {
    assert.deepEqual([outcomeOf('sooner').passed, outcomeOf('later').passed], [1, 1]);
  });
  test('begin beyond the lanes while processors have nothing to do', () => {
    for (const name of ['north', 'east', 'south', 'west'] as const) assert.equal(textOf(name), '');
  });
  test('fail together where a process is left behind', () => {
    assert.match(`${textOf('leaving')}${textOf('clean')}`, /left running: sleep/);
  });
});

test('files of a kind share a process, those that run jobs with each other, and none becomes long by it', async (t) => {
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
