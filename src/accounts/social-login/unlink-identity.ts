import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { lockUser } from '../users/find-user.ts';
import { deleteIdentitiesOf, listIssuers } from './identity.store.ts';

/** All that the provider has for this account: by its issuer alone, one identity cannot be told from another. */
export async function unlinkIdentity(
  context: AccountsContext,
  userId: string,
  issuer: string,
  visitor: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    // Locked first: of two requests that each remove one of the last two ways in, the second is refused.
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user) throw problem('unauthorized');
    const issuers = await listIssuers(tx, userId);
    if (!issuers.includes(issuer)) throw problem('not_found');
    if (user.passwordHash === null && issuers.length === 1) {
      throw problem('last_way_in', {
        detail:
          user.emailKey === null
            ? 'Add an e-mail address with POST /v1/me/email first, then set a password with POST /v1/me/password.'
            : 'Set a password with POST /v1/me/password first.',
      });
    }
    await deleteIdentitiesOf(tx, userId, [issuer]);
    recordUnlink(tx, context, userId, issuer, visitor);
    const provider = context.providers.find(issuer)?.title ?? issuer;
    sendNotice(tx, context, user, 'identity_unlinked', { provider });
  });
}

/**
 * Inside the transaction of whatever puts strangers out of an account. No notice of its own: what belongs to the owner
 * of the address is linked again when they sign in with it.
 */
export async function unlinkEveryIdentity(
  tx: Tx,
  context: AccountsContext,
  userId: string,
  visitor: Visitor,
): Promise<void> {
  const issuers = await listIssuers(tx, userId);
  await deleteIdentitiesOf(tx, userId, issuers);
  for (const issuer of issuers) recordUnlink(tx, context, userId, issuer, visitor);
}

const recordUnlink = (
  tx: Tx,
  context: AccountsContext,
  userId: string,
  issuer: string,
  visitor: Visitor,
): void => recordAudit(tx, context, { event: 'identity_unlinked', userId, visitor, detail: { issuer } });
