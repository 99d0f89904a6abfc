import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { operator, type Visitor } from '../audit/visitor.ts';
import { sayDay } from '../mails/mail-times.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { revokeResetTokens } from '../passwords/reset-tokens.ts';
import { endEverySession } from '../sessions/end-sessions.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { lockUser } from '../users/find-user.ts';
import { setEraseAt } from './erasure.store.ts';

type ErasureContext = Pick<AccountsContext, 'sql' | 'clock' | 'sealer'> & {
  readonly settings: Pick<AccountsContext['settings'], 'ERASURE_DAYS'>;
};

/** Everybody is signed out; signing in again before the day takes it back. */
export async function requestErasure(
  context: ErasureContext,
  session: Pick<AccountsSession, 'userId'>,
  visitor: Visitor,
): Promise<Date> {
  return (await beginErasure(context, session.userId, visitor)).eraseAt;
}

/**
 * For somebody who asked staff, and cannot get in. The same as their own wish: they are told by mail, and signing in
 * takes it back. Asked for twice, the first day stays.
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
    // What the cron does, at the time itself: a job that waits comes nearer when the clock is moved, a cron does not.
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
