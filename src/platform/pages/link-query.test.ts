import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkQuery } from './link-query.ts';

test('a link keeps the other filters and leaves out empty ones', () => {
  const link = linkQuery('/list', { status: 'PAID', q: 'a b', coin: undefined });
  assert.equal(link(), '/list?status=PAID&q=a+b');
  assert.equal(link({ status: '', before: '7' }), '/list?q=a+b&before=7');
  assert.equal(linkQuery('/list', {})(), '/list');
});
