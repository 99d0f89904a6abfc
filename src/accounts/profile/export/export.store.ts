import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';

export interface UserTable {
  name: string;
  /** Columns of its primary key. Pages are ordered by them. */
  key: string[];
  /** Columns of bytes, which `to_jsonb` converts to text. */
  bytes: string[];
  /** Columns of timestamps, which `to_jsonb` converts to its own format. */
  moments: string[];
}

export type ExportRow = Record<string, unknown>;

/** Lists the tables from the catalogue, so that tables added later are exported automatically. */
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

/**
 * Reads the rows after the last one of the previous page. Compares column by column, so that each type uses its own
 * order.
 */
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
