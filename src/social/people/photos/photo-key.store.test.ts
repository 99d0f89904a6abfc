import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { findPhotoKey, insertPhotoKey } from './photo-key.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

test('stores the key once, and reading it before that throws', async () => {
  await sql`delete from social.photo_keys`;
  await assert.rejects(findPhotoKey(sql), /the photo key is not stored/);
  for (const [index, name] of ['first', 'second'].entries())
    await insertPhotoKey(sql, Buffer.from(name), new Date(now.getTime() + index));
  assert.deepEqual(await findPhotoKey(sql), Buffer.from('first'));
  assert.deepEqual(await readRows(sql, 'social', 'photo_keys', ['id', 'created_at']), [
    { id: 1, created_at: now.toISOString() },
  ]);
});
