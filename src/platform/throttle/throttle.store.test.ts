import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { explainGeneric } from '../../../test/support/explain.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { hexOf, insertRow } from '../../../test/support/table-rows.ts';
import {
  deleteAttempts,
  deleteAttemptsBefore,
  findAttempts,
  lockAttempts,
  writeAttempts,
  type FailuresOf,
} from './throttle.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const atMs = (seconds: number) => now.getTime() + seconds * 1000;
const at = (seconds: number) => new Date(atMs(seconds));
const bytes = (key: string) => Buffer.from(key);

beforeEach(() => sql`delete from platform.attempts`);

test('deletes expired attempts without a wait in progress, oldest first, in batches', async () => {
  for (const [key, failed, blocked] of [
    ['young', 0, -9],
    ['blocked', -9, 0],
    ['older', -2, -1],
    ['old', -1, -1],
  ] as const)
    await insertRow(sql, 'platform', 'attempts', {
      key: hexOf(bytes(key)),
      failures: 1,
      last_failure_at: at(failed),
      blocked_until: at(blocked),
    });
  const kept = async () => {
    const rows = await sql<{ key: Buffer }[]>`select key from platform.attempts`;
    return rows.map(({ key }) => key.toString()).toSorted();
  };
  assert.equal(await deleteAttemptsBefore(sql, now, now, 1), 1);
  assert.deepEqual(await kept(), ['blocked', 'old', 'young']);
  assert.equal(await deleteAttemptsBefore(sql, now, now, 9), 1);
  assert.deepEqual(await kept(), ['blocked', 'young']);
});

test('finds expired attempts by an index', async () => {
  const plan = await explainGeneric(sql, (asked) => deleteAttemptsBefore(asked, now, now, 1000));
  assert.match(plan, /Index (?:Only )?Scan using attempts_last_failure_at /);
});

const shown = (failuresOf: FailuresOf, keys: readonly string[]) =>
  keys.map((key) => {
    const { count, lastMs, blockedUntilMs } = failuresOf(bytes(key)) ?? {};
    return [key, count, lastMs, blockedUntilMs];
  });
const lock = async (keys: readonly string[], seconds: number) =>
  shown(await sql.begin((tx) => lockAttempts(tx, keys.map(bytes), at(seconds))), keys);
const none = (key: string, seconds: number) => [key, 0, atMs(seconds), atMs(seconds)];
const three = { count: 3, lastMs: atMs(1), blockedUntilMs: atMs(2) };

test('counts attempts from zero and continues from stored values', async () => {
  assert.deepEqual(await lock(['a', 'b'], 0), [none('a', 0), none('b', 0)]);
  await sql.begin((tx) => writeAttempts(tx, [[bytes('b'), three]]));
  const failed = ['b', 3, atMs(1), atMs(2)];
  assert.deepEqual(await lock(['a', 'b', 'c'], 5), [none('a', 0), failed, none('c', 5)]);
  const found = await findAttempts(sql, ['b', 'd'].map(bytes));
  assert.deepEqual(shown(found, ['a', 'b', 'd']), [
    ['a', undefined, undefined, undefined],
    failed,
    ['d', undefined, undefined, undefined],
  ]);
  await sql.begin((tx) => deleteAttempts(tx, [bytes('a')]));
  assert.deepEqual(await lock(['a', 'b', 'c'], 7), [none('a', 7), failed, none('c', 5)]);
});

test('writes several new and existing attempts in one statement', async () => {
  await lock(['a', 'b'], 0);
  await sql.begin((tx) =>
    writeAttempts(tx, [
      [bytes('c'), { ...three, count: 5 }],
      [bytes('a'), three],
    ]),
  );
  assert.deepEqual(await lock(['a', 'b', 'c'], 9), [
    ['a', 3, atMs(1), atMs(2)],
    none('b', 0),
    ['c', 5, atMs(1), atMs(2)],
  ]);
});

test('locked attempts block other transactions, including keys without a row', async () => {
  await lock(['a', 'c'], 0);
  const keys = ['a', 'b'].map(bytes);
  assert.equal(await countLocked(sql, 'platform', 'attempts', (tx) => lockAttempts(tx, keys, now)), 1);
  assert.equal(await countLocked(sql, 'platform', 'attempts', (tx) => lockAttempts(tx, keys, now)), 2);
});
