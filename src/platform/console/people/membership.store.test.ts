import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { openTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import type { Sql } from '../../postgres/client/database.ts';
import { insertMembership } from './membership.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

test('somebody belongs to an organisation once, and the role stays what it was', async () => {
  for (const digit of [1, 2]) await insertConsolePerson(sql, idOf(digit), String(digit), now);
  const join = (digit: number, organisation: string, role: 'owner' | 'viewer') =>
    insertMembership(sql, { personId: idOf(digit), kind: 'psp', organisation, role, now });
  assert.deepEqual(
    [await join(1, '7', 'owner'), await join(1, '8', 'viewer'), await join(2, '7', 'viewer')],
    [true, true, true],
  );
  assert.equal(await join(1, '7', 'viewer'), false);
  const rows = await readRows(sql, 'platform', 'memberships', ['person_id', 'organisation', 'role']);
  const shown = rows.map((row) =>
    [String(row['person_id']).slice(-1), row['organisation'], row['role']].join(' '),
  );
  assert.deepEqual(shown.toSorted(), ['1 7 owner', '1 8 viewer', '2 7 viewer']);
});
