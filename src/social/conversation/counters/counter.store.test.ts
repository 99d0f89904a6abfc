import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { findCounters } from './counter.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

test('counts only for the requested user', async () => {
  for (const digit of [2, 1]) await insertPerson(sql, idOf(digit), now, { age_from: 30 + digit });
  const count = async (digit: number) => {
    const counters = await findCounters(sql, idOf(digit), {
      unread: sql`me.age_from::integer`,
      newCombinations: sql`me.age_from + 100`,
      likes: sql`me.age_from + 200`,
    });
    return counters && { ...counters };
  };
  assert.deepEqual(await count(1), { unreadQty: 31, newCombinationsQty: 131, likesQty: 231 });
  assert.deepEqual(await count(2), { unreadQty: 32, newCombinationsQty: 132, likesQty: 232 });
  assert.equal(await count(3), undefined);
});
