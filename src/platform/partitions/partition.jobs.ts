import type { CronDefinition } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { keepPartitions } from './keep-partitions.ts';
import { openPatiently } from './open-patiently.ts';

export const keepPartitionsCron = ({
  connection,
  clock,
  log,
}: Pick<Platform, 'connection' | 'clock' | 'log'>): CronDefinition => ({
  name: 'keep_partitions',
  schedule: '53 */6 * * *',
  async run() {
    const sql = openPatiently(connection);
    try {
      await keepPartitions({ sql, clock, log });
    } finally {
      await sql.end();
    }
  },
});
