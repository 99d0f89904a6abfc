import { SignJWT } from 'jose';
import { safeFetch } from '../../../platform/outbound/safe-fetch.ts';
import type { FcmAccount } from './fcm-account.ts';

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3600;
/** Time before expiry at which a token is renewed, so that running requests still finish with it. */
const renewBeforeMs = 5 * 60_000;

export class AccessRefused extends Error {}

export interface AccessTokens {
  get(): Promise<string>;
  /** Discards a rejected token, so that the next one is new. */
  forget(token: string): void;
}

export interface AccessTokenOptions {
  tokenUrl: string;
  timeoutMs: number;
  /** Real time, because tokens are dated in real time; the sandbox can move its own clock. */
  worldNowMs: () => number;
}

/**
 * Provides one access token for all requests. A single request fetches it (RFC 7523), and it is kept until shortly
 * before its expiry.
 */
export function openAccessTokens(account: FcmAccount, options: AccessTokenOptions): AccessTokens {
  let kept: { token: string; renewAtMs: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    const { token, lastsMs } = await requestToken(account, options);
    // A short-lived token is used for at least half of its lifetime.
    const usableMs = Math.max(lastsMs - renewBeforeMs, lastsMs / 2);
    kept = { token, renewAtMs: options.worldNowMs() + usableMs };
    return token;
  };
  return {
    async get() {
      if (kept && options.worldNowMs() < kept.renewAtMs) return kept.token;
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function requestToken(
  account: FcmAccount,
  options: AccessTokenOptions,
): Promise<{ token: string; lastsMs: number }> {
  const issuedAt = Math.floor(options.worldNowMs() / 1000);
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.privateKeyId })
    .setIssuer(account.clientEmail)
    // The audience is Google’s name of the service, even if it is reached through another address.
    .setAudience(account.tokenUri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + assertionSeconds)
    .sign(account.privateKey);
  const { status, body } = await safeFetch(options.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
    timeoutMs: options.timeoutMs,
    maximumBytes: 65_536,
    allowPrivate: true,
  });
  const answer = parse(body.toString('utf8'));
  const { access_token: token, expires_in: seconds, error } = answer;
  if (status !== 200 || typeof token !== 'string' || token === '') {
    const code = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : '';
    throw new AccessRefused(`no access token: ${status} ${code}`.trim());
  }
  return { token, lastsMs: (typeof seconds === 'number' && seconds > 0 ? seconds : 3600) * 1000 };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
