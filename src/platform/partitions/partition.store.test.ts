import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertRow, readRows } from '../../../test/support/table-rows.ts';
import type { Tx } from '../postgres/client/database.ts';
import {
  attachMonth,
  beginSplit,
  closeAhead,
  copyRows,
  countSplit,
  detachMonth,
  dropEmptyMonth,
  examineDetached,
  findPresent,
  findSplit,
  finishSplit,
  isEmptyPartition,
  listDetached,
  listDividedTables,
  listPartitions,
  makeMonths,
  type TableName,
} from './partition.store.ts';

const sql = await useTestSql();
const month = (text: string) => new Date(`${text}-01T00:00:00Z`);
const now = month('2026-07');

beforeEach(async () => {
  // The partitioned tables of the services have their own tests.
  for (const table of ['divided_tables', 'partition_splits', 'detached_partitions'])
    await sql`delete from platform.${sql.identifier(table)}`;
  await sql.begin((tx) =>
    tx.script(`
      set local client_min_messages = warning;
      drop schema if exists grown cascade;
      create schema grown;
      create table grown.owners (id integer primary key);
      insert into grown.owners values (1), (2)`),
  );
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);

/**
 * Makes a table with partitions for January 2026, for February and March together, and for everything before and after.
 */
async function divide(name: string, isSwept = false): Promise<TableName> {
  const part = (suffix: string, from: string, to: string) =>
    `create table grown.${name}_${suffix} partition of grown.${name} for values from (${from}) to (${to});`;
  await within((tx) =>
    tx.script(`
      set local timezone = 'UTC';
      create table grown.${name} (
        at timestamptz not null, owner_id integer not null references grown.owners (id) on delete cascade,
        primary key (at, owner_id)) partition by range (at);
      ${part('ahead', `'2026-04-01'`, 'maxvalue')}
      ${part('2026_02', `'2026-02-01'`, `'2026-04-01'`)}
      ${part('before', 'minvalue', `'2026-01-01'`)}
      ${part('2026_01', `'2026-01-01'`, `'2026-02-01'`)}`),
  );
  await insertRow(sql, 'platform', 'divided_tables', {
    schema_name: 'grown',
    table_name: name,
    key_column: 'at',
    leaf_statements: [],
    is_swept: isSwept,
  });
  return `grown.${name}`;
}

const add = (name: string, at: string, ownerId = 1) =>
  insertRow(sql, 'grown', name, { at: `${at}T00:00:00Z`, owner_id: ownerId });
const days = async (name: string) =>
  (await readRows(sql, 'grown', name)).map((row) => String(row['at']).slice(0, 10)).toSorted();
const partitionsOf = async (table: TableName) =>
  (await listPartitions(sql)).filter((row) => row.table === table).map(({ partition }) => partition);
const constraintsOf = async (leaf: string) => {
  const rows = await sql<{ is_valid: boolean }[]>`
    select convalidated as is_valid from pg_constraint
    where conrelid = ${leaf}::text::regclass and conname = 'within_bounds'`;
  return rows.map((row) => row.is_valid);
};

test('lists partitions by table, oldest first, with their rows and sizes', async () => {
  await divide('words');
  await divide('names');
  for (const day of ['2026-02-03', '2026-02-04', '2026-03-05']) await add('names', day);
  await sql`analyze grown.names_2026_02`;
  const listed = await listPartitions(sql);
  assert.deepEqual(
    listed.map((row) => `${row.table} ${row.partition} ${row.rows}`),
    [
      'grown.names names_before 0',
      'grown.names names_2026_01 0',
      'grown.names names_2026_02 3',
      'grown.names names_ahead 0',
      'grown.words words_before 0',
      'grown.words words_2026_01 0',
      'grown.words words_2026_02 0',
      'grown.words words_ahead 0',
    ],
  );
  assert.deepEqual(
    listed.slice(0, 4).map(({ from, to }) => [from, to]),
    [
      [null, month('2026-01')],
      [month('2026-01'), month('2026-02')],
      [month('2026-02'), month('2026-04')],
      [month('2026-04'), null],
    ],
  );
  assert.ok((listed[2]?.bytes ?? 0n) > (listed[1]?.bytes ?? 0n));
});

test('lists the partitioned tables by name, with whether they are swept', async () => {
  await divide('words', true);
  await divide('names');
  assert.deepEqual(
    (await listDividedTables(sql)).map((row) => ({ ...row })),
    [
      { table: 'grown.names', isSwept: false },
      { table: 'grown.words', isSwept: true },
    ],
  );
});

test('the current time follows the moved clock, and is unknown before the first migration', async () => {
  const yearMs = 365 * 24 * 3_600_000;
  await sql`update platform.clock set offset_ms = ${yearMs}`;
  const clock = async () => {
    const [row] = await sql<{ now: Date }[]>`select now()`;
    return (row?.now.getTime() ?? Number.NaN) + yearMs;
  };
  const [earliest, present, latest] = [await clock(), await findPresent(sql), await clock()];
  assert.ok(present && earliest <= present.getTime() && present.getTime() <= latest);
  await sql`alter table platform.divided_tables rename to not_yet`;
  assert.equal(await findPresent(sql), undefined);
  await sql`alter table platform.not_yet rename to divided_tables`;
  await sql`update platform.clock set offset_ms = 0`;
});

test('creates months from the catch-all partition while that has no rows', async () => {
  const table = await divide('words');
  assert.equal(await makeMonths(sql, table, month('2026-06')), true);
  const made = [
    'words_before',
    'words_2026_01',
    'words_2026_02',
    'words_2026_04',
    'words_2026_05',
    'words_ahead',
  ];
  assert.deepEqual(await partitionsOf(table), made);
  await add('words', '2026-08-09');
  assert.equal(await makeMonths(sql, table, month('2026-07')), false);
  assert.deepEqual(await partitionsOf(table), made);
  assert.equal(await makeMonths(sql, table, month('2026-06')), true, 'those that are there are enough');
});

test('closing the catch-all partition keeps its rows and adds a new empty one', async () => {
  const table = await divide('words');
  await add('words', '2026-05-06');
  await closeAhead(sql, table, month('2026-04'));
  assert.deepEqual(await partitionsOf(table), [
    'words_before',
    'words_2026_01',
    'words_2026_02',
    'words_2026_04',
    'words_ahead',
  ]);
  assert.deepEqual([await days('words_2026_04'), await days('words_ahead')], [['2026-05-06'], []]);
  assert.deepEqual((await listPartitions(sql)).at(-1)?.from, month('2026-07'));
});

test('a failed attempt to close the catch-all partition leaves no constraint', async () => {
  const table = await divide('words');
  await sql`create table grown.words_2026_04 ()`;
  await assert.rejects(closeAhead(sql, table, month('2026-04')), /already exists/);
  assert.deepEqual(await constraintsOf('grown.words_ahead'), []);
  // A row after the end that the constraint would have set.
  await add('words', '2030-01-01');
  assert.deepEqual(await days('words_ahead'), ['2030-01-01']);
});

test('drops a month of a swept table once it has ended and is empty', async () => {
  const table = await divide('words', true);
  await add('words', '2026-01-02');
  assert.equal(await isEmptyPartition(sql, table, 'words_2026_01'), false);
  assert.equal(await dropEmptyMonth(sql, table, now), undefined);
  await sql`delete from grown.words`;
  assert.equal(await isEmptyPartition(sql, table, 'words_2026_01'), true);
  assert.equal(await dropEmptyMonth(sql, table, new Date(month('2026-02').getTime() - 1)), undefined);
  assert.equal(await dropEmptyMonth(sql, table, month('2026-02')), 'words_2026_01');
  assert.deepEqual(await partitionsOf(table), ['words_before', 'words_2026_02', 'words_ahead']);
});

test('splits a partition into months in batches, beside a split of another table', async () => {
  const table = await divide('words');
  const other = await divide('names');
  const given = ['2026-02-03', '2026-02-04', '2026-03-05'];
  for (const day of given) await add('words', day);
  const split = async (name: TableName) => {
    const found = await findSplit(sql, name);
    return found && { ...found };
  };
  const count = async () => ({ ...(await countSplit(sql, table)) });
  await beginSplit(sql, other, 'names_2026_02');
  assert.equal(await split(table), undefined);
  await beginSplit(sql, table, 'words_2026_02');
  assert.deepEqual(await split(table), { partition: 'words_2026_02', copied: 0n });
  assert.deepEqual(await split(other), { partition: 'names_2026_02', copied: 0n });
  assert.equal(await copyRows(sql, table, 2), 2);
  assert.deepEqual(
    [await split(table), await count()],
    [
      { partition: 'words_2026_02', copied: 2n },
      { here: 3n, there: 2n },
    ],
  );
  assert.deepEqual([await copyRows(sql, table, 2), await copyRows(sql, table, 2)], [1, 0]);
  assert.deepEqual(await count(), { here: 3n, there: 3n });
  await finishSplit(sql, table);
  assert.deepEqual(await partitionsOf(table), [
    'words_before',
    'words_2026_01',
    'words_2026_02',
    'words_2026_03',
    'words_ahead',
  ]);
  assert.deepEqual([await days('words'), await days('words_2026_03')], [given, ['2026-03-05']]);
  assert.deepEqual([await split(table), (await split(other))?.partition], [undefined, 'names_2026_02']);
});

test('lists detached partitions by table, oldest first, with whether their table still exists', async () => {
  await divide('words');
  for (const [name, from, to] of [
    ['words', '2025-12', '2026-01'],
    ['words', '2025-11', '2025-12'],
    ['names', '2025-12', '2026-01'],
  ] as const)
    await insertRow(sql, 'platform', 'detached_partitions', {
      schema_name: 'grown',
      table_name: name,
      partition_name: `${name}_${from.replace('-', '_')}`,
      from_at: month(from),
      to_at: month(to),
      detached_at: now,
    });
  await sql`create table grown.words_2025_11 ()`;
  const listed = (await listDetached(sql)).map((row) => ({ ...row }));
  assert.deepEqual(
    listed.map((row) => `${row.table} ${row.partition} ${row.isHere}`),
    ['grown.names names_2025_12 false', 'grown.words words_2025_11 true', 'grown.words words_2025_12 false'],
  );
  assert.deepEqual(listed[1], {
    table: 'grown.words',
    partition: 'words_2025_11',
    from: month('2025-11'),
    to: month('2025-12'),
    detachedAt: now,
    isHere: true,
  });
});

test('attaching a detached month removes rows whose owner was deleted in the meantime', async () => {
  const table = await divide('words');
  await add('words', '2026-01-02', 1);
  await add('words', '2026-01-03', 2);
  await within((tx) => detachMonth(tx, table, 'words_2026_01', now));
  assert.deepEqual(await days('words'), []);
  assert.deepEqual(await partitionsOf(table), ['words_before', 'words_2026_02', 'words_ahead']);
  assert.deepEqual(
    (await listDetached(sql)).map((row) => `${row.partition} ${row.isHere} ${row.detachedAt.toISOString()}`),
    [`words_2026_01 true ${now.toISOString()}`],
  );
  // Without the foreign key, as in an archive, where deletions do not cascade.
  await sql`alter table grown.words_2026_01 drop constraint words_owner_id_fkey`;
  await sql`delete from grown.owners where id = 2`;
  assert.deepEqual(await days('words_2026_01'), ['2026-01-02', '2026-01-03']);
  assert.deepEqual(await constraintsOf('grown.words_2026_01'), [false]);
  await within((tx) => examineDetached(tx, table, 'words_2026_01'));
  assert.deepEqual(await days('words_2026_01'), ['2026-01-02']);
  assert.deepEqual(await constraintsOf('grown.words_2026_01'), [true]);
  await within((tx) => attachMonth(tx, table, 'words_2026_01'));
  assert.deepEqual(await days('words'), ['2026-01-02']);
  assert.deepEqual(await partitionsOf(table), [
    'words_before',
    'words_2026_01',
    'words_2026_02',
    'words_ahead',
  ]);
  assert.equal((await listDetached(sql)).length, 0);
});
