import { createHash } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Words } from '../../../platform/http/language.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { useNonce } from './nonces.ts';
import { ProviderUnavailable } from '../identity-providers/provider-keys.ts';
import type { Provider } from '../identity-providers/providers.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

/** Accepted signature algorithms. HMAC is excluded: with a shared secret every verifier could also sign. */
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
  /** The name in LOGIN_PROVIDERS or an issuer. Default: the issuer that the token states. */
  provider?: string | undefined;
  id_token?: string | undefined;
  /** Needed only if the token contains a hash of the nonce. */
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
 * Verifies an ID token and returns the identity it states. The signature proves that the provider issued it, the
 * audience that it was issued for this server, and the nonce that it is not a replay.
 */
export async function verifyIdentity(
  context: IdentityContext,
  input: IdentityInput,
): Promise<VerifiedIdentity> {
  const token = input.id_token ?? '';
  if (token === '') {
    throw problem('proof_required', { say: accountsWords.sendIdToken });
  }
  const provider = findProvider(context, token, input.provider);
  const claims = await verifySignedClaims(context, provider, token);
  const identity = readIdentity(provider, claims);
  await spendNonce(context, claims, input.nonce);
  return identity;
}

const invalid = (say: Words, cause?: unknown) => problem('proof_invalid', { say, cause });
const wrongClaim = (claim: string, cause?: unknown) =>
  problem('proof_invalid', { say: accountsWords.idTokenClaim, values: { claim }, cause });

function findProvider(context: IdentityContext, token: string, named: string | undefined): Provider {
  if (token.length > maximumTokenCharacters) throw invalid(accountsWords.idTokenTooLong);
  let wanted = named ?? '';
  if (wanted === '') {
    try {
      wanted = decodeJwt(token).iss ?? '';
    } catch (error) {
      throw invalid(accountsWords.idTokenNotSigned, error);
    }
  }
  const provider = context.providers.find(wanted);
  if (!provider) throw invalid(accountsWords.providerNotSetUp);
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
        say: accountsWords.providerKeysUnavailable,
        values: { provider: provider.name },
        headers: { 'retry-after': '60' },
        cause: error,
      });
    }
    if (error instanceof errors.JOSEError) throw describe(error);
    throw error;
  }
}

function describe(error: errors.JOSEError): ProblemError {
  if (error instanceof errors.JWTExpired) return invalid(accountsWords.idTokenExpired, error);
  if (error instanceof errors.JWTClaimValidationFailed) return wrongClaim(error.claim, error);
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid(accountsWords.idTokenAlgorithm, error);
  return invalid(accountsWords.idTokenSigner, error);
}

function readIdentity(provider: Provider, claims: JWTPayload): VerifiedIdentity {
  const { sub, aud, email } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || sub.includes('\0')) {
    throw wrongClaim('sub');
  }
  // A token with several audiences must have been issued for one of our clients (OpenID Connect Core, 3.1.3.7).
  if (Array.isArray(aud) && aud.length > 1 && !provider.clientIds.includes(String(claims['azp']))) {
    throw wrongClaim('azp');
  }
  const address = typeof email === 'string' && email !== '' && email.length <= 254 ? email : null;
  // Apple sends the text "true".
  const emailVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  const untold = !provider.tellsEmailVerified && claims['email_verified'] === undefined;
  if (address !== null && !emailVerified && !untold) {
    throw invalid(accountsWords.emailNotVerified);
  }
  return {
    issuer: provider.issuer,
    subject: sub,
    email: address,
    emailVerified: address !== null && emailVerified,
  };
}

/** Consumes the nonce. Called last, so that a rejected token does not consume it. */
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
    throw invalid(accountsWords.idTokenNonce);
  }
}

/**
 * Apps that use Apple's or Facebook's login send the provider a hash of the nonce, so that only the app knows the
 * nonce.
 */
function hashesOf(nonce: string): string[] {
  const hash = createHash('sha256').update(nonce).digest();
  return [hash.toString('hex'), hash.toString('base64url')];
}
