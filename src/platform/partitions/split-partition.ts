import type { Sql } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import {
  beginSplit,
  copyRows,
  countSplit,
  findSplit,
  finishSplit,
  listPartitions,
  removeSplit,
  type TableName,
} from './partition.store.ts';

/** Rows per batch. Few enough that a copy locks its rows only briefly, because a concurrent change waits for it. */
const rowsAtATime = 2000;

/** The reason, as a sentence, for which nothing was done. */
export class SplitRefusal extends Error {
  override readonly name = 'SplitRefusal';
}

/**
 * Copies a partition of many months into monthly ones during reads and writes. By default this is the partition that
 * held all rows when the table was partitioned. An interrupted split continues on the next call. At the end, the months
 * replace the original in one transaction, so that every row is read exactly once at any time.
 */
export async function splitPartition(
  sql: Sql,
  table: TableName,
  wanted: string | undefined,
  onCopied: (copied: bigint) => void = () => {},
): Promise<{ partition: string; rows: bigint }> {
  const partition = (await findSplit(sql, table))?.partition ?? (await begin(sql, table, wanted));
  if (wanted !== undefined && wanted !== partition)
    throw new SplitRefusal(`${partition} is being split: finish that first.`);
  try {
    for (;;) {
      const copied = await copyRows(sql, table, rowsAtATime);
      if (copied === 0) break;
      onCopied((await findSplit(sql, table))?.copied ?? 0n);
    }
    const { here, there } = await countSplit(sql, table);
    if (here !== there) {
      throw new SplitRefusal(`${partition} has ${here} rows and its copy ${there}: nothing was exchanged.`);
    }
    await finishSplit(sql, table);
    return { partition, rows: here };
  } catch (error) {
    if (await findSplit(sql, table)) throw error;
    throw new SplitRefusal(`${partition} is no longer being split: another command has ended that.`, {
      cause: error,
    });
  }
}

/**
 * Abandons a split in progress and leaves the table unchanged. Returns the partition, or undefined if none is being
 * split.
 */
export const abandonSplit = (sql: Sql, table: TableName): Promise<string | undefined> =>
  transaction(sql, (tx) => removeSplit(tx, table));

async function begin(sql: Sql, table: TableName, wanted: string | undefined): Promise<string> {
  const name = wanted ?? `${table.split('.')[1]}_before`;
  const found = (await listPartitions(sql)).find((row) => row.table === table && row.partition === name);
  if (!found) throw new SplitRefusal(`${table} has no partition ${name}.`);
  if (!found.to) throw new SplitRefusal(`${name} has no end: the job that creates partitions closes it.`);
  await beginSplit(sql, table, name);
  return name;
}
