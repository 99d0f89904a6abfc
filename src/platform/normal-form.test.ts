import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNormalForm, toNormalForm } from './normal-form.ts';

test('normalises a text up to four times the limit in code units, and rejects longer ones unread', (context) => {
  const normalize = context.mock.method(String.prototype, 'normalize');
  assert.equal(toNormalForm('e\u0301'.repeat(20), 10), 'é'.repeat(20));
  assert.equal(toNormalForm('e\u0301'.repeat(20), 10, 'NFD'), 'e\u0301'.repeat(20));
  assert.equal(normalize.mock.callCount(), 2);
  assert.equal(toNormalForm('x'.repeat(41), 10), undefined);
  assert.throws(() => readNormalForm('x'.repeat(41), 10, 'name'), {
    code: 'invalid_input',
    errors: [{ field: 'name', code: 'too_long', message: 'must have at most 10 characters' }],
  });
  assert.equal(normalize.mock.callCount(), 2);
});
