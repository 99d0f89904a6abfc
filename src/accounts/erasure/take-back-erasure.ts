import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import type { User } from '../users/find-user.ts';
import { setEraseAt } from './erasure.store.ts';

/** Whoever signs in in time wants to keep the account; later there is none to sign in to. */
export function takeBackErasure(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  user: Pick<User, 'id' | 'eraseAt'>,
  visitor: Visitor,
): void {
  if (user.eraseAt === null) return;
  setEraseAt(tx, user.id, null);
  recordAudit(tx, context, { event: 'erasure_taken_back', userId: user.id, visitor });
}
