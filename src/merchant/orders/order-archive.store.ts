import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export async function countOpenOrders(sql: Sql | Tx, leaf: string): Promise<number> {
  const [schema = '', name = ''] = leaf.split('.');
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from ${sql.identifier(schema)}.${sql.identifier(name)}
    -- Said twice, for the index that leaves out the completed ones.
    where status <> 'COMPLETED' and status in ('CREATED', 'PROCESSING')`;
  return row?.open ?? 0;
}

export async function isArchived(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx<{ archived: boolean }[]>`
    select exists (
      select from platform.detached_partitions
      where schema_name = 'merchant' and table_name = 'orders'
        and ${orderId}::uuid >= platform.key_at(from_at, 'uuid')::uuid
        and ${orderId}::uuid < platform.key_at(to_at, 'uuid')::uuid) as archived`;
  return row?.archived ?? false;
}
