import { createHash } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { useNonce } from './nonces.ts';
import { ProviderUnavailable } from '../identity-providers/provider-keys.ts';
import type { Provider } from '../identity-providers/providers.ts';

/** Signatures with a public key alone: with HMAC, everybody who may verify could sign as well. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const clockToleranceSeconds = 30;
const maximumTokenCharacters = 16_384;

export interface IdentityInput {
  /** The name in LOGIN_PROVIDERS or an issuer; where it is missing, the issuer that the token names. */
  provider?: string | undefined;
  id_token?: string | undefined;
  /** Needed only where the token holds a hash of it. */
  nonce?: string | undefined;
}

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
}

export type IdentityContext = Pick<AccountsContext, 'sql' | 'clock' | 'log' | 'providers' | 'sealer'>;

/**
 * Who a provider says this is. The signature proves that it says so, the audience that it says so to us, the nonce that it
 * does so now.
 */
export async function verifyIdentity(
  context: IdentityContext,
  input: IdentityInput,
): Promise<VerifiedIdentity> {
  const token = input.id_token ?? '';
  if (token === '') {
    throw problem('proof_required', { detail: 'Send the ID token of the social provider in id_token.' });
  }
  const provider = findProvider(context, token, input.provider);
  const claims = await verifySignedClaims(context, provider, token);
  const identity = readIdentity(provider, claims);
  await spendNonce(context, claims, input.nonce);
  return identity;
}

const invalid = (detail: string, cause?: unknown) => problem('proof_invalid', { detail, cause });
const wrongClaim = (claim: string): string => `The claim ${claim} of the ID token is missing or wrong.`;

function findProvider(context: IdentityContext, token: string, named: string | undefined): Provider {
  if (token.length > maximumTokenCharacters) throw invalid('The ID token is too long.');
  let wanted = named ?? '';
  if (wanted === '') {
    try {
      wanted = decodeJwt(token).iss ?? '';
    } catch (error) {
      throw invalid('The ID token is no signed JSON Web Token.', error);
    }
  }
  const provider = context.providers.find(wanted);
  if (!provider) throw invalid('This social provider is not set up here.');
  return provider;
}

async function verifySignedClaims(
  context: IdentityContext,
  provider: Provider,
  token: string,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, provider.findKey, {
      algorithms,
      issuer: [provider.issuer, ...provider.otherIssuers],
      audience: [...provider.clientIds],
      requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'nonce'],
      clockTolerance: clockToleranceSeconds,
      currentDate: context.clock.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      context.log.warn({ err: error, provider: provider.name }, 'a social provider cannot be reached');
      throw problem('provider_unavailable', {
        detail: `${provider.name} cannot be asked for its keys at the moment. Try again in a minute.`,
        headers: { 'retry-after': '60' },
        cause: error,
      });
    }
    if (error instanceof errors.JOSEError) throw invalid(describe(error), error);
    throw error;
  }
}

function describe(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The ID token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return wrongClaim(error.claim);
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The ID token is not signed with an allowed algorithm.';
  return 'The ID token is not signed by the social provider.';
}

function readIdentity(provider: Provider, claims: JWTPayload): VerifiedIdentity {
  const { sub, aud, email } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || sub.includes('\0')) {
    throw invalid(wrongClaim('sub'));
  }
  // Made for several, it must have been made for us (OpenID Connect Core, 3.1.3.7).
  if (Array.isArray(aud) && aud.length > 1 && !provider.clientIds.includes(String(claims['azp']))) {
    throw invalid(wrongClaim('azp'));
  }
  const address = typeof email === 'string' && email !== '' && email.length <= 254 ? email : null;
  // Apple says "true".
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const untold = !provider.tellsEmailVerified && claims['email_verified'] === undefined;
  if (address !== null && !emailVerified && !untold) {
    throw invalid('The social provider has not verified the e-mail address.');
  }
  return {
    issuer: provider.issuer,
    subject: sub,
    email: address,
    emailVerified: address !== null && emailVerified,
  };
}

/** After everything else, so that a token which is refused uses nothing up. */
async function spendNonce(
  context: IdentityContext,
  claims: JWTPayload,
  given: string | undefined,
): Promise<void> {
  const claimed = claims['nonce'];
  const nonce = given === undefined || given === '' ? claimed : given;
  const sound =
    typeof claimed === 'string' &&
    typeof nonce === 'string' &&
    nonce.length <= 200 &&
    (claimed === nonce || hashesOf(nonce).includes(claimed)) &&
    (await useNonce(context, nonce));
  if (!sound) {
    throw invalid('The nonce of the ID token was used, has expired or is not one of GET /nonce.');
  }
}

/** Apps for Apple's and Facebook's login hand the provider a hash, so that only they know the nonce itself. */
function hashesOf(nonce: string): string[] {
  const hash = createHash('sha256').update(nonce).digest();
  return [hash.toString('hex'), hash.toString('base64url')];
}
