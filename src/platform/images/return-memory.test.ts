import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { MemoryReturn } from './return-memory.ts';

const mebibyte = 1024 * 1024;
let collected = 0;
let memory: MemoryReturn;
// Other test files run in the same process.
afterEach(() => mock.timers.reset());
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  collected = 0;
  memory = new MemoryReturn(() => collected++);
});

test('collects once, after ten seconds without a large body', () => {
  for (let each = 0; each < 20; each++) {
    memory.note(5 * mebibyte);
    mock.timers.tick(9_999);
  }
  assert.equal(collected, 0);
  mock.timers.tick(1);
  assert.equal(collected, 1);
  mock.timers.tick(1_000_000);
  assert.equal(collected, 1);
});

test('does not collect after a few pictures or any number of small requests', () => {
  for (let each = 0; each < 3; each++) memory.note(5 * mebibyte);
  for (let each = 0; each < 10_000; each++) memory.note(200_000);
  mock.timers.tick(1_000_000);
  assert.equal(collected, 0);
});

test('does not count the same bytes twice', () => {
  memory.note(16 * mebibyte);
  mock.timers.tick(10_000);
  memory.note(15 * mebibyte);
  mock.timers.tick(1_000_000);
  assert.equal(collected, 1);
  memory.note(mebibyte);
  mock.timers.tick(10_000);
  assert.equal(collected, 2);
});
