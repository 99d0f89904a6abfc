import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { columnTypes, valueOf } from './column-types.ts';

const database = await createTestDatabase({ migrated: false });
const sql = openDatabase({
  connection: database.connection,
  poolSize: 1,
  applicationName: 'test of column types',
});
after(async () => {
  await sql.end();
  await database.drop();
});

const samples: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: 'a',
  json: '{}',
  jsonb: '{}',
  date: '2020-02-02',
  'timestamp without time zone': '2020-02-02',
  'timestamp with time zone': '2020-02-02',
  uuid: '00000000-0000-0000-0000-000000000000',
};

/** Returns the name of a JavaScript value's type as in the table. */
function nameOf(value: unknown): string {
  if (Array.isArray(value)) return `${nameOf(value[0])}[]`;
  if (value instanceof Date || value instanceof Buffer) return value.constructor.name;
  return typeof value === 'object' ? 'json' : typeof value;
}

test('the table contains what the driver returns for each type', async () => {
  for (const [type, value] of Object.entries(columnTypes)) {
    const [found] = await sql<{ name: string }[]>`select format_type(${type}::oid, null) as name`;
    const name = found?.name ?? '';
    const sample = samples[name.replace('[]', '')] ?? '1';
    const { rows } = await sql.pool.query<{ value: unknown }>(`select $1::${name} as value`, [
      name.endsWith('[]') ? `{${sample}}` : sample,
    ]);
    assert.equal(nameOf(rows[0]?.value), value, name);
  }
});

test('an enumeration and an array of it are returned as one text', async () => {
  await sql`create type mood as enum ('glad')`;
  const { rows, fields } = await sql.pool.query<{ one: unknown; list: unknown }>(
    "select 'glad'::mood as one, array['glad'::mood] as list",
  );
  assert.deepEqual(rows, [{ one: 'glad', list: '{glad}' }]);
  assert.deepEqual(
    fields.map(({ dataTypeID }) => valueOf(dataTypeID)),
    ['string', 'string'],
  );
});
