import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { confirmEmail } from './recovery.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);

test("a recovery sets the confirmation time of that user's address only, and never changes it", async () => {
  await insertUser(sql, idOf(1), 'anna', now);
  await insertUser(sql, idOf(2), 'bruno', now);
  const confirmed = async () =>
    (await readRows(sql, 'accounts', 'users')).map((row) => row['email_confirmed_at']);
  const confirm = (digit: number, at: Date) => sql.begin((tx) => confirmEmail(tx, idOf(digit), at));
  await confirm(1, now);
  assert.deepEqual(await confirmed(), [now.toISOString(), undefined]);
  await confirm(1, soon);
  assert.deepEqual(await confirmed(), [now.toISOString(), undefined]);
  await confirm(2, soon);
  assert.deepEqual(await confirmed(), [now.toISOString(), soon.toISOString()]);
});
