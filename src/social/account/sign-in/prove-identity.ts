import { createHash } from 'node:crypto';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { audiencesOf, readProviders, type Provider } from './providers.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface StatedIdentity {
  loginId: string;
  provider?: string | undefined;
  idToken?: string | undefined;
}

export interface ProvenIdentity {
  provider: string;
  loginId: string;
  /** Address that the provider has verified. */
  email: string | null;
  /** Time when the ID token was issued. Null for a user who is accepted without proof. */
  provenAt: Date | null;
  /**
   * Time when the user last authenticated at the provider, which may be before `provenAt`. The present time for a user
   * who is accepted without proof.
   */
  authenticatedAt: Date;
  /** The token that proves the identity. Null for a user who is accepted without proof. */
  idToken: ProvenIdToken | null;
}

export interface ProvenIdToken {
  /** Hash of the signed part. The signature is left out because it has several spellings. */
  hash: Buffer;
  /** Time from which the token is too old to be accepted. */
  expiresAt: Date;
}

const algorithms = ['EdDSA', 'Ed25519', 'ES256', 'ES384', 'RS256', 'RS384', 'RS512', 'PS256'];
/** Limit independent of the token's own expiry, so that an old token that leaked is useless. */
const mostAgeSeconds = 86_400;
const clockToleranceSeconds = 30;
const discoveryTimeoutMs = 5000;
const discoveryKeptMs = 3_600_000;

interface Keys {
  find: JWTVerifyGetKey;
  readMs: number;
}
/** Keys by issuer. The library fetches keys again when it meets an unknown one. */
const keysByIssuer = new Map<string, Keys>();

/**
 * Returns the identity of a request: accepted without proof if the settings allow it, otherwise proven by an ID token.
 */
export async function proveIdentity(context: SocialContext, stated: StatedIdentity): Promise<ProvenIdentity> {
  const { loginId } = stated;
  if (context.settings.BELIEVE_STATED_USER)
    return {
      provider: stated.provider ?? '',
      loginId,
      email: null,
      provenAt: null,
      authenticatedAt: context.clock.now(),
      idToken: null,
    };
  const provider = readProviders(
    context.settings.ID_TOKEN_PROVIDERS,
    context.publicUrl,
    context.settings.SOCIAL_CLIENT_IDS,
  ).find((known) => known.name === stated.provider);
  if (!provider || stated.idToken === undefined) {
    throw problem('identity_not_proven', {
      say: socialWords.sendIdToken,
    });
  }
  const claims = await verify(context, provider, stated.idToken, loginId);
  const provenAt = new Date((claims.iat ?? 0) * 1000);
  const signed = stated.idToken.slice(0, stated.idToken.lastIndexOf('.'));
  const lastSeconds = Math.min(claims.exp ?? 0, (claims.iat ?? 0) + mostAgeSeconds) + clockToleranceSeconds;
  return {
    provider: provider.name,
    loginId,
    email: emailOf(claims),
    provenAt,
    authenticatedAt: authenticationOf(claims) ?? provenAt,
    idToken: {
      hash: createHash('sha256').update(signed).digest(),
      expiresAt: new Date((lastSeconds + 1) * 1000),
    },
  };
}

const authenticationOf = ({ auth_time: seconds }: JWTPayload): Date | undefined =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;

/** Returns an address only if the provider states that it is verified. */
function emailOf({ email, email_verified: verified }: JWTPayload): string | null {
  return typeof email === 'string' && verified === true && /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email)
    ? email
    : null;
}

async function verify(
  context: SocialContext,
  provider: Provider,
  idToken: string,
  subject: string,
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, await findKeys(context, provider.issuer), {
      algorithms,
      issuer: provider.issuer,
      audience: audiencesOf(provider),
      subject,
      requiredClaims: ['exp', 'sub'],
      maxTokenAge: mostAgeSeconds,
      currentDate: context.clock.now(),
      clockTolerance: clockToleranceSeconds,
    });
    if (isForAnother(payload, audiencesOf(provider)))
      throw new errors.JWTClaimValidationFailed('azp', payload);
    if (isOfAnotherKind(payload, protectedHeader))
      throw new errors.JWTClaimValidationFailed('not an ID token', payload);
    return payload;
  } catch (error) {
    const unreachable =
      error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError) || isBadAnswer(error);
    if (unreachable) throw problem('provider_unavailable', { cause: error, headers: { 'retry-after': '5' } });
    throw problem('identity_not_proven', {
      say: socialWords.idTokenNotValid,
      cause: error,
    });
  }
}

/**
 * Returns true if a token with several audiences was issued for another one. `azp` names the client it was issued for
 * (OpenID Connect Core, 3.1.3.7).
 */
const isForAnother = ({ aud, azp }: JWTPayload, audiences: readonly string[]): boolean =>
  Array.isArray(aud) && aud.length > 1 && !audiences.includes(String(azp));

/** Returns true for access tokens (RFC 9068) and logout tokens, which the same keys sign. */
const isOfAnotherKind = ({ events }: JWTPayload, { typ }: JWTHeaderParameters): boolean =>
  events !== undefined || /^(?:application\/)?(?:at|logout)\+jwt$/i.test(typ ?? '');

/** Returns true for errors that the library throws if the provider's key URL does not return keys. */
const isBadAnswer = (error: errors.JOSEError): boolean =>
  error.code === 'ERR_JOSE_GENERIC' || error instanceof errors.JWKSInvalid;

async function findKeys(
  { issuers }: Pick<SocialContext, 'issuers'>,
  issuer: string,
): Promise<JWTVerifyGetKey> {
  const own = issuers.get(issuer);
  if (own) return createLocalJWKSet({ keys: own() });
  const known = keysByIssuer.get(issuer);
  if (known && performance.now() - known.readMs < discoveryKeptMs) return known.find;
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(discoveryTimeoutMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const discovery = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (discovery.issuer !== issuer || typeof discovery.jwks_uri !== 'string') {
    throw new Error(`${address} states another issuer`);
  }
  const find = createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: discoveryTimeoutMs });
  keysByIssuer.set(issuer, { find, readMs: performance.now() });
  return find;
}
