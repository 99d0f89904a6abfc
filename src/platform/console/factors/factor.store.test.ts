import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { openTestSql } from '../../../../test/support/database.ts';
import { hexOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { Sql } from '../../postgres/client/database.ts';
import { countRecoveryCodes, useRecoveryCodeRow } from './factor.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const [ana, bea] = [idOf(1), idOf(2)];

test('a recovery code is used once, by whom it belongs to, and what is left is counted', async () => {
  for (const id of [bea, ana]) {
    await insertConsolePerson(sql, id, id, now);
    for (const code of ['a', 'b'])
      await insertRow(sql, 'platform', 'person_recovery_codes', {
        person_id: id,
        code_hash: hexOf(Buffer.from(code)),
        created_at: now,
      });
  }
  const use = (code: string) => sql.begin((tx) => useRecoveryCodeRow(tx, ana, Buffer.from(code), now));
  const left = async () => [await countRecoveryCodes(sql, ana), await countRecoveryCodes(sql, bea)];
  assert.deepEqual([await use('c'), await left()], [false, [2, 2]]);
  assert.deepEqual([await use('a'), await left()], [true, [1, 2]]);
  assert.deepEqual([await use('a'), await left()], [false, [1, 2]]);
  assert.deepEqual([await use('b'), await left()], [true, [0, 2]]);
});
