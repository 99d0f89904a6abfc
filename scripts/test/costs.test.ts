import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepCosts, longestFirst, readCosts } from './costs.ts';
import { hearProcessorTime, processorMsOf, tellProcessorTime } from './processor-time.ts';
import { removeLeft } from './run-directory.ts';

const cost = (durationMs: number) => ({ durationMs, processorMs: 1 });

test('what took longest begins first, after what nobody has run yet, which keeps its order', () => {
  const costs = { a: cost(1), b: cost(2), c: cost(3), d: cost(4) };
  assert.deepEqual(longestFirst([['a'], ['new'], ['b', 'c'], ['d'], ['newer', 'a']], costs), [
    ['new'],
    ['newer', 'a'],
    ['b', 'c'],
    ['d'],
    ['a'],
  ]);
});

test('costs are kept until the file runs again; where there are none, none are known', () => {
  const root = mkdtempSync(join(tmpdir(), 'praca-costs-'));
  const outcome = { passed: 1, failures: [], skipped: [] };
  assert.deepEqual(readCosts(root), {});
  keepCosts(root, [
    { ...outcome, file: 'a', ...cost(1) },
    { ...outcome, file: 'b', ...cost(2) },
  ]);
  keepCosts(root, [{ ...outcome, file: 'a', ...cost(3) }]);
  assert.deepEqual(readCosts(root), { a: cost(3), b: cost(2) });
  rmSync(root, { recursive: true });
});

test('the time of a process counts what it started, and is told beside whatever else is said', (t) => {
  if (process.platform === 'linux') {
    const before = processorMsOf('self');
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
    assert.ok(processorMsOf('self') - before >= 300);
  } else t.diagnostic('no file tells it');
  assert.equal(processorMsOf(2 ** 30), 0);
  const heard = hearProcessorTime(['some', `thing\n${tellProcessorTime(1234)}`, 'more\n']);
  assert.deepEqual([heard.ms, heard.others.replaceAll('\n', ' ')], [1234, 'something   more ']);
  assert.equal(hearProcessorTime(['nothing of it']).ms, 0);
});

test('what a killed run has left is removed, and nobody else’s', () => {
  const parent = mkdtempSync(join(tmpdir(), 'praca-left-'));
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const names = [`praca-run-${gone}-a`, `praca-run-${process.pid}-a`, 'praca-run-x', 'another'];
  for (const name of names) mkdirSync(join(parent, name));
  removeLeft(parent);
  assert.deepEqual(
    names.map((name) => existsSync(join(parent, name))),
    [false, true, true, true],
  );
  rmSync(parent, { recursive: true });
});
