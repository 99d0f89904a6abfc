import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFresh, stageAfterPassword } from './session.rules.ts';

test('after the password follows the second factor, or its set-up if one is required', () => {
  assert.equal(stageAfterPassword(true, true), 'check');
  assert.equal(stageAfterPassword(true, false), 'check');
  assert.equal(stageAfterPassword(false, true), 'set-up');
  assert.equal(stageAfterPassword(false, false), 'full');
});

test('a second factor is fresh for five minutes; without a factor a session is fresh unless one is required', () => {
  const at = new Date(1_000_000);
  const has = { has: true, isDemanded: true };
  assert.equal(isFresh(at, has, 1_000_000 + 299_999), true);
  assert.equal(isFresh(at, has, 1_000_000 + 300_000), false);
  assert.equal(isFresh(null, { has: true, isDemanded: false }, 0), false);
  assert.equal(isFresh(null, { has: false, isDemanded: false }, 0), true);
  assert.equal(isFresh(null, { has: false, isDemanded: true }, 0), false);
});
