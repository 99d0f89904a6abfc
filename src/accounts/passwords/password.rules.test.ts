import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../../platform/problem.ts';
import { readChosenPassword, readGivenPassword } from './password.rules.ts';

function refusalOf(read: () => string): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ProblemError);
    return error.errors?.map(({ field, code }) => `${field} ${code}`).join();
  }
}
const given = (text: string | undefined) => refusalOf(() => readGivenPassword(text, 'password'));
const chosen = (text: string, localPart = 'ana') =>
  refusalOf(() => readChosenPassword(text, 'password', localPart));

test('a password is the same however its letters were composed, and keeps its blanks', () => {
  assert.equal(readGivenPassword(' Jose\u0301 ', 'password'), ' José ');
});

test('a password that is given is there and has 256 characters at most, as people count them', () => {
  assert.equal(given(undefined), 'password required');
  assert.equal(given(''), 'password required');
  assert.equal(given('x'), undefined);
  assert.equal(given('🎈'.repeat(256)), undefined);
  assert.equal(given('🎈'.repeat(257)), 'password too_long');
  // Not brought into normal form at all.
  assert.equal(given(`a${'\u0301'.repeat(2048)}`), 'password too_long');
});

test('a password that is chosen has eight characters at least, as people count them', () => {
  assert.equal(chosen('🎈'.repeat(8)), undefined);
  assert.equal(chosen('🎈'.repeat(7)), 'password too_short');
  assert.equal(chosen(''), 'password required');
});

test('a password that is chosen does not contain the name of the mailbox, if that has three letters', () => {
  assert.equal(chosen('quiet ANA river', 'ana'), 'password contains_email');
  assert.equal(chosen('quiet ana river', 'Ana'), 'password contains_email');
  assert.equal(chosen('quiet an river', 'ana'), undefined);
  assert.equal(chosen('quiet an river', 'an'), undefined);
});
