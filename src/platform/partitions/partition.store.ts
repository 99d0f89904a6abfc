import type { Sql, Tx } from '../postgres/client/database.ts';

/** Name of a table with its schema, such as `social.messages`. */
export type TableName = `${string}.${string}`;

export interface Partition {
  table: TableName;
  partition: string;
  /** Null without a lower or upper bound. */
  from: Date | null;
  to: Date | null;
  /** Estimate of the last `analyze`. */
  rows: bigint;
  bytes: bigint;
}

/** Lists partitions, oldest first. */
export async function listPartitions(sql: Sql | Tx): Promise<Partition[]> {
  return sql<Partition[]>`
    select p.schema_name || '.' || p.table_name as "table", p.partition_name as partition, p.from_at as "from",
      p.to_at as "to", greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
    from platform.partitions p join pg_class c on c.oid = p.partition_oid
    order by 1, p.from_at nulls first`;
}

export interface DividedTable {
  table: TableName;
  isSwept: boolean;
}

export async function listDividedTables(sql: Sql): Promise<DividedTable[]> {
  return sql<DividedTable[]>`
    select schema_name || '.' || table_name as "table", is_swept as "isSwept" from platform.divided_tables order by 1`;
}

/**
 * Returns the current time of the services, which follows the sandbox's moved clock. Returns undefined if the database
 * has no partitioning yet.
 */
export async function findPresent(sql: Sql): Promise<Date | undefined> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.divided_tables') is not null as found`;
  if (!known?.found) return undefined;
  const [row] = await sql<{ now: Date }[]>`
    select now() + offset_ms * interval '1 millisecond' as now from platform.clock`;
  return row?.now;
}

/**
 * Creates months from the catch-all partition. Returns false if that already has rows, because months cannot be cut
 * from it then.
 */
export async function makeMonths(sql: Sql, table: TableName, until: Date): Promise<boolean> {
  const [row] = await sql<{ made: boolean }[]>`
    select platform.make_months(${table}::text::regclass, ${until}::timestamptz) as made`;
  return row?.made ?? false;
}

/**
 * Closes the catch-all partition, which keeps its rows as a partition of one or several months, and adds a new one.
 * Works in three steps, so that no other transaction waits for the scan.
 */
export async function closeAhead(sql: Sql, table: TableName, atLeast: Date): Promise<void> {
  const ahead = sql`${sql.identifier(table.split('.')[0] ?? '')}.${sql.identifier(`${table.split('.')[1]}_ahead`)}`;
  await sql`select platform.fence_ahead(${table}::text::regclass, ${atLeast}::timestamptz)`;
  try {
    await sql`alter table ${ahead} validate constraint within_bounds`;
    await sql`select platform.close_ahead(${table}::text::regclass)`;
  } catch (error) {
    // On a failure the constraint must go, because it would reject rows after its end.
    await sql`alter table ${ahead} drop constraint if exists within_bounds`;
    throw error;
  }
}

/** Drops the oldest month if it has ended and is empty, and returns its name. */
export async function dropEmptyMonth(sql: Sql, table: TableName, before: Date): Promise<string | undefined> {
  const [row] = await sql<{ dropped: string | null }[]>`
    select platform.drop_empty_month(${table}::text::regclass, ${before}::timestamptz) as dropped`;
  return row?.dropped ?? undefined;
}

export async function isEmptyPartition(sql: Sql | Tx, table: TableName, partition: string): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select platform.is_empty(${leafName(table, partition)}::text::regclass) as empty`;
  return row?.empty ?? true;
}

/** Returns the partition's name with its schema. */
export const leafName = (table: TableName, partition: string): string =>
  `${table.split('.')[0]}.${partition}`;

export interface Split {
  partition: string;
  copied: bigint;
}

export async function findSplit(sql: Sql, table: TableName): Promise<Split | undefined> {
  const [row] = await sql<Split[]>`
    select partition_name as partition, copied from platform.partition_splits
    where schema_name || '.' || table_name = ${table}`;
  return row;
}

export async function beginSplit(sql: Sql, table: TableName, partition: string): Promise<void> {
  await sql`
    select platform.begin_split(${table}::text::regclass, ${leafName(table, partition)}::text::regclass)`;
}

/** Copies the next batch and returns its number of rows; zero at the end. */
export async function copyRows(sql: Sql, table: TableName, most: number): Promise<number> {
  const [row] = await sql<{ copied: number }[]>`
    select platform.copy_rows(${table}::text::regclass, ${most}) as copied`;
  return row?.copied ?? 0;
}

/** Counts the rows of the original and of the copy in one snapshot. */
export async function countSplit(sql: Sql, table: TableName): Promise<{ here: bigint; there: bigint }> {
  const [row] = await sql<{ here: bigint; there: bigint }[]>`
    select here, there from platform.count_split(${table}::text::regclass)`;
  return row ?? { here: 0n, there: 0n };
}

export async function finishSplit(sql: Sql, table: TableName): Promise<void> {
  await sql`select platform.finish_split(${table}::text::regclass)`;
}

/**
 * Removes the copy and the trigger that repeats changes there. Waits for a batch in progress. Returns undefined if no
 * partition of the table is being split.
 */
export async function removeSplit(tx: Tx, table: TableName): Promise<string | undefined> {
  const [split] = await tx<{ partition: string; shadow: string }[]>`
    select partition_name as partition, shadow from platform.partition_splits
    where schema_name || '.' || table_name = ${table} for update`;
  if (!split) return undefined;
  await tx`select platform.lock_patiently(${table}::text::regclass, 60)`;
  await tx.script(
    `drop trigger mirrored on ${leafName(table, split.partition)}; drop table ${split.shadow};`,
  );
  await tx`delete from platform.partition_splits where schema_name || '.' || table_name = ${table}`;
  return split.partition;
}

export interface Detached {
  table: TableName;
  partition: string;
  from: Date;
  to: Date;
  detachedAt: Date;
  /** False if the partition exists only in an archive. */
  isHere: boolean;
}

export async function listDetached(sql: Sql): Promise<Detached[]> {
  return sql<Detached[]>`
    select schema_name || '.' || table_name as "table", partition_name as partition, from_at as "from", to_at as "to",
      detached_at as "detachedAt", to_regclass(format('%I.%I', schema_name, partition_name)) is not null as "isHere"
    from platform.detached_partitions order by 1, from_at`;
}

export async function detachMonth(tx: Tx, table: TableName, partition: string, now: Date): Promise<void> {
  await tx`
    select platform.detach_month(
      ${table}::text::regclass, ${leafName(table, partition)}::text::regclass, ${now}::timestamptz)`;
}

/** Deletes rows of a restored archive whose owners this database no longer has, then validates the constraints. */
export async function examineDetached(tx: Tx, table: TableName, partition: string): Promise<void> {
  await tx`
    select platform.remove_orphans(${table}::text::regclass, ${leafName(table, partition)}::text::regclass)`;
  await tx`alter table ${tx.identifier(table.split('.')[0] ?? '')}.${tx.identifier(partition)} validate constraint within_bounds`;
}

export async function attachMonth(tx: Tx, table: TableName, partition: string): Promise<void> {
  await tx`
    select platform.attach_month(${table}::text::regclass, ${leafName(table, partition)}::text::regclass)`;
}
