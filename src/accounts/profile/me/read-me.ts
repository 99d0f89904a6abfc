import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { pictureUrl } from '../../users/pictures/picture.rules.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { readStoredLanguage } from '../../users/find-user.ts';
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
    ProfileImage: pictureUrl(context, {
      id: me.id,
      firstName: me.first_name,
      lastName: me.last_name,
      pictureName: me.picture_name,
      pictureUrl: me.picture_url,
    }),
    language: readStoredLanguage(me.language),
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
