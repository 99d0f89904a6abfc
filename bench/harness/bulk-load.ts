import type { Sql } from '../../src/platform/postgres/client/database.ts';

interface Index {
  readonly drop: string;
  readonly create: string;
}

/**
 * Drops the indexes of a table, runs the bulk load, and creates them again as the migrations defined them. Keys
 * referenced by other tables are kept.
 */
export async function withoutIndexes(
  sql: Sql,
  schema: string,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await sql<Index[]>`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
                else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
           case when c.oid is null then pg_get_indexdef(i.indexrelid)
                else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
           end as create
    from pg_index i
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)`;
  for (const { drop } of indexes) await run(sql, drop);
  await fill();
  // Runs two builds in parallel, one per core.
  const waiting = [...indexes];
  const build = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(sql, next.create);
  };
  await Promise.all([build(), build()]);
}

/** Runs a statement whose text comes from the database itself. */
const run = (sql: Sql, text: string) => sql(Object.assign([text], { raw: [text] }));
