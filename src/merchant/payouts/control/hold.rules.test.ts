import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdOf } from './hold.rules.ts';

test('a payout waits for approval first, then for screening', () => {
  assert.equal(holdOf({ approval: 'waiting', screening: 'review' }), 'approval');
  assert.equal(holdOf({ approval: 'approved', screening: 'review' }), 'screening');
  assert.equal(holdOf({ approval: null, screening: 'pending' }), null);
  assert.equal(holdOf({ approval: 'rejected', screening: null }), null);
});
