import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { insertAction, listActions } from './audit.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');

test('actions of staff are listed newest first, all or of one subject, up to the limit', async () => {
  for (const [digit, subject] of [
    [2, 'payout 1'],
    [1, 'payout 2'],
    [3, 'payout 1'],
  ] as const)
    await sql.begin(
      async (tx) =>
        void (await insertAction(
          tx,
          idOf(digit),
          { action: 'payout.cancel', subject, by: 'ana', reason: null },
          now,
        )),
    );
  const listed = async (subject: string | null, limit = 9) =>
    (await listActions(sql, subject, limit)).map(({ id }) => id.slice(-1)).join('');
  assert.deepEqual(
    [await listed(null), await listed('payout 1'), await listed('payout 2'), await listed('payout 3')],
    ['321', '32', '1', ''],
  );
  assert.deepEqual([await listed(null, 2), await listed('payout 1', 1)], ['32', '3']);
});
