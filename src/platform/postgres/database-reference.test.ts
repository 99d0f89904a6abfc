import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReference, referTo } from './database-reference.ts';

const databases = [{ name: 'home' }, { name: 'merchant+accounts' }, { name: 'social' }];

test('a reference has the name of the database unless it is the home database', () => {
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
