import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, insertRow } from '../../../../test/support/table-rows.ts';
import {
  deleteAttempts,
  deleteAttemptsBefore,
  findAttempts,
  lockAttempts,
  updateAttempts,
} from './throttle.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(() => sql`delete from platform.console_attempts`);

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

const bytes = (key: string) => Buffer.from(key);
const lock = async (keys: readonly string[], seconds: number) =>
  (await sql.begin((tx) => lockAttempts(tx, keys.map(bytes), at(seconds))))
    .map((row) => [row.key.toString(), row.failures, row.failed_at, row.blocked_until] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));

test('attempts are counted from nothing, and go on from what is known', async () => {
  const none = (key: string, seconds: number) => [key, 0, at(seconds), at(seconds)] as const;
  assert.deepEqual(await lock(['b', 'a'], 0), [none('a', 0), none('b', 0)]);
  await sql.begin((tx) =>
    updateAttempts(tx, { key: bytes('b'), failures: 3, failed_at: at(1), blocked_until: at(2) }),
  );
  const failed = ['b', 3, at(1), at(2)];
  assert.deepEqual(await lock(['c', 'a', 'b'], 5), [none('a', 0), failed, none('c', 5)]);
  const found = await findAttempts(sql, ['b', 'd'].map(bytes));
  assert.deepEqual(
    found.map((row) => [row.key.toString(), row.failures, row.failed_at, row.blocked_until]),
    [failed],
    'read without a lock, and nothing written',
  );
  const locked = await countLocked(sql, 'platform', 'console_attempts', (tx) =>
    lockAttempts(tx, ['a', 'b'].map(bytes), at(6)),
  );
  assert.equal(locked, 2);
  await sql.begin((tx) => deleteAttempts(tx, bytes('a')));
  assert.deepEqual(await lock(['a', 'b', 'c'], 7), [none('a', 7), failed, none('c', 5)]);
});
