import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit, deleteAuditBefore } from '../src/accounts/protection/audit/audit.store.ts';
import {
  listBalancesBefore,
  listEntries,
  sumDays as sumLedgerDays,
  sumKinds,
} from '../src/merchant/books/ledger.store.ts';
import { windowsBack } from '../src/merchant/books/ledger.rules.ts';
import { findOrder, listOrders, updateStatus } from '../src/merchant/orders/order.store.ts';
import { sumDays } from '../src/merchant/orders/reports/report.store.ts';
import { findActs } from '../src/platform/console/audit/act.store.ts';
import { firstIdAt } from '../src/platform/ids.ts';
import { splitPartition } from '../src/platform/partitions/split-partition.ts';
import { listPartitions, type TableName } from '../src/platform/partitions/partition.store.ts';
import type { Sql, Tx } from '../src/platform/postgres/client/database.ts';
import { idRange } from '../src/platform/postgres/paging.ts';
import { findSummaries } from '../src/social/conversation/chat/chat-summary.store.ts';
import {
  findMessages,
  findMessagesByIds,
  findNewestIdBefore,
  lockMessage,
} from '../src/social/conversation/chat/chat.store.ts';
import { findUpdates } from '../src/social/conversation/live/live.store.ts';
import { forgetUpdates } from '../src/social/delivery/updates/update.store.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';
import { explainAnalyze, type PlanNode } from './support/explain.ts';

const months = 12;
const dayMs = 24 * 3_600_000;
const now = new Date();
const startMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);
/** Rows at equal intervals from the start until now. */
const rows = 3000;
const stepMs = Math.floor((now.getTime() - startMs) / rows);
const user = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Returns the id of the row with this number, which is the same in all tables below. */
const idOf = (n: number): string =>
  `${firstIdAt(startMs + n * stepMs).slice(0, 24)}${n.toString(16).padStart(12, '0')}`;

let database: TestDatabase;
let sql: Sql;
let filled: Set<string>;

