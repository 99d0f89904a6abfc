import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sendNotice } from '../../users/mails/send-mail.ts';
import { lockUser } from '../../users/find-user.ts';
import { deleteIdentitiesOf, listIssuers } from './identity.store.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

/** Unlinks all identities of one provider. Callers see only the issuer, so they cannot choose between several. */
export async function unlinkIdentity(
  context: AccountsContext,
  userId: string,
  issuer: string,
  visitor: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    // Locks first: if two requests each remove one of the last two ways to sign in, the second is refused.
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user) throw problem('unauthorized');
    const issuers = await listIssuers(tx, userId);
    if (!issuers.includes(issuer)) throw problem('not_found');
    if (user.passwordHash === null && issuers.length === 1) {
      throw problem('last_way_in', {
        say: user.emailKey === null ? accountsWords.addEmailFirst : accountsWords.setPasswordFirst,
      });
    }
    await deleteIdentitiesOf(tx, userId, [issuer]);
    recordUnlink(tx, context, userId, issuer, visitor);
    const provider = context.providers.find(issuer)?.title ?? issuer;
    sendNotice(tx, context, user, 'identity_unlinked', { provider });
  });
}

/**
 * Unlinks all identities in the transaction of an operation that locks out intruders. Sends no notice: the owner's own
 * identity is linked again at their next sign-in with it.
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
