import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { drawPortrait, seededNumbers } from './portrait.rules.ts';

test('a seed determines its numbers, from 0 (inclusive) to 1 (exclusive)', () => {
  const take = (seed: string) => Array.from({ length: 1000 }, seededNumbers(seed));
  assert.deepEqual(take('a'), take('a'));
  assert.notDeepEqual(take('a'), take('b'));
  assert.ok(take('a').every((number) => number >= 0 && number < 1));
  const mean = take('a').reduce((sum, number) => sum + number, 0) / 1000;
  assert.ok(mean > 0.45 && mean < 0.55);
  assert.deepEqual(take('praça').slice(0, 3), [0.8030176679603755, 0.03889083489775658, 0.1377497878856957]);
});

test('portraits are deterministic: a deliberate change of their shapes must update this checksum', () => {
  const faces = Array.from({ length: 40 }, (_, index) => drawPortrait(`town-${index}`));
  assert.equal(new Set(faces).size, 40);
  assert.equal(hash('sha256', faces.join('\n')).slice(0, 16), 'ca3782a41d3ac89e');
});
