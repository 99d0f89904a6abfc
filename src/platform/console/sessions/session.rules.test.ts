import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFresh, stageAfterPassword } from './session.rules.ts';

test('a password leads to the second factor, or to setting one up where it is demanded', () => {
  assert.equal(stageAfterPassword(true, true), 'check');
  assert.equal(stageAfterPassword(true, false), 'check');
  assert.equal(stageAfterPassword(false, true), 'set-up');
  assert.equal(stageAfterPassword(false, false), 'full');
});

test('a second factor counts for five minutes; without one there is nothing to ask for, unless it is demanded', () => {
  const at = new Date(1_000_000);
  const has = { has: true, isDemanded: true };
  assert.equal(isFresh(at, has, 1_000_000 + 299_999), true);
  assert.equal(isFresh(at, has, 1_000_000 + 300_000), false);
  assert.equal(isFresh(null, { has: true, isDemanded: false }, 0), false);
  assert.equal(isFresh(null, { has: false, isDemanded: false }, 0), true);
  assert.equal(isFresh(null, { has: false, isDemanded: true }, 0), false);
});
