import type { Sql } from '../../src/platform/postgres/client/database.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * Returns all rows of a table in a fixed order, so that unintended changes of other rows show, too. Omits nulls and
 * writes times as JavaScript does.
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

/** Inserts a row with these fields. Other columns get their defaults. */
export async function insertRow(
  sql: Sql,
  schema: string,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const name = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
  const columns = sql.identifier(...Object.keys(fields));
  const json = JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  await sql`
    insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, ${json}::jsonb)`;
}

/** Returns bytes as they appear in a row's JSON. */
export const hexOf = (bytes: Buffer): string => String.raw`\x${bytes.toString('hex')}`;

/** Returns a readable id. Ids sort by their digit. */
export const idOf = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;
