import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explainAnalyze, type PlanNode } from '../../../../test/support/explain.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { findMessages, findNewestIdBefore } from './chat.store.ts';
import { noId } from './chat.rules.ts';

let database: TestDatabase;
let sql: Sql;
before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
});
after(async () => {
  await sql.end();
  await database.drop();
});

const day = 86_400_000;
const mostBytes = 1_000_000;
const begin = Date.parse('2026-01-01T03:00:00Z');

test('reading one week of one chat is one range of the primary key and reads only its own messages', async () => {
  // 100 chats × 200 days × 5 messages a day: 100 000 messages.
  await sql`
    insert into social.users (id, provider, login_id, name, last_active_at, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'P', now(), now()
    from generate_series(1, 101) n`;
  await sql`
    insert into social.chats (low_id, high_id)
    select '00000000-0000-7000-8000-000000000001', id from social.users where login_id <> '1'`;
  await sql.begin(async (tx) => {
    // Skips foreign key checks: their plans were made while the tables were empty, so each check would scan.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into social.messages (low_id, high_id, id, from_low, body)
      select c.low_id, c.high_id,
             (lpad(to_hex(${begin}::bigint + n * ${day / 5}::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
             n % 2 = 0, 'message ' || n
      from social.chats c, generate_series(0, 999) n`;
  });
  await sql`vacuum analyze social.messages`;
  const pair = {
    lowId: '00000000-0000-7000-8000-000000000001',
    highId: '00000000-0000-7000-8000-000000000042',
  };
  const fromId = firstIdAt(begin + 100 * day);
  const range = { clearedId: noId, viewerIsLow: true };
  const week = await explainAnalyze(sql, (tag) =>
    findMessages(
      tag,
      pair,
      { ...range, fromId, untilId: firstIdAt(begin + 107 * day) },
      { limit: 100, mostBytes },
    ),
  );
  const nodes: PlanNode[] = [week.plan];
  for (let node = week.plan.Plans?.[0]; node; node = node.Plans?.[0]) nodes.push(node);
  const plan = nodes.at(-1);
  assert.ok(plan);
  assert.deepEqual(
    [nodes.map((node) => node['Node Type']), plan['Index Name']],
    [['Subquery Scan', 'Limit', 'WindowAgg', 'Index Scan'], 'messages_pkey'],
    JSON.stringify(plan),
  );
  assert.match(plan['Index Cond'] ?? '', /low_id.*high_id.*id >=.*id </);
  assert.equal(plan['Actual Rows'], 35);
  assert.equal(plan['Rows Removed by Filter'] ?? 0, 0);
  // At most one block per message, and a few for the descent of the index.
  assert.ok(blocksOf(plan) <= 35 + 6, JSON.stringify(plan));

  const part = await explainAnalyze(sql, (tag) =>
    findMessages(
      tag,
      pair,
      { ...range, fromId, untilId: firstIdAt(begin + 107 * day) },
      { limit: 5, mostBytes },
    ),
  );
  assert.ok(blocksOf(part.plan) <= 5 + 6, 'a part of a week reads only its own messages');

  const older = await explainAnalyze(sql, (tag) =>
    findNewestIdBefore(tag, pair, { ...range, untilId: fromId }),
  );
  const [scan] = older.plan.Plans ?? [];
  assert.deepEqual(
    [older.plan['Node Type'], scan?.['Index Name'], scan?.['Scan Direction'], scan?.['Actual Rows']],
    ['Limit', 'messages_pkey', 'Backward', 1],
    JSON.stringify(older.plan),
  );
  assert.match(scan?.['Index Cond'] ?? '', /low_id.*high_id.*id </);
  assert.ok(blocksOf(older.plan) <= 6, JSON.stringify(older.plan));
});
