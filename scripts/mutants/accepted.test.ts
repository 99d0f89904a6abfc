import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ACCEPTED, findStale, isAccepted } from './accepted.ts';
import { findMutants, mutantsOf, sampleOf } from './targets.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('every mutant that may live is still one of those that can be made of the code', () => {
  assert.deepEqual(findStale(findMutants(root, [])), []);
});

test('every mutant that may live says why, once', () => {
  const keys = ACCEPTED.map(({ file, before, after = '' }) => [file, before, after].join('\n'));
  assert.equal(new Set(keys).size, keys.length);
  for (const { reason } of ACCEPTED) assert.match(reason, /^\S.{15,}\.$/);
});

test('a mutant is known by its file and its lines, wherever they stand', () => {
  const accepted = [{ file: 'src/a.rules.ts', before: 'x = a < b;', after: 'x = a <= b;', reason: '' }];
  const mutants = mutantsOf('src/a.rules.ts', '\n\n  x = a < b;\n');
  assert.deepEqual(findStale(mutants, accepted), []);
  assert.equal(mutants.filter((mutant) => isAccepted(mutant, accepted)).length, 1);
  assert.deepEqual(findStale(mutantsOf('src/a.rules.ts', 'x = a > b;'), accepted), accepted);
  assert.deepEqual(findStale(mutantsOf('src/b.rules.ts', 'x = a < b;'), accepted), accepted);
});

test('the same seed draws the same sample, in the order of the files', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const drawn = sampleOf(all, 10, 7);
  assert.equal(drawn.length, 10);
  assert.deepEqual(drawn, sampleOf(all, 10, 7));
  assert.notDeepEqual(drawn, sampleOf(all, 10, 8));
  assert.deepEqual(
    drawn,
    drawn.toSorted((one, other) => one - other),
  );
});
