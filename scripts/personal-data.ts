import type { Sql } from '../src/platform/postgres/client/database.ts';
import type { Answer } from './personal-data/columns.ts';

export interface Column {
  schema: string;
  table: string;
  column: string;
}

/**
 * Lists columns that can hold free text: text, json and lists of text, without a list of allowed values. Rows that are
 * deleted with a user of accounts are left out, because export and erasure find their tables in the catalogue.
 */
export async function readFreeTexts(sql: Sql, schemas: readonly string[]): Promise<Column[]> {
  return sql<Column[]>`
    select n.nspname::text as schema, c.relname::text as "table", a.attname::text as "column"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type item on item.oid = t.typelem and t.typcategory = 'A'
    where n.nspname = any(${schemas}::text[]) and c.relkind in ('r', 'p') and not c.relispartition
      and (coalesce(item.typcategory, t.typcategory) = 'S' or t.typname in ('json', 'jsonb'))
      and not exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%= ANY (%ARRAY[%')
      and c.oid <> 'accounts.users'::regclass
      and not exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c'
          and k.confrelid = 'accounts.users'::regclass)
    order by 1, 2, a.attnum`;
}

/** Returns a sentence for each column without an answer and for each answer that fits no column. */
export function findUnanswered(
  columns: readonly Column[],
  answers: Readonly<Record<string, readonly Answer[]>>,
): string[] {
  const unused = new Set(
    Object.entries(answers).flatMap(([schema, given]) =>
      given.flatMap((answer) => answer.columns.map((name) => `${schema}.${name}`)),
    ),
  );
  const known = new Set(unused);
  const missing = columns.filter(({ schema, table, column }) => {
    const names = [`${schema}.${table}.${column}`, `${schema}.${column}`].filter((name) => known.has(name));
    for (const name of names) unused.delete(name);
    return names.length === 0;
  });
  return [
    ...missing.map(
      ({ schema, table, column }) =>
        `${schema}.${table}.${column} is a new column of free text. Is this personal data? Answer in ${placesOf(schema)}.`,
    ),
    ...[...unused].map(
      (name) =>
        `${name} is no column of free text. Add its migration, or remove it from ${placesOf(name.split('.', 1)[0])}.`,
    ),
  ];
}

const placesOf = (schema: string | undefined): string =>
  schema === 'merchant'
    ? 'src/merchant/customers/personal-data/erased-columns.rules.ts (an erasure clears it) or scripts/personal-data/columns.ts'
    : 'scripts/personal-data/columns.ts';
