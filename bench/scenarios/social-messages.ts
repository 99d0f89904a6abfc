import { firstIdAt } from '../../src/platform/ids.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { findMessages, findNewestIdBefore } from '../../src/social/conversation/chat/chat.store.ts';
import { largestPageBytes, largestWeek, noId } from '../../src/social/conversation/chat/chat.rules.ts';
import { blocksOf, explainAnalyze, type Explained } from '../../test/support/explain.ts';
import { median } from '../harness/latencies.ts';
import { doNotWaitForTheDisk } from '../harness/social-population.ts';
import type { Measurement } from '../scenario.ts';

/** `BENCH_MESSAGES=100000000 npm run bench -- messages` takes about half an hour and 30 GB. */
const most = Number(process.env['BENCH_MESSAGES'] ?? 2_000_000);
const sizes = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000].filter((size) => size < most);
const batch = 500_000;

const chats = 1000;
const day = 86_400_000;
/** The last weeks of every chat are the same, regardless of the number of older messages. */
const recentDays = 56;
const recentChats = 10;
const messagesPerDay = 5;
const recent = recentChats * recentDays * messagesPerDay;

const say = (text: string): void => console.log(`    ${text}`);
const counted = (count: number): string => count.toLocaleString('en');

const personId = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
/** The chat that is read. It contains half of all messages. */
const pair = { lowId: personId(1), highId: personId(2) };

async function addChats(sql: Sql): Promise<void> {
  await sql`
    insert into social.users (id, provider, login_id, name, last_active_at, created_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'messages', n::text, 'P', now(), now()
    from generate_series(1, ${chats + 1}) n`;
  await sql`
    insert into social.chats (low_id, high_id)
    select ${pair.lowId}, id from social.users where provider = 'messages' and id <> ${pair.lowId}`;
}

/** Adds the messages of the last weeks, five a day. */
async function addRecent(sql: Sql, nowMs: number): Promise<void> {
  await addMessages(sql, 0, recent - 1, recentChats, nowMs - recentDays * day, (recentDays * day) / recent);
}

/** Adds all older messages in order of time, half of them in the chat that is read. */
async function addOld(sql: Sql, from: number, until: number, nowMs: number): Promise<void> {
  const stepMs = 10;
  const beginMs = nowMs - (recentDays + 1) * day - (most - from) * stepMs;
  for (let first = from; first < until; first += batch) {
    const last = Math.min(first + batch, until) - 1;
    await addMessages(sql, first, last, undefined, beginMs + (first - from) * stepMs, stepMs);
    if (until - from > batch) say(`${counted(last + 1)} messages of ${counted(until)}`);
  }
}

async function addMessages(
  sql: Sql,
  first: number,
  last: number,
  /**
   * Number of chats among which the messages are divided; undefined puts every second one into the chat that is read.
   */
  over: number | undefined,
  beginMs: number,
  stepMs: number,
): Promise<void> {
  await sql`
    insert into social.messages (low_id, high_id, id, from_low, body, read_at)
    select ${pair.lowId}::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(2 + chat), 12, '0'))::uuid,
           (lpad(to_hex(${Math.floor(beginMs)}::bigint + ((n - ${first}) * ${stepMs}::float8)::bigint), 12, '0')
             || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
           n % 2 = 0, 'Vai no samba hoje? Levo o pandeiro.', now()
    from (select n, case when ${over ?? null}::integer is not null then n % ${over ?? null}::integer
                         when n % 2 = 0 then 0 else n / 2 % ${chats} end as chat
          from generate_series(${first}::integer, ${last}::integer) n) made`;
}

interface Measured {
  week: Explained;
  older: Explained;
}

async function readWeek(sql: Sql, nowMs: number): Promise<Measured> {
  const range = { clearedId: noId, viewerIsLow: true };
  const [fromId, untilId] = [firstIdAt(nowMs - 28 * day), firstIdAt(nowMs - 21 * day)];
  const rounds: Measured[] = [];
  for (let round = 0; round < 20; round++)
    rounds.push({
      week: await explainAnalyze(sql, (tag) =>
        findMessages(
          tag,
          pair,
          { ...range, fromId, untilId },
          { limit: largestWeek, mostBytes: largestPageBytes },
        ),
      ),
      older: await explainAnalyze(sql, (tag) => findNewestIdBefore(tag, pair, { ...range, untilId: fromId })),
    });
  const [first] = rounds;
  if (!first) throw new Error('nothing was measured');
  const medianOf = (which: keyof Measured): Explained => ({
    ...first[which],
    milliseconds: median(rounds.map((round) => round[which].milliseconds)),
  });
  const [plan] = first.week.plan.Plans ?? [];
  const isRange =
    plan?.['Node Type'] === 'Index Scan' && plan['Index Name'] === 'messages_pkey' && !plan.Plans;
  const isBounded = /low_id.*high_id.*id >=.*id </.test(plan?.['Index Cond'] ?? '');
  if (!isRange || !isBounded || plan['Rows Removed by Filter'])
    throw new Error(`a week is not one range of the primary key: ${JSON.stringify(first.week.plan)}`);
  return { week: medianOf('week'), older: medianOf('older') };
}

export const messages: Measurement = {
  name: 'messages',
  what: `blocks that a week of a chat reads more among ${counted(most)} messages than among 10,000 (BENCH_MESSAGES=100000000 for as many)`,
  async measure(stage) {
    const praca = await stage.startPraca({ SEED_TOWN: 'no' });
    const sql = openDatabase({
      connection: praca.connection,
      poolSize: 1,
      applicationName: 'praca bench',
      statementTimeoutMs: 0,
    });
    try {
      const nowMs = Date.now();
      await addChats(sql);
      await doNotWaitForTheDisk(sql);
      // Skips the foreign key check, which would look up the chat for each message.
      await sql`set session_replication_role = replica`;
      await addRecent(sql, nowMs);
      const blocks: number[] = [];
      say('   messages      table   week: rows  blocks      ms   older: blocks      ms');
      let held = recent;
      for (const size of [...sizes, most]) {
        if (size > held) await addOld(sql, held, size, nowMs);
        held = Math.max(held, size);
        await sql`vacuum analyze social.messages`;
        const [table] = await sql<{ megabytes: number }[]>`
          select (pg_total_relation_size('social.messages') / 1048576)::integer as megabytes`;
        const { week, older } = await readWeek(sql, nowMs);
        blocks.push(blocksOf(week.plan));
        say(
          [
            counted(held).padStart(11),
            `${table?.megabytes} MB`.padStart(10),
            String(week.plan['Actual Rows']).padStart(12),
            String(blocksOf(week.plan)).padStart(7),
            week.milliseconds.toFixed(3).padStart(7),
            String(blocksOf(older.plan)).padStart(15),
            older.milliseconds.toFixed(3).padStart(7),
          ].join(' '),
        );
      }
      // Each additional index level costs one more block per lookup.
      return { value: (blocks.at(-1) ?? 0) - (blocks[0] ?? 0), unit: 'blocks more', atMost: 3 };
    } finally {
      await sql.end();
      await praca.stop();
    }
  },
};
