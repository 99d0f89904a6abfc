import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteExpiredNonces } from './nonce.store.ts';

export function nonceCrons(context: Pick<AccountsContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'accounts_forget_nonces',
      schedule: '*/10 * * * *',
      async run() {
        await inBatches((limit) => deleteExpiredNonces(context.sql, context.clock.now(), limit));
      },
    },
  ];
}
