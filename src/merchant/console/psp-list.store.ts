import type { Sql } from '../../platform/postgres/client/database.ts';

interface PspName {
  id: number;
  name: string;
}

export async function findPspName(sql: Sql, id: number): Promise<PspName | undefined> {
  const [row] = await sql<PspName[]>`select id, name from merchant.psps where id = ${id}`;
  return row;
}

/** Lists PSPs by number. Filters by part of the name or by number. */
export async function listPspNames(
  sql: Sql,
  query: { text: string; after: number; limit: number },
): Promise<PspName[]> {
  return sql<PspName[]>`
    select id, name from merchant.psps
    where id > ${query.after}
      and (${query.text} = '' or strpos(lower(name), lower(${query.text})) > 0 or id::text = ${query.text})
    order by id limit ${query.limit}`;
}
