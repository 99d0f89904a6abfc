import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import type { SealedColumn } from './sealed-places.ts';
import {
  countBlocks,
  findOldSeals,
  findSealedJobs,
  listSealedColumns,
  replaceJobSeal,
  replaceSeals,
} from './secrets.store.ts';

const sql = await useTestSql();
before(async () => {
  await sql`create schema other`;
  // Rows so large that a block holds only a few, so that there are several blocks.
  await sql`create table other.things (name text, sealed_a bytea, sealed_note text, unsealed bytea, filler text)`;
  await sql`alter table other.things alter filler set storage plain`;
  await sql`create table other.parts (sealed_b bytea, sealed_a bytea, sealed_gone bytea) partition by list (sealed_b)`;
  await sql`alter table other.parts drop column sealed_gone`;
  await sql`create view other.seen as select sealed_a from other.things`;
});

const column: SealedColumn = {
  schema: 'other',
  table: 'things',
  column: 'sealed_a',
  purpose: () => 'test',
  boundTo: 'name',
};
const keyId = Buffer.from('key1');
const bytes = (text: string) => Buffer.from(text);

test('finds sealed columns by name and type, in tables only, in order', async () => {
  const found = (await listSealedColumns(sql)).map((one) => `${one.schema}.${one.table}.${one.column}`);
  const own = found.filter((name) => name.startsWith('other.'));
  assert.deepEqual(own, ['other.parts.sealed_a', 'other.parts.sealed_b', 'other.things.sealed_a']);
  assert.deepEqual(
    found,
    found.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  assert.ok(found.length > own.length);
});

test('finds values sealed with another key block by block, and replaces those that have not changed since', async () => {
  const filler = 'x'.repeat(2000);
  const rows: [string, Buffer | null][] = [
    ['new', bytes('key1 new')],
    ['emptied', bytes('')],
    ['none', null],
    ['old', bytes('key0 old')],
    ['old too', bytes('key0 old')],
    ['short', bytes('key')],
    ['old three', bytes('key2 three')],
  ];
  for (const [name, sealed] of rows)
    await sql`insert into other.things values (${name}, ${sealed}, 'text', 'u', ${filler})`;
  const blocks = await countBlocks(sql, column);
  assert.ok(blocks >= 2 && blocks < 10, String(blocks));
  const within = (from: number, to: number) => findOldSeals(sql, column, keyId, { from, to });
  const found = await within(0, blocks);
  const names = found.map((row) => row.bound_to);
  assert.deepEqual(names, ['old', 'old too', 'short', 'old three']);
  const apart: string[] = [];
  for (let block = 0; block < blocks; block++)
    apart.push(...(await within(block, block + 1)).map((row) => row.bound_to));
  assert.deepEqual(apart, names);
  const { boundTo: _, ...unbound } = column;
  assert.deepEqual(
    (await findOldSeals(sql, unbound, keyId, { from: 0, to: blocks })).map((row) => row.bound_to),
    ['', '', '', ''],
  );
  const [old, , short] = found;
  assert.ok(old && short);
  await sql.begin((tx) =>
    replaceSeals(tx, column, [
      { place: old.place, before: old.sealed, after: bytes('key1 resealed') },
      { place: short.place, before: bytes('what it was before'), after: bytes('key1 lost') },
    ]),
  );
  const now = await sql<{ name: string; sealed: string | null }[]>`
    select name, convert_from(sealed_a, 'utf8') as sealed from other.things order by name`;
  assert.deepEqual(Object.fromEntries(now.map((row) => [row.name, row.sealed])), {
    new: 'key1 new',
    emptied: '',
    none: null,
    old: 'key1 resealed',
    'old too': 'key0 old',
    short: 'key',
    'old three': 'key2 three',
  });
});

test('finds sealed jobs in order of their ids, and changes those that have not changed since', async () => {
  await sql`delete from graphile_worker._private_jobs`;
  for (const [task, payload] of [
    ['mail', { sealed: 'one' }],
    ['sweep', { other: 'x' }],
    ['mail', { sealed: 'two', kept: 1 }],
    ['push', { sealed: 'three' }],
  ] as const)
    await sql`select graphile_worker.add_job(${task}, ${sql.json(payload)}::json)`;
  const all = await findSealedJobs(sql, 0n, 10);
  assert.deepEqual(
    all.map(({ task, sealed }) => [task, sealed]),
    [
      ['mail', 'one'],
      ['mail', 'two'],
      ['push', 'three'],
    ],
  );
  const [first, second, third] = all;
  assert.ok(first && second && third);
  assert.deepEqual([...(await findSealedJobs(sql, first.id, 1))], [second]);
  await sql.begin((tx) => replaceJobSeal(tx, second, 'new two'));
  await sql.begin((tx) => replaceJobSeal(tx, { ...third, sealed: 'what it was before' }, 'lost'));
  const payloads = await sql<{ payload: unknown }[]>`
    select payload from graphile_worker._private_jobs order by id`;
  assert.deepEqual(
    payloads.map(({ payload }) => payload),
    [{ sealed: 'one' }, { other: 'x' }, { sealed: 'new two', kept: 1 }, { sealed: 'three' }],
  );
});
