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

test('a name is kept composed and without blanks around it', () => {
  assert.equal(readName('  Jose\u0301 ', 'first_name'), 'José');
  assert.equal(readName('李', 'first_name'), '李');
});

test('a name has a hundred characters at most, as people count them', () => {
  assert.equal(refusalOf('🎈'.repeat(100)), undefined);
  assert.equal(refusalOf('🎈'.repeat(101)), 'first_name too_long');
  // Composed they would be few enough, but nobody composes that many.
  assert.equal(refusalOf(`a${'\u0301'.repeat(799)}`), 'first_name too_long');
  assert.equal(refusalOf('a\u0301'.repeat(201)), 'first_name too_long');
  assert.equal(refusalOf(' '.repeat(401)), 'first_name too_long');
  assert.equal(refusalOf(' '.repeat(400)), 'first_name required');
});

test('a name is needed, is visible, and neither breaks a line nor turns the writing round', () => {
  for (const nothing of [undefined, '', '  ']) assert.equal(refusalOf(nothing), 'first_name required');
  for (const bad of ['a\nb', 'a\u2028b', 'a\u202eb', 'a\u2066b', '\u200b', '\u0301']) {
    assert.equal(refusalOf(bad), 'first_name malformed', JSON.stringify(bad));
  }
});
