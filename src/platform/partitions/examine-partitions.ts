import type { Sql } from '../postgres/client/database.ts';
import type { Examine, Finding } from '../postgres/examine-database.ts';
import { withoutNextMonth } from './partition.rules.ts';
import { findPresent, findSplit, isEmptyPartition, listPartitions } from './partition.store.ts';

const mend = 'run "praca partitions keep", and see why the job keep_partitions has not';

/**
 * Checks the partitions for `praca doctor`. Missing months cause no errors: all rows go into one growing partition,
 * unnoticed.
 */
export async function examinePartitions(sql: Sql, examine: Examine): Promise<void> {
  const now = await findPresent(sql);
  // Undefined in a database that is not migrated yet.
  if (now) await examine('partitions', () => judge(sql, now));
}

async function judge(sql: Sql, now: Date): Promise<Finding> {
  const partitions = await listPartitions(sql);
  const faults = withoutNextMonth(partitions, now).map((table) => `${table} has no partition for next month`);
  for (const { table, partition, to } of partitions) {
    if (to === null && !(await isEmptyPartition(sql, table, partition)))
      faults.push(`${table} has rows after its last month, in ${partition}`);
  }
  if (faults.length > 0) return { problem: `${faults.join('; ')}: ${mend}` };
  const tables = [...new Set(partitions.map(({ table }) => table))];
  const splits = [];
  for (const table of tables) {
    const split = await findSplit(sql, table);
    if (split) splits.push(`${split.partition} is being split, which slows every write to it`);
  }
  return { fine: [`next month is ready in ${tables.length} tables`, ...splits].join('; ') };
}
