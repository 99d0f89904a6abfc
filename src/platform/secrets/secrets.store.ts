import type { Sql, Tx } from '../postgres/client/database.ts';
import type { SealedColumn } from './sealed-places.ts';

export interface FoundColumn {
  schema: string;
  table: string;
  column: string;
}

/** Lists the columns by name from the catalogue, including those that no service declares. */
export async function listSealedColumns(sql: Sql): Promise<FoundColumn[]> {
  return sql<FoundColumn[]>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace
    where a.attname like 'sealed\\_%' and a.atttypid = 'bytea'::regtype and not a.attisdropped
    order by 1, 2, 3`;
}

export async function countBlocks(sql: Sql, { schema, table }: SealedColumn): Promise<number> {
  const [row] = await sql<{ blocks: number }[]>`
    select (pg_relation_size(format('%I.%I', ${schema}::text, ${table}::text)::regclass)
      / current_setting('block_size')::int)::int as blocks`;
  return row?.blocks ?? 0;
}

export interface OldSeal {
  place: string;
  sealed: Buffer;
  bound_to: string;
}

/** Finds non-empty values sealed with another key in a range of the table's blocks. */
export async function findOldSeals(
  sql: Sql,
  column: SealedColumn,
  keyId: Buffer,
  blocks: { from: number; to: number },
): Promise<OldSeal[]> {
  const table = sql`${sql.identifier(column.schema)}.${sql.identifier(column.table)}`;
  const sealed = sql.identifier(column.column);
  const boundTo = column.boundTo === undefined ? sql`''` : sql`${sql.identifier(column.boundTo)}::text`;
  return sql<OldSeal[]>`
    select ctid::text as place, ${sealed} as sealed, ${boundTo} as bound_to from ${table}
    where ctid >= ${`(${blocks.from},0)`}::tid and ctid < ${`(${blocks.to},0)`}::tid
      and length(${sealed}) > 0 and substring(${sealed} from 1 for ${keyId.length}::int) <> ${keyId}`;
}

/** Replaces each value only if it has not changed since it was read. */
export async function replaceSeals(
  tx: Tx,
  column: SealedColumn,
  changes: readonly { place: string; before: Buffer; after: Buffer }[],
): Promise<void> {
  const table = tx`${tx.identifier(column.schema)}.${tx.identifier(column.table)}`;
  const sealed = tx.identifier(column.column);
  const places = changes.map(({ place }) => place);
  await tx`
    update ${table} t set ${sealed} = c.after
    from unnest(${places}::tid[], ${changes.map(({ before }) => before)}::bytea[],
      ${changes.map(({ after }) => after)}::bytea[]) as c (place, before, after)
    where t.ctid = c.place and t.${sealed} = c.before`;
}

export interface SealedJob {
  id: bigint;
  task: string;
  sealed: string;
}

export async function findSealedJobs(sql: Sql, afterId: bigint, limit: number): Promise<SealedJob[]> {
  return sql<SealedJob[]>`
    select j.id, t.identifier as task, j.payload ->> 'sealed' as sealed
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id > ${afterId} and j.payload ->> 'sealed' is not null
    order by j.id limit ${limit}`;
}

/** Also changes running jobs: they have read their payload already, and a retry uses the new one. */
export async function replaceJobSeal(tx: Tx, job: SealedJob, sealed: string): Promise<void> {
  await tx`
    update graphile_worker._private_jobs
    set payload = jsonb_set(payload::jsonb, '{sealed}', to_jsonb(${sealed}::text))::json
    where id = ${job.id} and payload ->> 'sealed' = ${job.sealed}`;
}
