import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { toLanguage } from '../messages/send-mail.ts';
import type { AccountsSession } from '../sessions/session-guard.ts';
import { hasTotp } from '../totp/check-totp.ts';
import { findUserById, listIdentities } from '../users/find-user.ts';
import { profileImageOf } from '../users/profile-image.ts';

export async function readMe(context: AccountsContext, session: AccountsSession) {
  const [user, identities, totpEnabled] = await Promise.all([
    findUserById(context.sql, session.userId),
    listIdentities(context.sql, session.userId),
    hasTotp(context.sql, session.userId),
  ]);
  if (!user) throw problem('unauthorized');
  return {
    uid: user.id,
    email: user.email,
    email_confirmed: user.email_confirmed_at !== null,
    user_Fname: user.first_name,
    user_Lname: user.last_name,
    ProfileImage: profileImageOf(context, user),
    language: toLanguage(user.language),
    has_password: user.password_hash !== null,
    totp_enabled: totpEnabled,
    password_change_required: session.mustChangePassword,
    identities: identities.map((identity) => ({
      issuer: identity.issuer,
      linked_at: identity.created_at.toISOString(),
    })),
    created_at: user.created_at.toISOString(),
  };
}
