import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sendNotice } from '../../users/mails/send-mail.ts';
import { findUserByEmailKey, type User } from '../../users/find-user.ts';
import type { SocialIdentity } from './identify-social-user.ts';
import { insertIdentity, lockLinkedUser } from './identity.store.ts';

export interface IdentityOwner {
  userId: string;
  /** False if the identity matches only by address and has not been used with this account yet. */
  isLinked: boolean;
}

/**
 * Finds the account of an identity and locks the user if it is linked. An unknown identity matches the account with its
 * address if both sides have verified the address.
 */
export async function lockIdentityOwner(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  identity: SocialIdentity,
): Promise<IdentityOwner | undefined> {
  const userId = await lockLinkedUser(tx, identity.issuer, identity.subject);
  if (userId !== undefined) return { userId, isLinked: true };
  if (!identity.proven || !identity.email) return undefined;
  const owner = await findUserByEmailKey(tx, identity.email.key, clock.now());
  return owner && owner.emailConfirmedAt !== null ? { userId: owner.id, isLinked: false } : undefined;
}

/** Links the identity to the account. Returns false if it is linked already. */
export async function addIdentity(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
  { issuer, subject, email }: SocialIdentity,
): Promise<boolean> {
  return insertIdentity(tx, {
    issuer,
    subject,
    userId,
    email: email?.address ?? null,
    createdAt: clock.now(),
  });
}

/** Links the identity to an existing account and mails a notice to its owner. */
export async function linkIdentity(
  tx: Tx,
  context: AccountsContext,
  owner: User,
  identity: SocialIdentity,
  visitor: Visitor,
): Promise<boolean> {
  if (!(await addIdentity(tx, context, owner.id, identity))) return false;
  const { issuer } = identity;
  recordAudit(tx, context, { event: 'identity_linked', userId: owner.id, visitor, detail: { issuer } });
  const provider = context.providers.find(issuer)?.title ?? issuer;
  sendNotice(tx, context, owner, 'identity_linked', { provider });
  return true;
}
