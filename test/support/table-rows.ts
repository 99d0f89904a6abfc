import type { Sql } from '../../src/platform/postgres/client/database.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * All that a table holds, in one order: what a statement has done to rows that are none of its business shows too.
 * Without what is null; times as JavaScript writes them.
 */
export async function readRows(
  sql: Sql,
  schema: string,
  table: string,
  columns?: readonly string[],
): Promise<Record<string, unknown>[]> {
  const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(t) as row from ${sql.identifier(schema)}.${sql.identifier(table)} t order by t::text`;
  return rows.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => value !== null && (columns?.includes(name) ?? true))
        .map(([name, value]) => [name, isTime(value) ? new Date(value).toISOString() : value]),
    ),
  );
}

const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

/** A row of what is given; the other columns have what the table says. */
export async function insertRow(
  sql: Sql,
  schema: string,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const name = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
  const columns = Object.keys(fields)
    .map((column) => sql`${sql.identifier(column)}`)
    .reduce((list, column) => sql`${list}, ${column}`);
  const json = JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  await sql`
    insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, ${json}::jsonb)`;
}

/** Bytes as a row of JSON has them. */
export const hexOf = (bytes: Buffer): string => String.raw`\x${bytes.toString('hex')}`;

/** An id that a reader can tell from the others of a test, in the order of its digit. */
export const idOf = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;
