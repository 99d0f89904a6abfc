import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { MovableClock } from '../clock.ts';
import { firstIdAt, newId } from '../ids.ts';
import type { Sql } from '../postgres/client/database.ts';
import { createLogger } from '../telemetry/logger.ts';
import { attachPartition, detachPartition, type DetachRules } from './detach-partition.ts';
import type { Finding } from '../postgres/examine-database.ts';
import { examinePartitions } from './examine-partitions.ts';
import { keepPartitions } from './keep-partitions.ts';
import { copyRows, listDetached, listPartitions, type TableName } from './partition.store.ts';
import { abandonSplit, splitPartition } from './split-partition.ts';

let database: TestDatabase;
let sql: Sql;
let other: Sql;
const log = createLogger({ level: 'silent', pretty: false });

before(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  sql = openTestPool(connection, 4);
  other = openTestPool(connection, 4);
  // The partitioned tables of the services have their own tests.
  await sql`delete from platform.divided_tables`;
  await sql`create schema grown`;
});
after(async () => {
  await Promise.all([sql.end(), other.end()]);
  await database.drop();
});

const today = new Date();
/** Start of the month that is the given number of months ago. */
const monthMs = (ago: number): number => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, 1);
const nameOf = (table: string, ago: number): string =>
  `${table}_${new Date(monthMs(ago)).toISOString().slice(0, 7).replace('-', '_')}`;

/**
 * Makes a table with a key that contains the id and one that does not, an index, a foreign key, a trigger, and rows
 * since the given month.
 */
async function makeTable(name: string, monthsAgo: number, rows: number): Promise<TableName> {
  const leastMs = monthMs(monthsAgo);
  const stepMs = Math.floor((Date.now() - leastMs) / rows);
  const ids = Array.from({ length: rows }, (_, n) => newId(leastMs + n * stepMs));
  await sql.begin(async (tx) => {
    await tx.script(`
      create table grown.${name}_owners (id integer primary key);
      insert into grown.${name}_owners select generate_series(0, 9);
      create table grown.${name} (
        owner_id integer not null references grown.${name}_owners (id) on delete cascade, id uuid not null,
        word text not null, touched integer not null default 0, primary key (owner_id, id));
      create unique index ${name}_word on grown.${name} (owner_id, word);
      create index ${name}_by_id on grown.${name} (id);`);
    await tx`
      insert into grown.${tx.identifier(name)} (owner_id, id, word)
      select place % 10, id, 'word ' || place from unnest(${ids}::uuid[]) with ordinality as given (id, place)`;
  });
  return `grown.${name}`;
}

async function divide(table: TableName, isSwept = false): Promise<void> {
  await sql`select platform.fence_table(${table}::text::regclass, 'id')`;
  await sql.begin((tx) => tx.script(`alter table ${table} validate constraint within_bounds`));
  await sql`
    select platform.divide_table(${table}::text::regclass, 'id',
      array['create index on %1$s (owner_id, word)'], is_swept => ${isSwept})`;
}

const partitionsOf = async (table: TableName) =>
  (await listPartitions(sql)).filter((row) => row.table === table).map(({ partition }) => partition);

async function filesOf(relation: string): Promise<unknown[]> {
  const rows = await sql`
    select pg_relation_filenode(indexrelid) as file from pg_index where indrelid = ${relation}::text::regclass
    union all select pg_relation_filenode(${relation}::text::regclass) order by 1`;
  return rows.map((row) => row['file']);
}

const countOf = async (table: TableName): Promise<number> => {
  const [row] = await other.pool
    .query<{ count: number }>(`select count(*)::int as count from ${table}`)
    .then(({ rows }) => rows);
  return row?.count ?? -1;
};

test('partitioning turns a table into the first partition without rewriting its files, and keys and references stay valid', async () => {
  const table = await makeTable('kept', 10, 500);
  const files = await filesOf(table);
  // A statement that the previous version has prepared still works.
  const insert = (id: string, word: string) =>
    other`insert into grown.kept (owner_id, id, word) values (1, ${id}, ${word})`;
  await insert(newId(), 'before');
  await divide(table);
  await insert(newId(), 'after');
  assert.deepEqual(await filesOf('grown.kept_before'), files);
  assert.deepEqual(await partitionsOf(table), ['kept_before', 'kept_ahead']);
  assert.equal(await countOf(table), 502);
  await assert.rejects(
    async () => other`insert into grown.kept (owner_id, id, word) values (99, ${newId()}, 'x')`,
    /foreign key/,
  );
  await other`delete from grown.kept_owners where id = 1`;
  assert.equal(await countOf(table), 450);
});

