import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { toLanguage } from '../mails/send-mail.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { profileImageOf } from '../users/profile-image.ts';
import { findMe } from './me.store.ts';

export async function readMe(context: AccountsContext, session: AccountsSession) {
  const me = await findMe(context.sql, session.userId);
  if (!me) throw problem('unauthorized');
  return {
    uid: me.id,
    email: me.email,
    email_confirmed: me.email_confirmed,
    user_Fname: me.first_name,
    user_Lname: me.last_name,
    ProfileImage: profileImageOf(context, me),
    language: toLanguage(me.language),
    has_password: me.has_password,
    totp_enabled: me.totp_enabled,
    password_change_required: session.mustChangePassword,
    identities: me.identities.map((identity) => ({
      issuer: identity.issuer,
      linked_at: new Date(identity.linked_at).toISOString(),
    })),
    created_at: me.created_at.toISOString(),
  };
}
