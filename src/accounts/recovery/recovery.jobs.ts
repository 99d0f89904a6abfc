import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { mailRecovery } from './mail-recovery.ts';
import { openRecoveryRequest, recoverJobName } from './queue-recovery.ts';

export function recoveryJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: recoverJobName,
      run: (payload) => mailRecovery(context, openRecoveryRequest(context, payload)),
    },
  ];
}