test('creates months in advance, and stores rows of later months in the catch-all partition until they have one', async () => {
  const table = await makeTable('ahead', 1, 10);
  await divide(table);
  const clock = new MovableClock();
  const context = { sql, clock, log };
  await keepPartitions(context);
  const made = await partitionsOf(table);
  assert.ok(made.length >= 3, made.join());
  await keepPartitions(context);
  assert.deepEqual(await partitionsOf(table), made, 'again changes nothing');

  // The job has not run for two years.
  clock.offsetMs += 2 * 365 * 24 * 3_600_000;
  const late = newId(clock.nowMs());
  const insert = (id: string, word: string) =>
    other`insert into grown.ahead (owner_id, id, word) values (1, ${id}, ${word})`;
  await insert(late, 'late');
  const where = async (): Promise<unknown> =>
    (await sql`select tableoid::regclass::text as name from grown.ahead where id = ${late}`)[0]?.['name'];
  assert.equal(await where(), 'grown.ahead_ahead');
  await keepPartitions(context);
  assert.notEqual(await where(), 'grown.ahead_ahead');
  const [ahead] = await sql<{ from_at: Date }[]>`
    select from_at from platform.partitions where table_name = 'ahead' and to_at is null`;
  assert.ok((ahead?.from_at.getTime() ?? 0) > clock.nowMs() + 55 * 24 * 3_600_000);
  await insert(newId(clock.nowMs() + 20 * 365 * 24 * 3_600_000), 'very late');
  assert.equal(await countOf(table), 12);
});

