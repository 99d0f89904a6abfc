import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbove, lower, lowest, merge, rightAbove, topOf, type Position } from './position.rules.ts';

const at = (micros: number, id = '00000000-0000-0000-0000-000000000005'): Position => ({
  at: `2026-01-01T00:00:00.${String(micros).padStart(6, '0')}Z`,
  id,
});

test('positions are ordered by activity to the microsecond, then by id, highest first', () => {
  assert.equal(isAbove(at(2), at(1)), true);
  assert.equal(isAbove(at(1), at(2)), false);
  assert.equal(isAbove(at(1, 'b'), at(1, 'a')), true);
  assert.equal(isAbove(at(1, 'a'), at(1, 'b')), false);
  assert.equal(isAbove(at(2, 'a'), at(1, 'b')), true);
  assert.equal(isAbove(at(1), at(1)), false);
});

test('no position fits between a person and the one right above', () => {
  const one = at(1, '00000000-0000-7000-8000-0000000000ff');
  assert.deepEqual(rightAbove(one), at(1, '00000000-0000-7000-8000-000000000100'));
  assert.ok(isAbove(rightAbove(one), one));
  const last = rightAbove(at(1, '0fffffff-ffff-ffff-ffff-ffffffffffff'));
  assert.equal(last.id, '10000000-0000-0000-0000-000000000000');
});

test('the top of a time is above everyone active at that time, and the lowest position is below everyone', () => {
  const top = topOf(new Date('2026-01-01T00:00:00.001Z'));
  assert.ok(isAbove(top, at(1000, 'ffffffff-ffff-ffff-ffff-fffffffffffe')));
  assert.ok(isAbove(at(1001), top));
  assert.ok(isAbove({ at: '0001-01-01T00:00:00.000001Z', id: lowest.id }, lowest));
});

test('returns the lower of two positions; undefined is above all', () => {
  assert.deepEqual(lower(at(1), at(2)), at(1));
  assert.deepEqual(lower(at(2), at(1)), at(1));
  assert.deepEqual(lower(undefined, at(1)), at(1));
});

test('merges sorted lists into one sorted list', () => {
  assert.deepEqual(merge([at(9), at(3)], [at(5), at(1)]), [at(9), at(5), at(3), at(1)]);
  assert.deepEqual(merge(), []);
});
