import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf } from './appeal.rules.ts';

test('an appeal is open until it is accepted or refused', () => {
  assert.deepEqual(
    [null, true, false].map((accepted) => stateOf({ accepted })),
    ['open', 'accepted', 'refused'],
  );
});
