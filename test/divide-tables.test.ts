import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordAudit } from '../src/accounts/protection/audit/record-audit.ts';
import { checkLedger } from '../src/merchant/books/check/check-ledger.ts';
import { availableTo, sandboxAccount, transfer } from '../src/merchant/books/ledger.rules.ts';
import { postMovement } from '../src/merchant/books/post-movement.ts';
import { recordAct } from '../src/platform/console/audit/record-act.ts';
import { systemClock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import { splitPartition } from '../src/platform/partitions/split-partition.ts';
import { listPartitions, type TableName } from '../src/platform/partitions/partition.store.ts';
import type { Sql } from '../src/platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../src/platform/postgres/client/transaction.ts';
import { findMessageByClientId, insertMessage } from '../src/social/conversation/chat/chat.store.ts';
import { deleteChatsOfUser } from '../src/social/conversation/chat/chat-summary.store.ts';
import { recordGiven } from '../src/social/delivery/updates/record-update.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from './support/database.ts';

const clock = systemClock;
const context = { clock };
const low = newId();
const high = newId();
const monthMs = 31 * 24 * 3_600_000;

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 8);
  const now = clock.now();
  await sql`
    insert into social.users (id, provider, login_id, name, last_active_at, created_at)
    select id, 'test', id::text, 'Somebody', ${now}, ${now} from unnest(${[low, high]}::uuid[]) as given (id)`;
  await sql`
    insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at)
    values (${low}, ${high}, ${now}, ${now}, ${now})`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

/**
 * Inserts a message of that time with the updates for both people. Messages of one chat are sequential, so that the
 * next has the larger id.
 */
const say = (id: string, clientId: string | null = null) =>
  insertMessage(
    sql,
    { lowId: low, highId: high, id, fromLow: true, clientId, body: 'hello' },
    recordGiven(sql, context),
    (from) => sql`select 1 ${from}`,
  );
const book = (reference: string, atMs = clock.nowMs()) =>
  transaction(sql, (tx) =>
    postMovement(
      tx,
      { clock: { now: () => new Date(atMs) } },
      {
        kind: 'order',
        reference,
        entries: transfer(sandboxAccount, availableTo(1), 'EUR', 5n),
      },
    ),
  );
const order = (id: string) => sql`
  insert into merchant.orders (id, psp_id, kind, order_type, status, currency_pair, created_at, updated_at)
  values (${id}, 1, 'trade', 'DEPOSIT', 'COMPLETED', 'BTCEUR', now(), now())`;
const act = () =>
  transaction(sql, (tx) =>
    recordAct(tx, context, { actor: { id: null, name: 'x', email: 'x' }, act: 'test', address: '' }),
  );
const audit = () =>
  transaction(sql, (tx) =>
    recordAudit(tx, context, {
      event: 'signed_in',
      userId: null,
      visitor: { address: '', userAgent: '' } as never,
    }),
  );

const tables: readonly TableName[] = [
  'social.messages',
  'social.updates',
  'merchant.orders',
  'merchant.ledger_entries',
  'accounts.audit',
  'platform.console_audit',
];
async function countAll(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    counts[table] = rows[0]?.count ?? -1;
  }
  return counts;
}

test('first partitions with rows are split into months under write load without losing a row', async () => {
  const written = { messages: 0, movements: 0, orders: 0, acts: 0, audits: 0 };
  for (let ago = 14; ago >= 1; ago--) {
    const atMs = clock.nowMs() - ago * monthMs;
    await Promise.all([say(newId(atMs)), book(`old ${ago}`, atMs), order(newId(atMs))]);
    written.messages++;
    written.movements++;
    written.orders++;
  }
  let busy = true;
  const keepWriting = async (
    write: () => PromiseLike<unknown>,
    count: keyof typeof written,
  ): Promise<void> => {
    while (busy) {
      await write();
      written[count]++;
    }
  };
  const writers = Promise.all([
    keepWriting(() => say(newId()), 'messages'),
    keepWriting(() => book(newId()), 'movements'),
    keepWriting(() => order(newId()), 'orders'),
    keepWriting(act, 'acts'),
    keepWriting(audit, 'audits'),
  ]);
  const splitAll = async (): Promise<void> => {
    for (const table of tables) await splitPartition(sql, table, undefined);
  };
  await Promise.race([writers, splitAll()]).finally(() => (busy = false));
  await writers;
  assert.deepEqual(await countAll(), {
    'social.messages': written.messages,
    'social.updates': 2 * written.messages,
    'merchant.orders': written.orders,
    'merchant.ledger_entries': 2 * written.movements,
    'accounts.audit': written.audits,
    'platform.console_audit': written.acts,
  });
  const months = (await listPartitions(sql)).filter(({ table }) => table === 'merchant.ledger_entries');
  assert.ok(months.length > 14, `${months.length}`);
});

test('after the split the ledger still proves its entries, and each partition enforces the table’s constraints', async () => {
  assert.deepEqual(
    (await checkLedger(sql)).flatMap(({ faults }) => faults),
    [],
  );
  for (const leaf of [
    'ledger_entries',
    ...(await listPartitions(sql))
      .filter(({ table }) => table === 'merchant.ledger_entries')
      .map(({ partition }) => partition),
  ]) {
    const name = sql.identifier(leaf);
    await assert.rejects(async () => sql`delete from merchant.${name}`, /append-only/, leaf);
    await assert.rejects(async () => sql`update merchant.${name} set amount = 1`, /append-only/, leaf);
    await assert.rejects(async () => sql`truncate merchant.${name}`, /append-only/, leaf);
  }
  for (const leaf of ['console_audit', 'console_audit_ahead'].map((name) => sql.identifier(name))) {
    await assert.rejects(async () => sql`truncate platform.${leaf}`, /only added to/);
  }
  await assert.rejects(async () => sql`delete from platform.console_audit`, /only added to/);
  await assert.rejects(
    async () => sql`insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
        select account_id, movement_id, 7, created_at from merchant.ledger_entries limit 1`,
    /sum to zero/,
  );
});

test('a client id is also recognised in the next month, and two simultaneous sends store one message', async () => {
  // The last message of one month and the first of the next, in an otherwise quiet chat.
  const now = clock.now();
  const edgeMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1);
  const [before, behind] = [newId(edgeMs - 1000), newId(edgeMs + 1000)];
  await say(before, 'again');
  await assert.rejects(say(behind, 'again'), (error) => isUniqueViolation(error, 'messages_by_client_id'));
  const sent = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => say(newId(edgeMs + (n % 2 === 0 ? -500 : 2000)), 'at once')),
  );
  assert.equal(sent.filter(({ status }) => status === 'fulfilled').length, 1);
  const [leaves] = await sql<{ leaves: number }[]>`
    select count(distinct tableoid)::int as leaves from social.messages where client_id is null`;
  assert.ok((leaves?.leaves ?? 0) > 10);
  // After four weeks the client id may be used again.
  const another = await say(newId(edgeMs + 40 * 24 * 3_600_000), 'again');
  const answered = await findMessageByClientId(sql, { lowId: low, highId: high }, true, 'again');
  assert.equal(answered?.id, another, 'a repeated send finds the recent message, not the old one');
});

test('an erased user is removed from every partition', async () => {
  await transaction(sql, (tx) => deleteChatsOfUser(tx, low));
  assert.equal((await countAll())['social.messages'], 0);
});
