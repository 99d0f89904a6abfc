import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';

export const greetJobName = 'accounts_greet_registration';

export function queueGreeting(tx: Tx, context: Pick<AccountsContext, 'clock'>, registrationId: string): void {
  addJob(tx, context.clock, greetJobName, { id: registrationId });
}
