import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTypeErrors } from './find-type-errors.ts';
import { findMutants } from './targets.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test('reports a mutant that does not compile with the reason, and no other', () => {
  const mutants = findMutants(root, ['src/platform/money.ts']);
  const errors = findTypeErrors(root, mutants);
  const told = [...errors].map(([{ after }, message]) => `${after} ${message}`);
  assert.ok(told.some((text) => /rounding === '' .*TS2367/.test(text)));
  assert.ok(!told.some((text) => text.includes('fraction.length >= decimals')));
  assert.ok(errors.size < mutants.length / 2);
});
