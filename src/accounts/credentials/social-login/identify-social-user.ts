import { ProblemError } from '../../../platform/problem.ts';
import { verifyIdentity } from './verify-identity.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { readEmail, type EmailAddress } from '../../../platform/identity/read-email.ts';

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
  /** True if the provider states that the address is verified. */
  proven: boolean;
}

/** Issuer of identities that are accepted without proof. It is not a URL, so it cannot be a provider's. */
const believedIssuer = 'believed';

/**
 * Identifies a social user by the provider's ID token. Without a token the stated address is used, where the settings
 * allow that.
 */
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

/**
 * Returns undefined for an address that the service does not accept. The user is then known by issuer and subject only.
 */
function findEmail(address: string): EmailAddress | undefined {
  try {
    return readEmail(address);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
