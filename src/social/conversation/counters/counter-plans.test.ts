import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explainAnalyze, type PlanNode } from '../../../../test/support/explain.ts';
import { newId } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { findBlocks } from '../../meeting/blocks/block.store.ts';
import { findSharedEvents } from '../cards/whole-card.store.ts';
import { insertMessage } from '../chat/chat.store.ts';
import { unreadQtyOf } from '../chat/chat-summaries.ts';
import { newCombinationsQtyOf } from '../combinations/list-combinations.ts';
import { findParticipants } from '../../events/attendance.store.ts';
import { findLikes } from '../../meeting/likes/like.store.ts';
import { likesQtyOf } from '../../meeting/likes/list-likes.ts';
import { findPartners } from '../../people/pairs/pair.store.ts';
import { mostCounted } from '../../people/count.rules.ts';
import { recordGivenFragment } from '../../delivery/updates/update.store.ts';
import { findCounters } from './counter.store.ts';

let database: TestDatabase;
let sql: Sql;
const idOf = (number: number): string => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
/** Number of people who have a pair with the user. */
const people = 8002;
/** The user’s id has neighbours on both sides in the index. */
const me = idOf(people / 2);
const now = new Date('2026-03-01T12:00:00Z');

/** Also inserts four times as many pairs and chats between other people. */
before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  await sql.begin(async (tx) => {
    // Only the plans matter here, so triggers and foreign key checks are skipped.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'P', ${now}, ${now}
      from generate_series(1, ${people + 1}::int) n`;
    // In turn: liked the user, combined with the user, blocked by the user, no relation.
    await tx`
      insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at, low_blocked_until, high_blocked_until)
      select least(id, ${me}::uuid), greatest(id, ${me}::uuid),
             case when turn = 1 or (turn = 0 and id < ${me}::uuid) then at end,
             case when turn = 1 or (turn = 0 and id > ${me}::uuid) then at end,
             case when turn = 1 then at end,
             case when turn = 2 and id > ${me}::uuid then at + interval '30 days' end,
             case when turn = 2 and id < ${me}::uuid then at + interval '30 days' end
      from (select id, login_id::integer % 4 as turn, ${now}::timestamptz - login_id::integer * interval '1 second' as at
            from social.users where id <> ${me}) other`;
    await tx`
      insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at)
      select least(a.id, b.id), greatest(a.id, b.id), ${now}, case when n = 1 then ${now}::timestamptz end,
             case when n = 1 then ${now}::timestamptz end
      from social.users a cross join generate_series(1, 4) n
      join social.users b on b.login_id::integer = (a.login_id::integer * 7 + n * 13) % ${people + 1}::int + 1
      where b.id <> a.id and ${me} not in (a.id, b.id)
      on conflict do nothing`;
    await tx`
      insert into social.chats (low_id, high_id, low_unread, high_unread)
      select low_id, high_id, 1, 1 from social.pairs where combined_at is not null`;
  });
  for (const table of ['users', 'pairs', 'chats', 'messages', 'attendances', 'events'])
    await sql`vacuum analyze social.${sql.identifier(table)}`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
/** Asserts limits on rows removed by filters over all loops, on blocks, and on scans of whole tables. */
function assertBounded(plan: PlanNode, most: { blocks: number; indexes: readonly string[] }): void {
  const text = JSON.stringify(plan);
  const nodes = nodesOf(plan).filter((node) => node['Actual Loops'] > 0);
  assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan'), text);
  const used = new Set(nodes.map((node) => node['Index Name']));
  for (const index of most.indexes) assert.ok(used.has(index), `${index}: ${text}`);
  assert.ok(blocksOf(plan) <= most.blocks, `${blocksOf(plan)} blocks: ${text}`);
}

const columns = (tag: Sql) => ({
  unread: unreadQtyOf({ sql: tag, clock }, me, mostCounted),
  newCombinations: newCombinationsQtyOf({ sql: tag, clock }, me, mostCounted),
  likes: likesQtyOf({ sql: tag, clock }, me),
});
const clock = { now: () => now, nowMs: () => now.getTime() };

for (const isPremium of [false, true]) {
  test(`counters read only the rows that they count, ${isPremium ? 'premium' : 'not premium'}`, async () => {
    await sql`update social.users set is_premium = ${isPremium} where id = ${me}`;
    assert.deepEqual(
      { ...(await findCounters(sql, me, columns(sql))) },
      {
        unreadQty: 100,
        newCombinationsQty: 100,
        likesQty: 100,
      },
    );
    const { plan } = await explainAnalyze(sql, (tag) => findCounters(tag, me, columns(tag)));
    // Each of the 300 counted rows, on either side, reads its user and, for an unread chat, its pair: a few blocks
    // each.
    assertBounded(plan, {
      blocks: 3000,
      indexes: [
        'chats_low_unread',
        'chats_high_unread',
        'pairs_low_combined',
        'pairs_high_combined',
        'pairs_low_liked',
        'pairs_high_liked',
      ],
    });
  });
}

test('a list without news reads few blocks, however many combinations there are', async () => {
  await sql`insert into social.seen_combinations values (${me}, ${now})`;
  const newCombinations = (tag: Sql) => columns(tag).newCombinations;
  const { plan } = await explainAnalyze(sql, (tag) => newCombinations(tag).then((rows) => rows));
  assert.ok(blocksOf(plan) < 30, JSON.stringify(plan));
});

test('finding a user’s partners reads only their rows, however many others combine', async () => {
  const { plan } = await explainAnalyze(sql, (tag) => findPartners(tag, idOf(9)));
  assertBounded(plan, { blocks: 30, indexes: ['pairs_low_combined', 'pairs_high_combined'] });
});

test('a late page of likes or blocks costs as much as the first', async () => {
  for (const deep of [false, true]) {
    const at = new Date(now.getTime() - people * 750);
    const likes = await explainAnalyze(sql, (tag) =>
      findLikes(tag, me, deep ? { likedAt: at, otherId: me } : undefined, { limit: 50, now }),
    );
    assert.equal(likes.plan['Actual Rows'], 50);
    assertBounded(likes.plan, { blocks: 250, indexes: ['pairs_low_liked', 'pairs_high_liked'] });
    const until = new Date(at.getTime() + 30 * 86_400_000).toISOString();
    const blocks = await explainAnalyze(sql, (tag) =>
      findBlocks(tag, me, {
        before: deep ? { until, otherId: me } : undefined,
        now,
        today: '2026-03-01',
        limit: 50,
      }),
    );
    assert.equal(blocks.plan['Actual Rows'], 50);
    assertBounded(blocks.plan, { blocks: 500, indexes: ['pairs_low_blocked', 'pairs_high_blocked'] });
  }
});

test('a message to a chat with unread messages does not update an index of chats', async () => {
  await sql.begin(async (tx) => {
    const message = {
      lowId: idOf(1),
      highId: me,
      id: newId(),
      fromLow: false,
      clientId: null,
      body: 'hello',
    };
    await insertMessage(tx, message, recordGivenFragment(tx, now), (from) => tx`select ${from}`);
    const [row] = await tx<{ updates: number; hot: number }[]>`
      select n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot from pg_stat_xact_user_tables
      where schemaname = 'social' and relname = 'chats'`;
    assert.deepEqual({ ...row }, { updates: 1, hot: 1 });
  });
});

const newEvents = (count: number) => sql`
  insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
                             words, created_at, updated_at)
  select 'Baile ' || n, ${now}, ${new Date(now.getTime() + 3_600_000)}, 'America/Sao_Paulo', 'EventScheduled', 'Festa',
         'festa', 'Praça', 3550308, '', ${now}, ${now}
  from generate_series(1, ${count}::integer) n
  returning id`;

test('a page of participants reads the people on it and those skipped between them, however large the event', async () => {
  await sql`
    with event as (${newEvents(1)})
    insert into social.attendances (event_id, user_id, confirmed_at)
    select event.id, u.id, ${now}::timestamptz + login_id::integer * interval '1 second' from event, social.users u`;
  await sql`vacuum analyze social.attendances`;
  const [event] = await sql<{ id: number }[]>`select id from social.events`;
  for (const deep of [false, true]) {
    const after = { confirmedAt: new Date(now.getTime() + people * 750), userId: me };
    const { plan } = await explainAnalyze(sql, (tag) =>
      findParticipants(
        tag,
        event?.id ?? 0,
        { id: me, now, goes: false, byDefault: 'everyone' },
        deep ? after : undefined,
        200,
      ),
    );
    assert.equal(plan['Actual Rows'], 200);
    // One in four is blocked: about 270 skipped people, each with a user and a pair row.
    const indexes = ['attendances_by_confirmation', 'users_pkey'];
    assertBounded(plan, { blocks: 2500, indexes });
  }
});

test('a page of participants reads only the people on it, however many others hide their attendance', async () => {
  await sql`update social.users set attendance = 'attendees' where login_id::integer % 50 > 0`;
  await sql`vacuum analyze social.attendances`;
  const [event] = await sql<{ id: number }[]>`select id from social.events`;
  const viewer = { id: me, now, goes: false, byDefault: 'everyone' } as const;
  const { plan } = await explainAnalyze(sql, (tag) =>
    findParticipants(tag, event?.id ?? 0, viewer, undefined, 50),
  );
  assert.equal(plan['Actual Rows'], 50);
  assertBounded(plan, { blocks: 2500, indexes: ['attendances_by_visibility'] });
  await sql`update social.users set attendance = null`;
});

test('shared events are found through one user’s attendances, however many events there are', async () => {
  await newEvents(2000);
  // Without new statistics each attendance would scan the whole table, which was small when that was planned.
  await sql`vacuum analyze social.events`;
  await sql`
    insert into social.attendances (event_id, user_id, confirmed_at)
    select e.id, u.id, ${now} from social.events e join social.users u on u.login_id::integer between 11 and 20
    where not exists (select from social.attendances where event_id = e.id)`;
  await sql`vacuum analyze social.attendances`;
  const { plan } = await explainAnalyze(sql, (tag) =>
    findSharedEvents(tag, me, idOf(1), { now, isSeen: tag`true` }),
  );
  assert.equal(plan['Actual Rows'], 1);
  assertBounded(plan, { blocks: 20, indexes: ['attendances_by_user'] });
});
