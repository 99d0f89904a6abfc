import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { forgetOtherDevices } from '../../protection/attempts/known-devices.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import { operator } from '../../protection/audit/visitor.ts';
import { endEverySession, endSessionOf } from '../../sessions/end-sessions.ts';
import { lockUser } from '../../users/find-user.ts';

type Recorded = (tx: Tx, ended: number) => Promise<void>;

/**
 * Ends one session, or all of them and forgets the account's devices. For people who have lost a device or fear an
 * intruder. Returns the number of ended sessions.
 */
export async function endAccountSessions(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  userId: string,
  { sessionId, recorded }: { sessionId?: string; recorded?: Recorded } = {},
): Promise<number> {
  return transaction(context.sql, async (tx) => {
    const user = isId(userId) ? await lockUser(tx, userId, context.clock.now()) : undefined;
    if (!user) throw problem('unknown_user');
    if (sessionId === undefined) forgetOtherDevices(tx, user.id, []);
    const ended =
      sessionId === undefined
        ? await endEverySession(tx, user.id)
        : Number(isId(sessionId) && (await endSessionOf(tx, user.id, sessionId)));
    if (ended === 0) return 0;
    const event = sessionId === undefined ? 'sessions_ended' : 'session_ended';
    recordAudit(tx, context, {
      event,
      userId: user.id,
      visitor: operator,
      detail: { ended, by: 'operator' },
    });
    await recorded?.(tx, ended);
    return ended;
  });
}
