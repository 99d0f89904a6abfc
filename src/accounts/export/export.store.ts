import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';

export interface UserTable {
  name: string;
  /** The columns of its primary key, in which its pages are ordered. */
  key: string[];
  /** Its columns of bytes, which `to_jsonb` writes as text. */
  bytes: string[];
  /** Its columns of moments, which `to_jsonb` writes in a form of its own. */
  moments: string[];
}

export type ExportRow = Record<string, unknown>;

/** From the catalogue, so that a table which is added later is exported without anybody thinking of it. */
export async function listUserTables(sql: Tag): Promise<UserTable[]> {
  return sql<UserTable[]>`
    select c.relname as name, array_agg(k.attname::text order by array_position(i.indkey::int2[], k.attnum)) as key,
      array(select attname::text from pg_attribute where attrelid = c.oid and atttypid = 'bytea'::regtype) as bytes,
      array(select attname::text from pg_attribute
            where attrelid = c.oid and atttypid = 'timestamptz'::regtype) as moments
    from pg_class c
    join pg_attribute u on u.attrelid = c.oid and u.attname = 'user_id'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
    where c.relnamespace = 'accounts'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname order by c.relname`;
}

/** The rows after the last one of the page before; a column at a time, so that every type compares as itself. */
export async function readUserRows(
  sql: Tag,
  table: UserTable,
  userId: string,
  after: ExportRow | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const name = sql.identifier(table.name);
  const [first, ...others] = table.key.map((column) => sql.identifier(column));
  const columns = others.reduce((list, column) => sql`${list}, t.${column}`, sql`t.${first}`);
  const rows = await sql<{ row: ExportRow }[]>`
    select to_jsonb(t) as row from accounts.${name} t
    where user_id = ${userId} ${
      after === undefined
        ? sql``
        : sql`and (${columns}) > (
            select ${columns} from jsonb_populate_record(null::accounts.${name}, ${sql.json(after)}) as t)`
    }
    order by ${columns} limit ${limit}`;
  return rows.map(({ row }) => row);
}

export async function readUserRow(
  sql: Sql,
  userId: string,
): Promise<({ row: ExportRow } & Pick<UserTable, 'bytes' | 'moments'>) | undefined> {
  const [found] = await sql<({ row: ExportRow } & Pick<UserTable, 'bytes' | 'moments'>)[]>`
    select to_jsonb(t) - 'exporting_until' as row,
      array(select attname::text from pg_attribute
            where attrelid = 'accounts.users'::regclass and atttypid = 'bytea'::regtype) as bytes,
      array(select attname::text from pg_attribute
            where attrelid = 'accounts.users'::regclass and atttypid = 'timestamptz'::regtype) as moments
    from accounts.users t where id = ${userId}`;
  return found;
}
