import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import type { Sql } from './client/database.ts';
import { checkEnvironment, findOutdated, migrate, stampEnvironment } from './migrate.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 8);
});
after(async () => {
  await sql.end();
  await database.drop();
});

function source(schema: string, files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'praca-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return { schema, directory };
}

test('processes that start at the same time apply every migration exactly once', async () => {
  const files = {
    '0001_create_things.sql': 'create table crowd.things (id int); insert into crowd.things values (1);',
    '0002_add_more.sql': 'insert into crowd.things values (2);',
  };
  const applied: string[] = [];
  const pools = Array.from({ length: 6 }, () => openTestPool(database.connection, 2));
  await Promise.all(
    pools.map((pool) => migrate(pool, [source('crowd', files)], (_schema, name) => applied.push(name))),
  );
  await Promise.all(pools.map((pool) => pool.end()));
  assert.deepEqual(applied.toSorted(), Object.keys(files));
  assert.deepEqual([...(await sql`select id from crowd.things order by id`)], [{ id: 1 }, { id: 2 }]);
});

test('refuses to migrate while a partition is being split, but starts if there is nothing to migrate', async () => {
  await migrate(sql, [source('splitting', { '0001_one.sql': 'select 1' })]);
  await sql`
    insert into platform.partition_splits (schema_name, table_name, partition_name, shadow)
    values ('merchant', 'orders', 'orders_before', 'merchant.orders_split')`;
  const applied: string[] = [];
  const next = { '0001_one.sql': 'select 1', '0002_two.sql': 'select 2' };
  const migrateTo = (files: Record<string, string>) =>
    migrate(sql, [source('splitting', files)], (_schema, name) => applied.push(name));
  await migrateTo({ '0001_one.sql': 'select 1' });
  await assert.rejects(migrateTo(next), { name: 'StartError', message: /partitions split merchant\.orders/ });
  assert.deepEqual(applied, []);
  await sql`delete from platform.partition_splits`;
  await migrateTo(next);
  assert.deepEqual(applied, ['0002_two.sql']);
});

test('rolls back a migration that fails, and applies it after it is corrected', async () => {
  const broken = {
    '0001_create_halves.sql': 'create table halves.a (id int); create table halves.b (id nonsense);',
  };
  await assert.rejects(migrate(sql, [source('halves', broken)]), /nonsense/);
  const mended = { '0001_create_halves.sql': 'create table halves.a (id int);' };
  await migrate(sql, [source('halves', mended)]);
  assert.equal((await sql`select * from halves.a`).length, 0);
});

test('refuses to start if an applied migration was changed', async () => {
  await migrate(sql, [source('changed', { '0001_one.sql': 'select 1' })]);
  await assert.rejects(migrate(sql, [source('changed', { '0001_one.sql': 'select 2' })]), {
    name: 'StartError',
    message: /changed\/0001_one\.sql was changed/,
  });
});

test('refuses to start on a database of a newer version', async () => {
  await migrate(sql, [source('newer', { '0001_one.sql': 'select 1', '0002_two.sql': 'select 1' })]);
  await assert.rejects(migrate(sql, [source('newer', { '0001_one.sql': 'select 1' })]), {
    name: 'StartError',
    message: /newer\/0002_two\.sql, which this version of Praça does not know/,
  });
});

test('checkEnvironment does not stamp a database without an environment', async () => {
  await checkEnvironment(sql, 'production');
  assert.deepEqual([...(await sql`select * from platform.environment`)], []);
});

test('the first start sets the environment, and the other environment is always rejected', async () => {
  await Promise.all(Array.from({ length: 5 }, () => stampEnvironment(sql, 'sandbox')));
  await stampEnvironment(sql, 'sandbox');
  await checkEnvironment(sql, 'sandbox');
  for (const refuse of [stampEnvironment, checkEnvironment])
    await assert.rejects(refuse(sql, 'production'), {
      name: 'StartError',
      message: /belongs to the sandbox environment/,
    });
});

test('findOutdated reports a missing migration without applying it', async () => {
  const files = { '0001_create_things.sql': 'create table told.things (id int);' };
  const grown = { ...files, '0002_add_more.sql': 'create table told.more (id int);' };
  assert.match((await findOutdated(sql, [source('told', files)])) ?? '', /lacks migration told\/0001/);
  await migrate(sql, [source('told', files)]);
  assert.equal(await findOutdated(sql, [source('told', files)]), undefined);
  assert.match((await findOutdated(sql, [source('told', grown)])) ?? '', /lacks migration told\/0002/);
  const [found] = await sql`select to_regclass('told.more') as more`;
  assert.equal(found?.['more'], null);
  await migrate(sql, [source('told', grown)]);
  await assert.rejects(findOutdated(sql, [source('told', files)]), /Start the newer version/);
});
