import type { Clock } from '../clock.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { Logger } from '../telemetry/logger.ts';
import { monthsAhead } from './partition.rules.ts';
import { closeAhead, dropEmptyMonth, listDividedTables, makeMonths } from './partition.store.ts';

export interface PartitionContext {
  /** Without a limit for statements: waiting for a lock, and looking through a table, take their time. */
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Makes the months that come next, and drops those that are old and swept. Where it has not run for long, or the
 * sandbox's clock was moved, rows are ahead of the months already: they stay where they are, and the place gets an end.
 * One table that cannot be had holds up no other.
 */
export async function keepPartitions({ sql, clock, log }: PartitionContext): Promise<void> {
  const failures: unknown[] = [];
  const until = monthsAhead(clock.now());
  for (const { table, isSwept } of await listDividedTables(sql)) {
    try {
      if (!(await makeMonths(sql, table, until))) {
        await closeAhead(sql, table, clock.now());
        log.warn({ table }, 'rows lay ahead of the partitions: they are one partition now');
        await makeMonths(sql, table, until);
      }
      while (isSwept && (await dropEmptyMonth(sql, table, clock.now())))
        log.info({ table }, 'an old partition was dropped');
    } catch (error) {
      log.warn({ table, err: error }, 'partitions could not be made');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
