import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../../test/support/database.ts';
import { hexOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { Sql } from '../../postgres/client/database.ts';
import { deleteAttemptsBefore } from './throttle.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('attempts are forgotten once they are old and hold nobody up, the oldest first and so many at once', async () => {
  for (const [key, failed, blocked] of [
    ['young', 0, -9],
    ['blocked', -9, 0],
    ['older', -2, -1],
    ['old', -1, -1],
  ] as const)
    await insertRow(sql, 'platform', 'console_attempts', {
      key: hexOf(Buffer.from(key)),
      failures: 1,
      failed_at: at(failed),
      blocked_until: at(blocked),
    });
  const kept = async () => {
    const rows = await sql<{ key: Buffer }[]>`select key from platform.console_attempts`;
    return rows.map(({ key }) => key.toString()).toSorted();
  };
  assert.equal(await deleteAttemptsBefore(sql, now, now, 1), 1);
  assert.deepEqual(await kept(), ['blocked', 'old', 'young']);
  assert.equal(await deleteAttemptsBefore(sql, now, now, 9), 1);
  assert.deepEqual(await kept(), ['blocked', 'young']);
});
