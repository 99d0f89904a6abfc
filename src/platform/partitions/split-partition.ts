import type { Sql } from '../postgres/client/database.ts';
import {
  beginSplit,
  copyRows,
  countSplit,
  findSplit,
  finishSplit,
  listPartitions,
  type TableName,
} from './partition.store.ts';

/** Few enough that a copy holds its rows for a moment only: whoever changes one of them waits for it. */
const rowsAtATime = 2000;

/** Why nothing was done, as a sentence. */
export class SplitRefusal extends Error {
  override readonly name = 'SplitRefusal';
}

/**
 * Copies a partition of many months, by default the one that everything lay in when the table was divided, into months,
 * while it is read and written. Broken off, it goes on where it was when it is asked for again. At the end the months
 * take the place of the copied one in one moment, so that every row is read once at any time.
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
}

async function begin(sql: Sql, table: TableName, wanted: string | undefined): Promise<string> {
  const name = wanted ?? `${table.split('.')[1]}_before`;
  const found = (await listPartitions(sql)).find((row) => row.table === table && row.partition === name);
  if (!found) throw new SplitRefusal(`${table} has no partition ${name}.`);
  if (!found.to)
    throw new SplitRefusal(
      `${name} has no end: what lies ahead is divided by the job that makes partitions.`,
    );
  await beginSplit(sql, table, name);
  return name;
}
