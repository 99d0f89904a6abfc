import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomId } from '../../packages/client/src/index.ts';

test('ids are also made on pages without https, in the same format', (t) => {
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(randomId(), version4);
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  t.after(() => Reflect.deleteProperty(crypto, 'randomUUID'));
  const ids = Array.from({ length: 1000 }, randomId);
  for (const id of ids) assert.match(id, version4);
  assert.equal(new Set(ids).size, ids.length);
});
