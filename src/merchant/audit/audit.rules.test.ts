import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePerson } from './audit.rules.ts';

test('nobody becomes a second person by capitals, spaces or a credential of the same name', () => {
  for (const other of ['staff:ana', 'staff: Ana ', 'staff:ＡＮＡ', 'client:ana', 'member:ana', 'ANA']) {
    assert.ok(isSamePerson('staff:ana', other), other);
  }
  assert.ok(!isSamePerson('staff:ana', 'staff:bea'));
  assert.ok(isSamePerson('staff:ana  sousa', 'staff:Ana Sousa'));
});
