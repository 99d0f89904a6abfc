import type { CronDefinition } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { openDatabase } from '../postgres/client/database.ts';
import { keepPartitions } from './keep-partitions.ts';

export const keepPartitionsCron = ({
  connection,
  clock,
  log,
}: Pick<Platform, 'connection' | 'clock' | 'log'>): CronDefinition => ({
  name: 'keep_partitions',
  schedule: '53 */6 * * *',
  async run() {
    const sql = openDatabase({
      connection,
      poolSize: 1,
      applicationName: 'praca partitions',
      statementTimeoutMs: 0,
    });
    try {
      await keepPartitions({ sql, clock, log });
    } finally {
      await sql.end();
    }
  },
});
