import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { forgetAttempts } from '../attempts/limit-attempts.ts';
import { forgetOldAudit } from '../audit/read-audit.ts';
import { forgetExpiredRecoveries } from '../recovery/forget-recoveries.ts';
import { forgetExpiredSessions } from '../sessions/end-sessions.ts';
import { forgetRegistrations, forgetRegistrationsOf } from '../sign-up/forget-registrations.ts';
import { deleteUser, findUsersToErase } from '../users/change-user.ts';
import { lockUser } from '../users/find-user.ts';

const atOnce = 100;

/** Those whose day has come. */
export async function eraseUsers(context: AccountsContext): Promise<number> {
  let erased = 0;
  for (;;) {
    const due = await findUsersToErase(context.sql, context.clock.now(), atOnce);
    for (const { id } of due) if (await eraseUser(context, id)) erased += 1;
    if (due.length < atOnce) return erased;
  }
}

async function eraseUser(context: AccountsContext, id: string): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, id);
    if (user?.email_key) await forgetRegistrationsOf(tx, user.email_key);
    return deleteUser(tx, id, context.clock.now());
  });
}

/** What has served its time. */
export async function tidyAccounts(context: AccountsContext): Promise<void> {
  const now = context.clock.now();
  await forgetExpiredSessions(context.sql, now);
  await forgetRegistrations(context.sql, now);
  await forgetExpiredRecoveries(context.sql, now);
  await forgetAttempts(context.sql, context);
  await forgetOldAudit(context);
}
