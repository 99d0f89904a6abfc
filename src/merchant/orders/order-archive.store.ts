import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export async function countOpenOrders(sql: Sql | Tx, leaf: string): Promise<number> {
  const [schema = '', name = ''] = leaf.split('.');
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from ${sql.identifier(schema)}.${sql.identifier(name)}
    where status <> 'COMPLETED' and status in ('CREATED', 'PROCESSING')`;
  return row?.open ?? 0;
}
