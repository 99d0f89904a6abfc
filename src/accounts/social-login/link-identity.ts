import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { findUserByEmailKey, type User } from '../users/find-user.ts';
import type { SocialIdentity } from './identify-social-user.ts';
import { insertIdentity, lockLinkedUser } from './identity.store.ts';

export interface IdentityOwner {
  userId: string;
  /** False where the identity only has the address of the account, and has never opened it. */
  isLinked: boolean;
}

/**
 * Whose account an identity opens, with the user locked where it is linked. One that is new here belongs to the account
 * with its address where both sides have proven the address.
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

/** From now on the identity opens this account. False where it opens one already. */
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

/** As `addIdentity`, for an account that was there before: its owner hears of it. */
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
