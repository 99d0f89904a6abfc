import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../problem.ts';
import { readName } from './name.rules.ts';

function refusalOf(given: string | undefined): string | undefined {
  try {
    readName(given, 'first_name');
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ProblemError);
    return error.errors?.map(({ field, code }) => `${field} ${code}`).join();
  }
}

test('stores a name in composed form and without surrounding spaces', () => {
  assert.equal(readName('  Jose\u0301 ', 'first_name'), 'José');
  assert.equal(readName('李', 'first_name'), '李');
});

test('a name has at most a hundred characters as users count them', () => {
  assert.equal(refusalOf('🎈'.repeat(100)), undefined);
  assert.equal(refusalOf('🎈'.repeat(101)), 'first_name too_long');
  // Within the limit after composition, but no real name has so many combining marks.
  assert.equal(refusalOf(`a${'\u0301'.repeat(799)}`), 'first_name too_long');
  assert.equal(refusalOf('a\u0301'.repeat(201)), 'first_name too_long');
  assert.equal(refusalOf(' '.repeat(401)), 'first_name too_long');
  assert.equal(refusalOf(' '.repeat(400)), 'first_name required');
});

test('a name is required, is visible, and contains no line ends or direction overrides', () => {
  for (const nothing of [undefined, '', '  ']) assert.equal(refusalOf(nothing), 'first_name required');
  for (const bad of ['a\nb', 'a\u2028b', 'a\u202eb', 'a\u2066b', '\u200b', '\u0301']) {
    assert.equal(refusalOf(bad), 'first_name malformed', JSON.stringify(bad));
  }
});
