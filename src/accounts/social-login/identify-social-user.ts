import { ProblemError } from '../../platform/problem.ts';
import { verifyIdentity } from './verify-identity.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { readEmail, type EmailAddress } from '../../platform/identity/read-email.ts';

export interface SocialInput {
  user_email?: string | undefined;
  provider?: string | undefined;
  id_token?: string | undefined;
  nonce?: string | undefined;
}

export interface SocialIdentity {
  issuer: string;
  subject: string;
  email: EmailAddress | undefined;
  /** The provider vouches for the address. */
  proven: boolean;
}

/** No URL, so that it can never be taken for a provider's. */
const believedIssuer = 'believed';

/** Who a social user is: as the provider's ID token proves, or as stated where that is believed. */
export async function identifySocialUser(
  context: AccountsContext,
  input: SocialInput,
): Promise<SocialIdentity> {
  if (context.settings.BELIEVE_SOCIAL_IDENTITY) {
    const email = readEmail(input.user_email);
    return { issuer: believedIssuer, subject: email.key, email, proven: false };
  }
  const { provider, id_token, nonce } = input;
  const identity = await verifyIdentity(context, {
    ...(provider === undefined ? {} : { provider }),
    ...(id_token === undefined ? {} : { id_token }),
    ...(nonce === undefined ? {} : { nonce }),
  });
  const email = identity.email === null ? undefined : findEmail(identity.email);
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    email,
    proven: email !== undefined && identity.emailVerified,
  };
}

/** A provider may have addresses that we refuse; its user is then known by the subject, without an address. */
function findEmail(address: string): EmailAddress | undefined {
  try {
    return readEmail(address);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
