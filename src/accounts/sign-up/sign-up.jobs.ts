import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import { confirmationJobName } from './pending-registrations.ts';
import { deleteExpiredRegistrations } from './registration.store.ts';

export function signUpJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: confirmationJobName,
      run: (payload) => mailConfirmation(context, (payload as { id: string }).id),
    },
  ];
}

/** Those whose mailed link nobody followed in time. */
export const forgetExpiredRegistrations = ({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<number> =>
  inBatches((limit) => deleteExpiredRegistrations(sql, clock.now(), limit));