const source = (tx: Tx) => tx`
  select n, to_timestamp((${startMs}::bigint + n * ${stepMs}::bigint) / 1000.0) as at,
    regexp_replace(lpad(to_hex(${startMs}::bigint + n * ${stepMs}::bigint), 12, '0'), '^(.{8})(.{4})$', '\\1-\\2-7000-8000-')
      || lpad(to_hex(n), 12, '0') as id
  from generate_series(1, ${rows}::int) n`;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  await sql.begin(async (tx) => {
    // Disables triggers, because this test reads only and needs no valid ledger.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into social.chats (low_id, high_id, last_message_id)
      select ${user(1)}::uuid, ('00000000-0000-7000-8000-' || lpad((2 + n)::text, 12, '0'))::uuid, ${idOf(rows)}::uuid
      from generate_series(0, 49) n`;
    await tx`
      insert into social.messages (low_id, high_id, id, from_low, body, client_id)
      select ${user(1)}::uuid, ('00000000-0000-7000-8000-' || lpad((2 + n % 50)::text, 12, '0'))::uuid, id::uuid, true, 'hello', n::text
      from (${source(tx)}) made`;
    await tx`
      insert into social.updates (user_id, seq, kind, created_at)
      select ('00000000-0000-7000-8000-' || lpad((1 + n % 50)::text, 12, '0'))::uuid, n, 'event', at from (${source(tx)}) made
      where at > ${old}`;
    await tx`
      insert into merchant.orders (id, psp_id, kind, order_type, status, currency_pair, customer_reference_id, created_at, updated_at)
      select id::uuid, 1 + n % 20, 'trade', 'DEPOSIT', case when n % 100 = 0 then 'FAILED' else 'COMPLETED' end, 'BTCEUR', 'c' || n % 500, at, at
      from (${source(tx)}) made`;
    await tx`
      insert into merchant.ledger_accounts (owner, asset, stripe, balance, entry_count, last_entry_at)
      overriding system value select 'psp:' || n, 'EUR', 0, 1, 100, ${now} from generate_series(1, 20) n`;
    await tx`
      insert into merchant.ledger_movements (id, kind, reference, created_at)
      select id::uuid, 'trade', id, at from (${source(tx)}) made`;
    await tx`
      insert into merchant.ledger_entries (account_id, sequence, movement_id, asset, amount, balance_after, created_at)
      select a.id, n, made.id::uuid, 'EUR', 1, n, at from (${source(tx)}) made
      join merchant.ledger_accounts a on a.owner = 'psp:' || (1 + n % 20)`;
    await tx`
      insert into accounts.audit (id, user_id, event, address, user_agent, detail, at)
      select id::uuid, ('00000000-0000-7000-8000-' || lpad((1 + n % 50)::text, 12, '0'))::uuid, 'signed_in', '', '', '{}', at
      from (${source(tx)}) made`;
    await tx`
      insert into platform.console_audit (id, at, person_name, person_email, kind, organisation, act, subject, detail, address)
      select id::uuid, at, '', '', 'psp', (1 + n % 20)::text, 'look', '', '{}', '' from (${source(tx)}) made`;
    await tx`update accounts.audit set user_id = null`;
  });
  for (const table of tables) await splitPartition(sql, table, undefined);
  await sql.begin((tx) => tx.script(tables.map((table) => `analyze ${table};`).join('')));
  // Creates future months for the table with few of them. Statements must not read them.
  await sql`select platform.make_months('social.updates', ${new Date(startMs + 2 * (now.getTime() - startMs))})`;
  filled = new Set(
    (await listPartitions(sql)).filter(({ rows: n }) => n > 0n).map(({ partition }) => partition),
  );
});
after(async () => {
  await sql.end();
  await database.drop();
});

const tables: readonly TableName[] = [
  'social.messages',
  'social.updates',
  'merchant.orders',
  'merchant.ledger_entries',
  'accounts.audit',
  'platform.console_audit',
];

/** Returns the partitions with rows that a statement has read. An empty partition has one block. */
async function touched(table: string, ask: (tag: Sql) => PromiseLike<unknown>): Promise<string[]> {
  return (await touchedOfAll(table, ask)).filter((name) => filled.has(name));
}

async function touchedOfAll(table: string, ask: (tag: Sql) => PromiseLike<unknown>): Promise<string[]> {
  const { plan } = await explainAnalyze(sql, ask);
  const found = new Set<string>();
  const walk = (node: PlanNode): void => {
    const name = node['Relation Name'];
    if (name?.startsWith(`${table}_`) && node['Actual Loops'] > 0) found.add(name);
    node.Plans?.forEach(walk);
  };
  walk(plan);
  return [...found];
}

const pair = { lowId: user(1), highId: user(2) };
const zero = '00000000-0000-0000-0000-000000000000';
const old = new Date(now.getTime() - 14 * dayMs);
const monthAgo = new Date(now.getTime() - 31 * dayMs);
const [firstWindow = { from: null, to: null }] = windowsBack(now, {});

/** The maximum of partitions that each statement may read, with {@link months} months of rows. */
const statements: [name: string, table: string, most: number, (tag: Sql) => PromiseLike<unknown>][] = [
  [
    'a week of a chat',
    'messages',
    2,
    (tag) =>
      findMessages(
        tag,
        pair,
        {
          fromId: idOf(rows - 110),
          untilId: firstIdAt(now.getTime() + dayMs),
          clearedId: zero,
          viewerIsLow: true,
        },
        { limit: 50, mostBytes: 1_000_000 },
      ),
  ],
  [
    'the week before',
    'messages',
    2,
    (tag) => findNewestIdBefore(tag, pair, { untilId: idOf(rows / 2), clearedId: zero, viewerIsLow: true }),
  ],
  ['the last message of a chat', 'messages', 1, (tag) => findSummaries(tag, user(1), [user(2)])],
  [
    'messages of updates',
    'messages',
    2,
    (tag) =>
      findMessagesByIds(
        tag,
        [50, 100].map((n) => ({ ...pair, id: idOf(rows - n) })),
      ),
  ],
  ['one message', 'messages', 1, (tag) => lockMessage(tag as unknown as Tx, pair, idOf(rows - 50))],
  [
    'updates from a number on',
    'updates',
    2,
    (tag) => findUpdates(tag, [{ userId: user(1), since: rows - 500 }], { limit: 5, now }),
  ],
  ['one order', 'orders', 1, (tag) => findOrder(tag, 1, idOf(2000))],
  [
    'the status of an order',
    'orders',
    1,
    (tag) =>
      updateStatus(tag as unknown as Tx, {
        id: idOf(2000),
        from: ['COMPLETED'],
        to: 'COMPLETED',
        blockchainTransactionId: null,
        coinAmount: null,
        euroAmount: null,
        hold: null,
        updatedAt: now,
      }),
  ],
  ...(['COMPLETED', undefined] as const).map((status): (typeof statements)[number] => [
    `orders, newest first, ${status ?? 'all'}`,
    'orders',
    // Includes empty future partitions, which this statement also reads.
    4,
    (tag) =>
      listOrders(
        tag,
        { pspId: 1, status, customerReferenceId: undefined, metadata: [] },
        idRange({}, undefined),
        20,
      ),
  ]),
  [
    'orders of a day',
    'orders',
    2,
    (tag) =>
      listOrders(
        tag,
        { pspId: 1, status: undefined, customerReferenceId: undefined, metadata: [] },
        idRange({ from: monthAgo, to: new Date(monthAgo.getTime() + dayMs) }, undefined),
        20,
      ),
  ],
  [
    'days of a report',
    'orders',
    2,
    (tag) =>
      sumDays(tag, {
        pspId: 1,
        from: old,
        to: now,
        least: firstIdAt(old.getTime()),
        below: firstIdAt(now.getTime() + 2000),
      }),
  ],
  [
    'the newest of a statement',
    'ledger_entries',
    2,
    (tag) => listEntries(tag, { owner: 'psp:1', asset: null, ...firstWindow, after: undefined, limit: 21 }),
  ],
  [
    'a page of a statement',
    'ledger_entries',
    2,
    (tag) =>
      listEntries(tag, {
        owner: 'psp:1',
        asset: null,
        from: new Date(startMs + 100 * dayMs),
        to: new Date(startMs + 126 * dayMs),
        after: undefined,
        limit: 21,
      }),
  ],
  [
    'sums of a week',
    'ledger_entries',
    2,
    (tag) =>
      sumKinds(tag, {
        owner: 'psp:1',
        from: new Date(startMs + 100 * dayMs),
        to: new Date(startMs + 107 * dayMs),
      }),
  ],
  [
    'days of a week',
    'ledger_entries',
    2,
    (tag) =>
      sumLedgerDays(tag, {
        owners: ['psp:1', 'psp:1:held'],
        from: new Date(startMs + 100 * dayMs),
        to: new Date(startMs + 107 * dayMs),
      }),
  ],
  [
    'balances before a date',
    'ledger_entries',
    2,
    (tag) => listBalancesBefore(tag, ['psp:1'], new Date(startMs + 100 * dayMs)),
  ],
  [
    'the record of the console',
    'console_audit',
    2,
    (tag) =>
      findActs(tag, {
        place: { kind: 'psp', organisation: '1' },
        act: undefined,
        personId: undefined,
        least: zero,
        below: firstIdAt(now.getTime() + dayMs),
        limit: 10,
      }),
  ],
];

test('with a year of months, each hot statement reads only partitions that can have matching rows', async () => {
  const counts = Map.groupBy(await listPartitions(sql), ({ table }) => table);
  for (const table of tables) assert.ok((counts.get(table)?.length ?? 0) > months, table);
  const wrong: string[] = [];
  for (const [name, table, most, ask] of statements) {
    const found = await touched(table, ask);
    if (found.length === 0 || found.length > most) wrong.push(`${name}: ${found.join(', ')}`);
  }
  assert.deepEqual(wrong, []);
  // Of the future partitions only the next may be read, on the last day of a month.
  const live = await touchedOfAll('updates', (tag) =>
    findUpdates(tag, [{ userId: user(1), since: rows - 500 }], { limit: 5, now }),
  );
  assert.ok(live.length <= 4, live.join());
});

test('sweeps read only partitions that are old enough', async () => {
  const edge = new Date(startMs + 40 * dayMs);
  const lastWeek = new Date(now.getTime() - 7 * dayMs);
  const asked: [string[], number][] = [
    [await touchedOfAll('updates', (tag) => forgetUpdates(tag, lastWeek, 10)), 4],
    [await touched('audit', (tag) => deleteAuditBefore(tag, edge, 10)), 3],
    [await touched('audit', (tag) => listAudit(tag, user(1), idOf(100), 10)), 2],
  ];
  for (const [found, most] of asked) assert.ok(found.length >= 1 && found.length <= most, found.join());
});
