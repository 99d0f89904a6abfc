import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wakes } from './wakes.ts';

test('users named by a signal are read before users of a full check, and each user is read exactly once', () => {
  const wakes = new Wakes();
  for (let index = 0; index < 1200; index++) wakes.lookAt(`user ${index}`);
  assert.equal(wakes.take(500).length, 500);
  wakes.tell('user 1100');
  wakes.tell('user 3');
  wakes.tell('user 3');
  assert.deepEqual(wakes.take(500), ['user 1100', 'user 3']);
  const rest = [...wakes.take(500), ...wakes.take(500)];
  assert.deepEqual(new Set(rest).size, 699);
  assert.ok(!rest.includes('user 1100'));
  assert.equal(wakes.waiting, false);
  wakes.tell('again');
  assert.equal(wakes.waiting, true);
  assert.deepEqual(wakes.take(1), ['again']);
});
