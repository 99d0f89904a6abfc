import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepCosts, longestFirst, readCosts } from './costs.ts';
import { removeLeft } from './run-directory.ts';

const cost = (durationMs: number) => ({ durationMs });

test('starts unknown files first in their given order, then known ones from the longest to the shortest', () => {
  const costs = { a: cost(1), b: cost(2), c: cost(3), d: cost(4) };
  assert.deepEqual(longestFirst([['a'], ['new'], ['b', 'c'], ['d'], ['newer', 'a']], costs), [
    ['new'],
    ['newer', 'a'],
    ['b', 'c'],
    ['d'],
    ['a'],
  ]);
});

test('keeps the durations until a file runs again and returns none if there is no record', () => {
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

test('removes the directories of killed runs but not those of running ones', () => {
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
