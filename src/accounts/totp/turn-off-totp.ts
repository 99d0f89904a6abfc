import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { operator } from '../audit/visitor.ts';
import { endEverySession } from '../sessions/end-sessions.ts';
import { lockUser } from '../users/find-user.ts';
import { hasTotp, recordTotpEvent } from './check-totp.ts';
import { deleteTotp } from './totp.store.ts';

/**
 * For somebody who lost the app and the recovery codes; false where it is off. No code proves who asked, so every
 * session ends, and the owner of the mailbox hears of it.
 */
export async function turnOffTotp(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'sealer'>,
  userId: string,
  recorded?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user || !(await hasTotp(tx, userId))) return false;
    await deleteTotp(tx, userId);
    await endEverySession(tx, userId);
    await recordTotpEvent(tx, context, userId, 'totp_disabled', operator, { by: 'operator' });
    await recorded?.(tx);
    return true;
  });
}
