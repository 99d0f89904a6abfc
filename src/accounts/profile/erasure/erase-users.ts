import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { forgetRegistrationsOf } from '../../entry/sign-up/pending-registrations.ts';
import { deleteUser, findUsersToErase, lockUserToErase } from './erasure.store.ts';

const atOnce = 100;

type Context = Pick<AccountsContext, 'sql' | 'clock'>;

/** Erases the users who requested it `ERASURE_DAYS` ago and have not signed in since. */
export async function eraseUsers(context: Context): Promise<number> {
  let erased = 0;
  for (;;) {
    const due = await findUsersToErase(context.sql, context.clock.now(), atOnce);
    for (const { id } of due) if (await eraseUser(context, id)) erased += 1;
    if (due.length < atOnce) return erased;
  }
}

async function eraseUser(context: Context, id: string): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const user = await lockUserToErase(tx, id, context.clock.now());
    if (!user) return false;
    // Later registrations of the address belong to a new user.
    if (user.email_key !== null) await forgetRegistrationsOf(tx, user.email_key, user.erase_at);
    await deleteUser(tx, id);
    return true;
  });
}

export function erasureCrons(context: AccountsContext): CronDefinition[] {
  return [
    {
      name: 'accounts_erase_users',
      schedule: '*/15 * * * *',
      run: async () => void (await eraseUsers(context)),
    },
  ];
}
