import type { Sql } from '../postgres/client/database.ts';
import type { Examine, Finding } from '../postgres/examine-database.ts';
import { withoutNextMonth } from './partition.rules.ts';
import { findPresent, findSplit, isEmptyPartition, listPartitions } from './partition.store.ts';

const mend = 'run "praca partitions keep", and see why the job keep_partitions has not';

/** For `praca doctor`. Without months nothing fails, but all goes into one partition that grows; nobody would notice. */
export async function examinePartitions(sql: Sql, examine: Examine): Promise<void> {
  const now = await findPresent(sql);
  // A database that is not migrated yet.
  if (now) await examine('partitions', () => judge(sql, now));
}

async function judge(sql: Sql, now: Date): Promise<Finding> {
  const partitions = await listPartitions(sql);
  const faults = withoutNextMonth(partitions, now).map((table) => `${table} has no partition for next month`);
  for (const { table, partition, to } of partitions) {
    if (to === null && !(await isEmptyPartition(sql, table, partition)))
      faults.push(`${table} has rows ahead of its months, in ${partition}`);
  }
  if (faults.length > 0) return { problem: `${faults.join('; ')}: ${mend}` };
  const tables = [...new Set(partitions.map(({ table }) => table))];
  const splits = [];
  for (const table of tables) {
    const split = await findSplit(sql, table);
    if (split) splits.push(`${split.partition} is being split, which every write there pays for`);
  }
  return { fine: [`next month is ready in ${tables.length} tables`, ...splits].join('; ') };
}
