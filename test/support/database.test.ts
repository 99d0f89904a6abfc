import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase, openTestPool } from './database.ts';

const cleaners: Array<() => Promise<unknown>> = [];
after(async () => {
  for (const clean of cleaners.toReversed()) await clean();
});

async function open(options?: Parameters<typeof createTestDatabase>[0]) {
  const database = await createTestDatabase(options);
  const sql = openTestPool(database.connection);
  cleaners.push(
    () => database.drop(),
    () => sql.end(),
  );
  return { database, sql };
}

test('simultaneous callers each get a separate migrated database', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  await one.sql`create table only_here ()`;
  const [seen] =
    await other.sql`select to_regclass('only_here') as only_here, to_regnamespace('merchant') as merchant`;
  assert.equal(seen?.['only_here'], null);
  assert.notEqual(seen?.['merchant'], null);
});

test('an empty database has no schema of a service', async () => {
  const { sql } = await open({ migrated: false });
  const [seen] = await sql`select to_regnamespace('merchant') as merchant`;
  assert.equal(seen?.['merchant'], null);
});

test('a database with an open connection can be dropped', async () => {
  const { database, sql } = await open({ migrated: false });
  const { sql: observer } = await open({ migrated: false });
  await sql`select 1`;
  await database.drop();
  const rows = await observer`select from pg_database where datname = ${database.name}`;
  assert.equal(rows.length, 0);
});

test('outside a test run the error says how to run the file', async () => {
  const given = process.env['PRACA_TEST_POSTGRES'];
  delete process.env['PRACA_TEST_POSTGRES'];
  try {
    await assert.rejects(createTestDatabase(), /npm test -- <file>/);
  } finally {
    process.env['PRACA_TEST_POSTGRES'] = given;
  }
});
