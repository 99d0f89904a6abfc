import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { OutboundError, safeFetch } from '../../../platform/outbound/safe-fetch.ts';

const timeoutMs = 5000;
const maximumBytes = 256 * 1024;
const discoveryMs = 24 * 3_600_000;
const keysMs = 10 * 60_000;
/** Minimum time between two fetches for unknown key ids. Without it forged tokens could cause any number of fetches. */
const cooldownMs = 30_000;
/** Time for which a failed fetch is remembered, so that not every sign-in waits for a provider that is down. */
const failureMs = 5000;

/** The provider did not answer, or its answer is not usable. */
export class ProviderUnavailable extends Error {}

/** Fetches a document that a provider publishes. Throws `ProviderUnavailable` on failure. */
export type FetchDocument = (url: string) => Promise<string>;

/**
 * Returns a function that looks up an OpenID provider's keys. The first token triggers discovery, and an unknown key id
 * triggers another fetch of the keys.
 * `otherIssuers` are further issuer names that the provider's configuration may state.
 */
export function openProviderKeys(
  issuer: string,
  otherIssuers: readonly string[] = [],
  fetchPublished: FetchDocument = fetchFromProvider,
): JWTVerifyGetKey {
  const fetchDocument = rememberFailures(fetchPublished);
  let known: { findKey: JWTVerifyGetKey; atMs: number } | undefined;
  let asking: Promise<JWTVerifyGetKey> | undefined;

  const discover = async (): Promise<JWTVerifyGetKey> => {
    const jwksUri = readDiscovery(await fetchDocument(discoveryUrl(issuer)), issuer, otherIssuers);
    const findKey = createRemoteJWKSet(jwksUri, {
      timeoutDuration: timeoutMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: keysMs,
      [customFetch]: async (url) => new Response(await fetchDocument(url)),
    });
    known = { findKey, atMs: Date.now() };
    return findKey;
  };

  const current = async (): Promise<JWTVerifyGetKey> => {
    if (known && Date.now() - known.atMs < discoveryMs) return known.findKey;
    asking ??= discover().finally(() => (asking = undefined));
    const before = known;
    // The URL of the keys hardly ever changes, so the previous one is used while discovery fails.
    return before ? asking.catch(() => before.findKey) : asking;
  };

  return async (header, token) => {
    const findKey = await current();
    try {
      return await findKey(header, token);
    } catch (error) {
      if (isProvidersFault(error)) throw new ProviderUnavailable('no usable keys', { cause: error });
      throw error;
    }
  };
}

const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/**
 * Checks that the document states the expected issuer (RFC 8414, OpenID Connect Discovery).
 * For a while in 2025 Apple's configuration named account.apple.com, although its tokens did not.
 */
function readDiscovery(text: string, issuer: string, otherIssuers: readonly string[]): URL {
  const document = parse(text);
  const jwksUri = document['jwks_uri'];
  if (![issuer, ...otherIssuers].includes(String(document['issuer']))) {
    throw new ProviderUnavailable(`the configuration of ${issuer} names another issuer`);
  }
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) {
    throw new ProviderUnavailable(`the configuration of ${issuer} names no keys`);
  }
  const url = new URL(jwksUri);
  if (url.protocol !== 'https:' && new URL(issuer).protocol === 'https:') {
    throw new ProviderUnavailable(`the keys of ${issuer} are not behind https`);
  }
  return url;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    throw new ProviderUnavailable('the configuration is not JSON', { cause: error });
  }
}

/** The operator configured the issuer, so it may be on a private address. */
async function fetchFromProvider(url: string): Promise<string> {
  try {
    const { status, body } = await safeFetch(url, {
      allowPrivate: true,
      timeoutMs,
      maximumBytes,
      followRedirects: 2,
      headers: { accept: 'application/json' },
    });
    if (status !== 200) throw new ProviderUnavailable(`${url} answered with ${status}`);
    return body.toString('utf8');
  } catch (error) {
    if (error instanceof OutboundError) throw new ProviderUnavailable(error.message, { cause: error });
    throw error;
  }
}

function rememberFailures(fetchDocument: FetchDocument): FetchDocument {
  const failures = new Map<string, number>();
  return async (url) => {
    if (Date.now() - (failures.get(url) ?? 0) < failureMs)
      throw new ProviderUnavailable(`${url} failed just now`);
    try {
      const text = await fetchDocument(url);
      failures.delete(url);
      return text;
    } catch (error) {
      failures.set(url, Date.now());
      throw error;
    }
  };
}

function isProvidersFault(error: unknown): boolean {
  return (
    error instanceof errors.JWKSInvalid ||
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
  );
}
