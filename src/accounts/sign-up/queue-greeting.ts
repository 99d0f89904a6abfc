import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';

export const greetJobName = 'accounts_greet_registration';

export async function queueGreeting(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  registrationId: string,
): Promise<void> {
  await addJob(tx, context.clock, greetJobName, { id: registrationId });
}
