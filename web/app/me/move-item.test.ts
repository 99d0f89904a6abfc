import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOf } from '../texts/plain-of.ts';
import { moveItem } from './move-item.ts';

test('a photo is put where it was dropped, and those between make room', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
  assert.deepEqual(moveItem(['a', 'b'], 1, 1), ['a', 'b']);
  assert.deepEqual(moveItem(['a', 'b'], 5, 0), ['a', 'b']);
});

test('names are found as people type them', () => {
  assert.equal(plainOf('  Vitória GONÇALVES '), 'vitoria goncalves');
  assert.ok(plainOf('São João d’Aliança').includes(plainOf('SAO JOAO')));
});
