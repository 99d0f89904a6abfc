import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { listUserTables, readUserRow, readUserRows, type ExportRow } from './export.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bia] = [idOf(1), idOf(2)];

/**
 * The second table has another index beside its primary key, and its key columns are in a different order than in the
 * table.
 */
before(async () => {
  await sql.begin((tx) =>
    tx.script(`
      create table accounts.kept_b (user_id uuid primary key);
      create table accounts.kept_a (
        word text not null, seal bytea, user_id uuid not null, number integer not null, made timestamptz,
        primary key (number, word));
      create index on accounts.kept_a (user_id, seal);
      create table accounts.nobodys (id integer primary key, seal bytea);
      create table accounts.without_key (user_id uuid);
      create view accounts.seen as select * from accounts.kept_a;
      create table public.elsewhere (user_id uuid primary key)`),
  );
  for (const [id, name] of [
    [bia, 'bia'],
    [ana, 'ana'],
  ] as const)
    await insertUser(sql, id, name, now);
});

test('lists the tables with a user column from the catalogue, with their keys and byte columns', async () => {
  const tables = (await listUserTables(sql)).map((table) => ({ ...table }));
  const names = tables.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted());
  assert.deepEqual(
    tables.filter(({ name }) => name.startsWith('kept')),
    [
      { name: 'kept_a', key: ['number', 'word'], bytes: ['seal'], moments: ['made'] },
      { name: 'kept_b', key: ['user_id'], bytes: [], moments: [] },
    ],
  );
  for (const name of ['nobodys', 'without_key', 'seen', 'elsewhere', 'users'])
    assert.ok(!names.includes(name), name);
  assert.deepEqual(
    names.filter((name) => name.startsWith('audit')),
    ['audit'],
    'a partitioned table is listed once',
  );
});

test('reads one user’s rows page by page in key order', async () => {
  const table = { name: 'kept_a', key: ['number', 'word'], bytes: ['seal'], moments: ['made'] };
  for (const [number, word, userId] of [
    [10, 'a', ana],
    [2, 'c', ana],
    [2, 'b', bia],
    [1, 'z', ana],
    [2, 'a', ana],
    [9, 'a', bia],
  ] as const)
    await insertRow(sql, 'accounts', 'kept_a', { number, word, user_id: userId });
  const page = async (userId: string, after: ExportRow | undefined, limit = 9) =>
    (await readUserRows(sql, table, userId, after, limit)).map(
      (row) => `${String(row['number'])}${String(row['word'])}`,
    );
  assert.deepEqual(await page(ana, undefined), ['1z', '2a', '2c', '10a']);
  assert.deepEqual(await page(ana, undefined, 2), ['1z', '2a']);
  assert.deepEqual(await page(ana, { number: 2, word: 'a' }), ['2c', '10a']);
  assert.deepEqual(await page(ana, { number: 2, word: 'a' }, 1), ['2c']);
  assert.deepEqual(await page(ana, { number: 10, word: 'a' }), []);
  assert.deepEqual(await page(bia, undefined), ['2b', '9a']);
  const [row] = await readUserRows(sql, table, bia, undefined, 1);
  assert.deepEqual(row, { number: 2, word: 'b', user_id: bia, seal: null, made: null });
});

test('reads a user’s own row with the names of its byte columns', async () => {
  for (const [id, name] of [
    [ana, 'ana'],
    [bia, 'bia'],
  ] as const) {
    const found = await readUserRow(sql, id);
    assert.deepEqual([found?.row['id'], found?.row['first_name']], [id, name]);
    assert.deepEqual(found?.bytes, ['one_time_password_hash']);
    assert.ok(found.moments.includes('created_at') && !found.moments.includes('email'));
  }
  assert.equal(await readUserRow(sql, idOf(3)), undefined);
});
