import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { queueSocialPicture } from '../../users/pictures/keep-social-picture.ts';
import {
  identifySocialUser,
  type SocialIdentity,
  type SocialInput,
} from '../../credentials/social-login/identify-social-user.ts';
import { addIdentity, linkIdentity } from '../../credentials/social-login/link-identity.ts';
import { findUserByEmailKey, lockUser, hasTotp } from '../../users/find-user.ts';
import { readName } from '../../../platform/identity/name.rules.ts';
import { countSignUp } from './limit-sign-ups.ts';
import { forgetIdentityOwnerDue, insertUser } from './new-user.store.ts';
import type { SignUpInput } from './sign-up.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

interface Profile {
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
}

export async function signUpSocially(
  context: AccountsContext,
  input: SignUpInput & SocialInput,
  visitor: Visitor,
): Promise<{ uid: string }> {
  const profile = {
    firstName: readName(input.user_Fname, 'user_Fname'),
    lastName: readName(input.user_Lname, 'user_Lname'),
    pictureUrl: readPictureUrl(input.user_profilepic),
  };
  const identity = await identifySocialUser(context, input);
  try {
    return await transaction(context.sql, (tx) => create(tx, context, identity, profile, visitor));
  } catch (error) {
    if (isUniqueViolation(error)) throw problem('email_taken');
    throw error;
  }
}

async function create(
  tx: Tx,
  context: AccountsContext,
  identity: SocialIdentity,
  profile: Profile,
  visitor: Visitor,
): Promise<{ uid: string }> {
  const now = context.clock.now();
  forgetIdentityOwnerDue(tx, identity, now);
  const emailKey = identity.proven ? (identity.email?.key ?? null) : null;
  const owner = emailKey === null ? undefined : await findUserByEmailKey(tx, emailKey, now);
  // Links only to an account with a confirmed address. An unconfirmed one may belong to a stranger who typed the address
  // and would then share the account.
  if (owner && owner.emailConfirmedAt !== null) {
    return { uid: await linkToOwner(tx, context, owner.id, identity, visitor) };
  }
  await countSignUp(tx, context, visitor, null);
  const uid = newId(context.clock.nowMs());
  insertSocialUser(tx, context, { uid, identity, profile, emailKey: owner ? null : emailKey, visitor });
  if (!(await addIdentity(tx, context, uid, identity))) throw problem('email_taken');
  const detail = { issuer: identity.issuer };
  recordAudit(tx, context, { event: 'signed_up', userId: uid, visitor, detail });
  return { uid };
}

/**
 * Links the identity to the existing account of the address. A linked identity opens the account from then on, even
 * after the second factor is turned off. A sign-up has no code, so with a second factor the owner must sign in instead.
 */
async function linkToOwner(
  tx: Tx,
  context: AccountsContext,
  ownerId: string,
  identity: SocialIdentity,
  visitor: Visitor,
): Promise<string> {
  // The second statement runs after the first has its lock, so it sees a second factor that was just turned on.
  const [owner, needsTotp] = await Promise.all([
    lockUser(tx, ownerId, context.clock.now()),
    hasTotp(tx, ownerId),
  ]);
  const mayLink = owner !== undefined && owner.emailConfirmedAt !== null && !needsTotp;
  if (!mayLink || !(await linkIdentity(tx, context, owner, identity, visitor))) throw problem('email_taken');
  return owner.id;
}

interface SocialUser {
  uid: string;
  identity: SocialIdentity;
  profile: Profile;
  /** Null if the address is not proven or belongs to another account. */
  emailKey: string | null;
  visitor: Visitor;
}

function insertSocialUser(tx: Tx, context: AccountsContext, user: SocialUser): void {
  const { uid, identity, profile, emailKey, visitor } = user;
  const now = context.clock.now();
  const isCopied = context.settings.FETCH_SOCIAL_PICTURES;
  insertUser(tx, {
    id: uid,
    email: identity.email?.address ?? '',
    emailKey,
    emailConfirmedAt: emailKey === null ? null : now,
    firstName: profile.firstName,
    lastName: profile.lastName,
    passwordHash: null,
    pictureUrl: isCopied ? null : profile.pictureUrl,
    language: visitor.language,
    createdAt: now,
  });
  if (isCopied && profile.pictureUrl !== null) {
    queueSocialPicture(tx, context, { userId: uid, url: profile.pictureUrl });
  }
}

const longestUrl = 2048;

function readPictureUrl(text: string | undefined): string | null {
  const url = text?.trim() ?? '';
  if (url === '') return null;
  if (url.length > longestUrl) {
    throw invalidField('user_profilepic', 'too_long', fieldWords.mostCharacters, { most: longestUrl });
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).username !== '') {
    throw invalidField('user_profilepic', 'malformed', accountsWords.pictureAddress);
  }
  return new URL(url).href;
}
