import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { recordLink } from '../social-login/record-link.ts';
import { insertIdentity, insertUser } from '../users/change-user.ts';
import { findUserByEmailKey } from '../users/find-user.ts';
import { readName } from '../users/name.rules.ts';
import { identify, type SocialIdentity, type SocialInput } from '../users/social-identity.ts';
import { socialPictureJobName } from './keep-social-picture.ts';
import type { SignUpInput } from './sign-up.ts';

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
  const identity = await identify(context, input);
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
  const emailKey = identity.proven ? (identity.email?.key ?? null) : null;
  const owner = emailKey === null ? undefined : await findUserByEmailKey(tx, emailKey);
  // Only where its owner has proven the address too; otherwise whoever typed it first would get in here.
  const linked = owner && owner.email_confirmed_at !== null ? owner : undefined;
  const uid = linked?.id ?? newId(context.clock.nowMs());
  if (!linked) {
    insertUser(tx, {
      id: uid,
      email: identity.email?.address ?? '',
      emailKey: owner ? null : emailKey,
      emailConfirmedAt: emailKey !== null && !owner ? now : null,
      firstName: profile.firstName,
      lastName: profile.lastName,
      passwordHash: null,
      pictureUrl: context.settings.FETCH_SOCIAL_PICTURES ? null : profile.pictureUrl,
      language: visitor.language,
      createdAt: now,
    });
    if (profile.pictureUrl !== null && context.settings.FETCH_SOCIAL_PICTURES) {
      const payload = { userId: uid, url: profile.pictureUrl };
      addJob(tx, context.clock, socialPictureJobName, payload, { maxAttempts: 5 });
    }
  }
  await insertIdentity(tx, uid, {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email?.address ?? null,
    created_at: now,
  });
  if (linked) recordLink(tx, context, linked, identity.issuer, visitor);
  else {
    const detail = { issuer: identity.issuer };
    recordAudit(tx, context, { event: 'signed_up', userId: uid, visitor, detail });
  }
  return { uid };
}

const longestUrl = 2048;

function readPictureUrl(text: string | undefined): string | null {
  const url = text?.trim() ?? '';
  if (url === '') return null;
  if (url.length > longestUrl) {
    throw invalidField('user_profilepic', 'too_long', `must have at most ${longestUrl} characters`);
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).username !== '') {
    throw invalidField('user_profilepic', 'malformed', 'must be an https address of a picture');
  }
  return new URL(url).href;
}
