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
  assert.equal(hash('sha256', faces.join('\n')).slice(0, 16), '82846d8253eca50e');
});

test('the face fits the described person: no beard on a woman, grey hair only with age, the same face in all pictures', () => {
  const seeds = (gender: string, age: number, picture = 1) =>
    Array.from({ length: 60 }, (_, index) => drawPortrait(`name${index}-${gender}-${age}-${picture}`));
  const beard = 'M75 122';
  const grey = /#b9b4ae|#8f8a84|#6f6a66/;
  assert.ok(!seeds('woman', 30).some((face) => face.includes(beard)));
  assert.ok(seeds('man', 30).some((face) => face.includes(beard)));
  assert.ok(!seeds('man', 30).some((face) => grey.test(face)));
  assert.ok(seeds('man', 60).some((face) => grey.test(face)));
  for (const [index, first] of seeds('woman', 40).entries()) {
    const second = seeds('woman', 40, 2)[index] ?? '';
    const ellipse = /<g fill="(#\w+)"><circle cx="74"/;
    assert.equal(ellipse.exec(first)?.[1], ellipse.exec(second)?.[1]);
    assert.equal(first.includes('r="13"'), second.includes('r="13"'), 'glasses');
  }
});
