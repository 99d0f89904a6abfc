import { addJob } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import { operator, type Visitor } from '../../protection/audit/visitor.ts';
import { sayDay, sendNotice } from '../../users/mails/send-mail.ts';
import { revokeResetTokens } from '../../credentials/passwords/reset-tokens.ts';
import { endEverySession } from '../../sessions/end-sessions.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { lockUser } from '../../users/find-user.ts';
import { setEraseAt } from './erasure.store.ts';

type ErasureContext = Pick<AccountsContext, 'sql' | 'clock' | 'sealer'> & {
  readonly settings: Pick<AccountsContext['settings'], 'ERASURE_DAYS'>;
};

/** Schedules the erasure of the account and ends all sessions. A sign-in before that day cancels it. */
export async function requestErasure(
  context: ErasureContext,
  session: Pick<AccountsSession, 'userId'>,
  visitor: Visitor,
): Promise<Date> {
  return (await beginErasure(context, session.userId, visitor)).eraseAt;
}

/**
 * Schedules the erasure for a user who cannot sign in and has asked staff. The user is notified by mail, and a sign-in
 * cancels it. A repeated request keeps the first date.
 */
export async function requestErasureFor(
  context: ErasureContext,
  userId: string,
  recorded?: (tx: Tx, eraseAt: Date) => Promise<void>,
): Promise<{ eraseAt: Date; isNew: boolean }> {
  return beginErasure(context, userId, operator, { by: 'operator' }, recorded);
}

async function beginErasure(
  context: ErasureContext,
  userId: string,
  visitor: Visitor,
  detail: { by?: string } = {},
  recorded?: (tx: Tx, eraseAt: Date) => Promise<void>,
): Promise<{ eraseAt: Date; isNew: boolean }> {
  const eraseAt = new Date(context.clock.nowMs() + context.settings.ERASURE_DAYS * 24 * 3_600_000);
  return transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user) throw problem('unauthorized');
    if (detail.by !== undefined && user.eraseAt !== null) return { eraseAt: user.eraseAt, isNew: false };
    setEraseAt(tx, user.id, eraseAt);
    // Does the same as the cron, at the exact time. Moving the clock reschedules waiting jobs but not crons.
    const key = `accounts_erase_users ${user.id}`;
    addJob(tx, context.clock, 'accounts_erase_users', {}, { runAt: eraseAt, key });
    await endEverySession(tx, user.id);
    await revokeResetTokens(tx, user.id);
    recordAudit(tx, context, { event: 'erasure_requested', userId: user.id, visitor, detail });
    sendNotice(tx, context, user, 'erasure', { day: sayDay(eraseAt, user.language) });
    await recorded?.(tx, eraseAt);
    return { eraseAt, isNew: true };
  });
}
