import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { deleteExpiredChanges } from './email-change.store.ts';
import { mailEmailChange } from './mail-email-change.ts';
import { emailChangeJobName } from './request-email-change.ts';
import { deleteExpiredWaysBack } from './way-back.store.ts';

export function emailChangeJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: emailChangeJobName,
      run: (payload) => mailEmailChange(context, (payload as { id: string }).id),
    },
  ];
}

export async function forgetExpiredEmailChanges({
  sql,
  clock,
}: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> {
  await inBatches((limit) => deleteExpiredChanges(sql, clock.now(), limit));
  await inBatches((limit) => deleteExpiredWaysBack(sql, clock.now(), limit));
}
