import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import type { User } from '../users/find-user.ts';
import { setEraseAt } from './erasure.store.ts';

/** A sign-in before the day keeps the account. Its owner is told: the sign-in may be a stranger's. */
export function takeBackErasure(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  user: User,
  visitor: Visitor,
): void {
  if (user.eraseAt === null) return;
  setEraseAt(tx, user.id, null);
  recordAudit(tx, context, { event: 'erasure_taken_back', userId: user.id, visitor });
  sendNotice(tx, context, user, 'erasure_taken_back', {});
}