test('the job does not block other writers while it waits for a table lock', async () => {
  const table = await makeTable('held', 1, 10);
  await divide(table);
  const held = await other.reserve();
  await held`begin`;
  await held`select count(*) from grown.held`;
  let done = false;
  const keeping = keepPartitions({ sql, clock: new MovableClock(), log }).then(() => (done = true));
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%make_months%'`;
  while ((await other.pool.query(waiting)).rowCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  for (let n = 0; n < 3; n++) {
    await other`insert into grown.held (owner_id, id, word) values (1, ${newId()}, ${`passed ${n}`})`;
  }
  assert.equal(done, false);
  await held`commit`;
  held.release();
  await keeping;
  assert.ok((await partitionsOf(table)).length > 2);
});

test('an interrupted split continues, and every row is read exactly once during concurrent writes', async () => {
  const table = await makeTable('split', 22, 6000);
  await divide(table);
  const owned = new Set((await sql<{ id: string }[]>`select id from grown.split`).map(({ id }) => id));
  const fixed = owned.size;
  const oldest = [...owned].toSorted().slice(0, 4000);
  let copying = true;
  const write = async (): Promise<void> => {
    for (let n = 0; copying && n * 3 + 1 < oldest.length; n++) {
      const [changed = '', moved = ''] = [oldest[n * 3], oldest[n * 3 + 1]];
      await other`update grown.split set touched = touched + 1 where id = ${changed}`;
      await other.begin(async (tx) => {
        // Deletes and inserts in one transaction, so that the number of rows stays constant for readers.
        await tx`delete from grown.split where id = ${moved}`;
        const id = newId(monthMs(17) + n);
        await tx`insert into grown.split (owner_id, id, word, touched) values (3, ${id}, ${id}, 1)`;
        owned.delete(moved);
        owned.add(id);
      });
    }
  };
  const read = async (): Promise<void> => {
    while (copying) assert.equal(await countOf(table), fixed);
  };
  const others = Promise.all([write(), read()]);
  const breaks = new Error('broken off');
  await assert.rejects(
    splitPartition(sql, table, undefined, () => {
      throw breaks;
    }),
    breaks,
  );
  await assert.rejects(splitPartition(sql, table, 'split_ahead'), /split_before is being split/);
  const { rows } = await splitPartition(sql, table, undefined);
  copying = false;
  await others;
  assert.equal(Number(rows), fixed);
  const found = await sql<{ id: string }[]>`select id from grown.split`;
  assert.deepEqual(found.map(({ id }) => id).toSorted(), [...owned].toSorted());
  const [touched] = await sql<{ sum: number }[]>`select sum(touched)::int as sum from grown.split`;
  assert.ok((touched?.sum ?? 0) > 0);
  const names = await partitionsOf(table);
  assert.deepEqual(names.slice(0, 3), ['split_before', nameOf('split', 22), nameOf('split', 21)]);
  const [empty] = await sql`select count(*)::int as rows from grown.split_before`;
  assert.equal(empty?.['rows'], 0);
  assert.equal((await sql`select to_regclass('grown.split_split') as gone`)[0]?.['gone'], null);
});

/** Returns everything that a split leaves behind: tables, triggers and its record. */
const remainsOf = async (name: string): Promise<unknown[]> => [
  ...(await sql`
    select relname as name from pg_class
    where relnamespace = 'grown'::regnamespace and relkind in ('r', 'p') and starts_with(relname, ${name})
      and relname not in (${name}, ${`${name}_owners`}, ${`${name}_before`}, ${`${name}_ahead`})`),
  ...(await sql`
    select tgname as name from pg_trigger
    where tgname = 'mirrored' and tgrelid = ${`grown.${name}_before`}::text::regclass`),
  ...(await sql`select partition_name as name from platform.partition_splits where table_name = ${name}`),
];

test('abandoning a split leaves the table unchanged, and it can be split again', async () => {
  const table = await makeTable('left', 8, 5000);
  await divide(table);
  const half = splitPartition(sql, table, undefined, () => {
    throw new Error('broken off');
  });
  await assert.rejects(half, /broken off/);
  await other`update grown.left set touched = 1 where owner_id = 3`;
  await other`delete from grown.left where owner_id = 4`;
  assert.equal(await abandonSplit(sql, table), 'left_before');
  assert.equal(await abandonSplit(sql, table), undefined, 'a second time nothing is left to do');
  assert.deepEqual(await remainsOf('left'), []);
  assert.deepEqual(await partitionsOf(table), ['left_before', 'left_ahead']);
  await other`update grown.left set touched = 2 where owner_id = 3`;
  const [sums] = await sql`select count(*)::int as rows, sum(touched)::int as touched from grown.left`;
  assert.deepEqual({ ...sums }, { rows: 4500, touched: 1000 });
  assert.equal((await splitPartition(sql, table, undefined)).rows, 4500n);
  assert.equal(await countOf(table), 4500);
});

test('abandoning a split in progress stops it without losing rows at any time', async () => {
  const table = await makeTable('raced', 8, 5000);
  await divide(table);
  let given: Promise<unknown> | undefined;
  const ended = splitPartition(sql, table, undefined, () => {
    given ??= Promise.all([abandonSplit(other, table), abandonSplit(other, table)]);
  });
  await assert.rejects(ended, /raced_before is no longer being split/);
  const partitions = (await given) as (string | undefined)[];
  assert.deepEqual(
    partitions.filter((name) => name !== undefined),
    ['raced_before'],
  );
  assert.deepEqual([await remainsOf('raced'), await countOf(table)], [[], 5000]);
  // Also during the exchange of the partitions: then the split completes and there is nothing to abandon.
  await splitPartition(sql, table, undefined, () => {
    throw new Error('broken off');
  }).catch(() => {});
  while ((await copyRows(sql, table, 2000)) > 0);
  const [split, abandoned] = await Promise.allSettled([
    splitPartition(sql, table, undefined),
    abandonSplit(other, table),
  ]);
  assert.equal(await countOf(table), 5000);
  const isAbandoned = abandoned.status === 'fulfilled' && abandoned.value !== undefined;
  assert.equal(split.status === 'rejected', isAbandoned);
  assert.equal((await partitionsOf(table)).length === 2, isAbandoned);
});

test('detaches months oldest first, applies deletions to them, and attaches them again', async () => {
  const table = await makeTable('old', 22, 3000);
  await divide(table);
  const [first, second, third] = [nameOf('old', 22), nameOf('old', 21), nameOf('old', 20)];
  const rules: DetachRules = {
    [table]: {
      afterDays: 90,
      refuse: async (_tag, leaf) => (leaf === `grown.${third}` ? `${leaf} has something open.` : undefined),
    },
    'grown.kept': { never: 'None is ever taken out.' },
  };
  const context = { sql, clock: new MovableClock(), rules };
  const detach = (partition: string, of: TableName = table) => detachPartition(context, of, partition);
  const attach = (partition: string) => attachPartition(context, table, partition);
  await assert.rejects(detach('old_before'), /has no lower bound: split it/);
  await splitPartition(sql, table, undefined);
  await assert.rejects(detach(second), new RegExp(`${first} is older than ${second}`));
  await assert.rejects(detach(nameOf('old', 0)), /younger than 90 days/);
  await assert.rejects(detach('old_2020_01'), /no partition old_2020_01/);
  await assert.rejects(detach('kept_before', 'grown.kept'), /None is ever taken out/);

  const [all, january] = [await countOf(table), await countOf(`grown.${first}`)];
  await detach(first);
  assert.equal(await countOf(table), all - january);
  await detach(second);
  await assert.rejects(detach(third), /something open/);
  assert.equal((await listDetached(sql)).length, 2);
  // Rows of a detached month can still be inserted.
  const stray = newId(monthMs(22) + 1000);
  await other`insert into grown.old (owner_id, id, word) values (1, ${stray}, 'stray')`;
  await assert.rejects(attach(second), /old_before has new rows/);
  await other`delete from grown.old where id = ${stray}`;

  await other`delete from grown.old_owners where id = 4`;
  assert.deepEqual([...(await sql`select from grown.${sql.identifier(first)} where owner_id = 4`)], []);
  await assert.rejects(attach(first), new RegExp(`${second} was detached after ${first}`));
  await attach(second);
  // As in a restored archive: without the foreign key, and with rows of an owner who was deleted.
  await sql.begin(async (tx) => {
    await tx.script(`alter table grown.${first} drop constraint old_owner_id_fkey`);
    await tx`insert into grown.${tx.identifier(first)} (owner_id, id, word) values (4, ${firstIdAt(monthMs(22) + 5)}, 'gone')`;
  });
  await attach(first);
  assert.equal((await listDetached(sql)).length, 0);
  assert.equal(await countOf(table), all - all / 10);
  await other`delete from grown.old_owners where id = 5`;
  assert.equal(await countOf(table), all - all / 5);
  await detach(first);
  await sql.begin((tx) => tx.script(`drop table grown.${first}`));
  await assert.rejects(attach(first), /restore it first/);
});

test('drops an old month of a swept table only when it is empty', async () => {
  const table = await makeTable('swept', 6, 600);
  await divide(table, true);
  await splitPartition(sql, table, undefined);
  const context = { sql, clock: new MovableClock(), log };
  await other`delete from grown.swept where id >= ${firstIdAt(monthMs(5))} and id < ${firstIdAt(monthMs(4))}`;
  await keepPartitions(context);
  assert.ok((await partitionsOf(table)).includes(nameOf('swept', 5)), 'something older is there');
  await other`delete from grown.swept where id < ${firstIdAt(monthMs(5))}`;
  await keepPartitions(context);
  assert.deepEqual((await partitionsOf(table)).slice(0, 2), ['swept_before', nameOf('swept', 4)]);
});

test('the doctor reports missing months and rows in the catch-all partition', async () => {
  const table = await makeTable('examined', 1, 10);
  await divide(table);
  const findings: Finding[] = [];
  const look = async (): Promise<string> => {
    await examinePartitions(sql, async (_subject, examine) => findings.push(await examine()) > 0);
    const { fine, problem } = findings.at(-1) ?? {};
    return problem === undefined ? `fine: ${fine}` : `WRONG: ${problem}`;
  };
  const clock = new MovableClock();
  const keep = () => keepPartitions({ sql, clock, log });
  // Tables of other tests would be reported too.
  await sql`delete from platform.divided_tables where table_name <> 'examined'`;
  await keep();
  assert.match(await look(), /^fine: next month is ready in 1 tables$/);
  clock.offsetMs = monthMs(-3) - Date.now();
  await sql`update platform.clock set offset_ms = ${clock.offsetMs}`;
  assert.match(
    await look(),
    /^WRONG: grown\.examined has no partition for next month: run "praca partitions keep"/,
  );
  await other`insert into grown.examined (owner_id, id, word) values (1, ${newId(monthMs(-4))}, 'ahead')`;
  assert.match(await look(), /has rows after its last month, in examined_ahead/);
  await keep();
  assert.match(await look(), /^fine/);
  await sql`update platform.clock set offset_ms = 0`;
  await assert.rejects(
    splitPartition(sql, table, undefined, () => assert.fail('broken off')),
    /broken off/,
  );
  assert.match(await look(), /^fine: .*; examined_before is being split/);
  await splitPartition(sql, table, undefined);
});
