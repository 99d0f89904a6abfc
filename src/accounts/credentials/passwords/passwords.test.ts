import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../../../platform/problem.ts';
import { readChosenPassword, readGivenPassword } from './passwords.ts';

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

test('a password is normalised to one Unicode form and keeps its spaces', () => {
  assert.equal(readGivenPassword(' Jose\u0301 ', 'password'), ' José ');
});

test('a password at sign-in has 1 to 256 characters, counted as code points', () => {
  assert.equal(given(undefined), 'password required');
  assert.equal(given(''), 'password required');
  assert.equal(given('x'), undefined);
  assert.equal(given('🎈'.repeat(256)), undefined);
  assert.equal(given('🎈'.repeat(257)), 'password too_long');
  // Longer than the limit for Unicode normalization.
  assert.equal(given(`a${'\u0301'.repeat(2048)}`), 'password too_long');
});

test('a new password has at least eight characters, counted as code points', () => {
  assert.equal(chosen('🎈'.repeat(8)), undefined);
  assert.equal(chosen('🎈'.repeat(7)), 'password too_short');
  assert.equal(chosen(''), 'password required');
});

test('a new password must not contain the local part of the address, if that has three letters or more', () => {
  assert.equal(chosen('quiet ANA river', 'ana'), 'password contains_email');
  assert.equal(chosen('quiet ana river', 'Ana'), 'password contains_email');
  assert.equal(chosen('quiet an river', 'ana'), undefined);
  assert.equal(chosen('quiet an river', 'an'), undefined);
});
