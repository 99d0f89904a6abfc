import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReference, referTo } from './database-reference.ts';

const databases = [{ name: 'home' }, { name: 'merchant+accounts' }, { name: 'social' }];

test('what is at home goes by its own name, what is elsewhere by that of its database as well', () => {
  for (const database of databases) {
    for (const what of ['17', 'platform.console_audit']) {
      assert.deepEqual(readReference(databases, referTo(database, what)), { database, what });
    }
  }
  assert.equal(referTo({ name: 'home' }, '17'), '17');
  assert.equal(referTo({ name: 'social' }, '17'), 'social:17');
  assert.equal(readReference(databases, 'merchant:17'), undefined);
  assert.deepEqual(readReference(databases, ''), { database: databases[0], what: '' });
});
