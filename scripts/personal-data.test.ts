import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnanswered } from './personal-data.ts';

const columns = [
  { schema: 'shop', table: 'orders', column: 'note' },
  { schema: 'shop', table: 'orders', column: 'code' },
  { schema: 'shop', table: 'carts', column: 'code' },
];
const complaintsOf = (...names: string[]) =>
  findUnanswered(columns, { shop: [{ answer: 'no', columns: names }] });

test('accepts an answer for one column and an answer for a name in all tables', () => {
  assert.deepEqual(complaintsOf('orders.note', 'code'), []);
});

test('asks about a column without an answer, also of a schema without any', () => {
  const [first, ...others] = complaintsOf('orders.code', 'carts.code');
  assert.match(first ?? '', /^shop\.orders\.note is a new column of free text\. Is this personal data\?/);
  assert.deepEqual(others, []);
  assert.equal(findUnanswered(columns, {}).length, 3);
});

test('reports an answer that fits no column', () => {
  const [first, ...others] = complaintsOf('orders.note', 'code', 'carts.note');
  assert.match(first ?? '', /^shop\.carts\.note is no column of free text\./);
  assert.deepEqual(others, []);
});
