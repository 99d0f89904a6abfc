import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../platform/ids.ts';
import { collapseIdOf } from './schedule-push.ts';

test('a notification replaces only itself', () => {
  const [fromId, messageId] = [newId(), newId()];
  const id = collapseIdOf({ kind: 'message', fromId, messageId });
  assert.equal(collapseIdOf({ messageId, fromId, kind: 'message' }), id);
  assert.match(id, /^[\w-]{32}$/);
  const others = [
    collapseIdOf({ kind: 'message', fromId, messageId: newId() }),
    collapseIdOf({ kind: 'combination', fromId }),
    collapseIdOf({ kind: 'combination', fromId: newId() }),
  ];
  assert.equal(new Set([id, ...others]).size, 4);
});
