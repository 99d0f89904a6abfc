import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import type { UserRow } from '../users/find-user.ts';

/** A social identity opens an account that was there before: its owner hears of it. */
export function recordLink(
  tx: Tx,
  context: AccountsContext,
  owner: UserRow,
  issuer: string,
  visitor: Visitor,
): void {
  recordAudit(tx, context, {
    event: 'identity_linked',
    userId: owner.id,
    visitor,
    detail: { issuer },
  });
  const provider = context.providers.find(issuer)?.title ?? issuer;
  sendNotice(tx, context, owner, 'identity_linked', { provider });
}
