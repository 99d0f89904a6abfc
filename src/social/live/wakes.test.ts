import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wakes } from './wakes.ts';

test('whom a signal named is read before thousands who are only looked at, and nobody is read twice or left out', () => {
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
