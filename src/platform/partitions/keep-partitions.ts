import type { Clock } from '../clock.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import { monthsAhead } from './partition.rules.ts';
import { closeAhead, dropEmptyMonth, listDividedTables, makeMonths } from './partition.store.ts';

export interface PartitionContext {
  /** A connection without a statement timeout: the job waits for locks and scans tables. */
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Creates the coming months and drops swept months that are old and empty. If the job has not run for long, or the
 * sandbox's clock was moved, the catch-all partition already has rows of later months: it is closed at an end and
 * becomes a partition of its own. A failure for one table does not affect the others.
 */
export async function keepPartitions({ sql, clock, log }: PartitionContext): Promise<void> {
  const failures: unknown[] = [];
  const until = monthsAhead(clock.now());
  for (const { table, isSwept } of await listDividedTables(sql)) {
    try {
      if (!(await makeMonths(sql, table, until))) {
        await closeAhead(sql, table, clock.now());
        log.warn({ table }, 'closed the catch-all partition, which had rows of later months');
        await makeMonths(sql, table, until);
      }
      while (isSwept && (await dropEmptyMonth(sql, table, clock.now())))
        log.info({ table }, 'an old partition was dropped');
    } catch (error) {
      log.warn({ table, err: error }, 'could not create partitions');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
