import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { findAllowances, lockAllowances, updateAllowances, type AllowanceRow } from './allowance.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const bytes = (key: string) => Buffer.from(key);

beforeEach(() => sql`delete from accounts.allowances`);

const shown = (rows: readonly AllowanceRow[]) =>
  Object.fromEntries(rows.map((row) => [row.key.toString(), row.full_at.getTime() - now.getTime()]));
const find = async (...keys: string[]) => shown(await findAllowances(sql, keys.map(bytes)));
const lock = async (ms: number, ...keys: string[]) =>
  shown(await sql.begin((tx) => lockAllowances(tx, keys.map(bytes), at(ms))));
const update = (times: Readonly<Record<string, number>>) =>
  sql.begin((tx) =>
    updateAllowances(
      tx,
      Object.entries(times).map(([key, ms]) => ({ key: bytes(key), full_at: at(ms) })),
    ),
  );

test('allowances are found by their keys', async () => {
  await lock(0, 'a', 'b', 'c');
  assert.deepEqual([await find('a'), await find('c', 'b', 'd')], [{ a: 0 }, { b: 0, c: 0 }]);
  assert.deepEqual(await find(), {});
});

test('an allowance that is locked is full where nothing is known of it, and stays what it was otherwise', async () => {
  assert.deepEqual(await lock(0, 'b', 'a'), { a: 0, b: 0 });
  assert.deepEqual(await lock(5, 'c', 'b'), { b: 0, c: 5 });
  const locked = await countLocked(sql, 'accounts', 'allowances', (tx) =>
    lockAllowances(tx, ['a', 'c'].map(bytes), at(6)),
  );
  assert.equal(locked, 2);
  assert.deepEqual(await find('a', 'b', 'c'), { a: 0, b: 0, c: 5 });
});

test('of several allowances each gets its own time, and the others keep theirs', async () => {
  await lock(0, 'a', 'b', 'c');
  await update({ c: 3, a: 1, unknown: 9 });
  assert.deepEqual(await find('a', 'b', 'c', 'unknown'), { a: 1, b: 0, c: 3 });
});
