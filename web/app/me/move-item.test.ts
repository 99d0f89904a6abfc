import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOf } from '../texts/plain-of.ts';
import { moveItem } from './move-item.ts';

test('moves a photo to the target position and shifts the photos between', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moveItem(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
  assert.deepEqual(moveItem(['a', 'b'], 1, 1), ['a', 'b']);
  assert.deepEqual(moveItem(['a', 'b'], 5, 0), ['a', 'b']);
});

test('name search ignores case and accents', () => {
  assert.equal(plainOf('  Vitória GONÇALVES '), 'vitoria goncalves');
  assert.ok(plainOf('São João d’Aliança').includes(plainOf('SAO JOAO')));
});
