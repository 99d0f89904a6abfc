import { addJob } from '../../platform/jobs/jobs.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { revokeResetTokens } from '../passwords/reset-tokens.ts';
import { endEverySession } from '../sessions/end-sessions.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { lockUser } from '../users/find-user.ts';
import { setEraseAt } from './erasure.store.ts';

/** Everybody is signed out; signing in again before the day takes it back. */
export async function requestErasure(
  context: AccountsContext,
  session: AccountsSession,
  visitor: Visitor,
): Promise<Date> {
  const eraseAt = new Date(context.clock.nowMs() + context.settings.ERASURE_DAYS * 24 * 3_600_000);
  await transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, session.userId, context.clock.now());
    if (!user) throw problem('unauthorized');
    setEraseAt(tx, user.id, eraseAt);
    // What the cron does, at the time itself: a job that waits comes nearer when the clock is moved, a cron does not.
    const key = `accounts_erase_users ${user.id}`;
    addJob(tx, context.clock, 'accounts_erase_users', {}, { runAt: eraseAt, key });
    await endEverySession(tx, user.id);
    await revokeResetTokens(tx, user.id);
    recordAudit(tx, context, { event: 'erasure_requested', userId: user.id, visitor });
    sendNotice(tx, context, user, 'erasure', { day: eraseAt.toISOString().slice(0, 10) });
  });
  return eraseAt;
}
