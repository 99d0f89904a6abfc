import type { IncomingHttpHeaders } from 'node:http';
import { hashToken } from '../../platform/tokens/opaque-token.ts';
import { readHostCookie } from '../../platform/http/edge/host-cookie.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { cookieName, longestSessionMs, sessionLifetimeMs } from './create-session.ts';
import { findSessionByHash, touchSession } from './session.store.ts';

export interface AccountsSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly mustChangePassword: boolean;
  readonly oneTimePasswordHash: Buffer | null;
  /** Time and methods (RFC 8176) of the user's last authentication. Sessions of older versions have no methods. */
  readonly authenticatedAt: Date;
  readonly amr: readonly string[];
  /** Milliseconds by which this request has prolonged the session. */
  readonly prolongedByMs: number | null;
}

/** Minimum time between two updates of "last seen", so that reads do not cause a write each. */
const touchAfterMs = 5 * 60_000;

export async function findSession(
  context: AccountsContext,
  token: string,
): Promise<AccountsSession | undefined> {
  const now = context.clock.now();
  const row = await findSessionByHash(context.sql, hashToken(token), now);
  if (!row) return undefined;
  const touched = now.getTime() - row.last_seen_at.getTime() > touchAfterMs;
  const prolonged = touched && !row.must_change_password;
  const leftMs = row.created_at.getTime() + longestSessionMs(context) - now.getTime();
  if (leftMs <= 0) return undefined;
  const lifetimeMs = Math.min(sessionLifetimeMs(context, row.must_change_password), leftMs);
  if (touched) {
    const expiresAt = prolonged ? new Date(now.getTime() + lifetimeMs) : row.expires_at;
    await touchSession(context.sql, row.id, now, expiresAt);
  }
  return {
    userId: row.user_id,
    sessionId: row.id,
    mustChangePassword: row.must_change_password,
    oneTimePasswordHash: row.one_time_password_hash,
    authenticatedAt: row.authenticated_at,
    amr: row.amr ?? [],
    prolongedByMs: prolonged ? lifetimeMs : null,
  };
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const isSessionToken = (text: string): boolean => tokenPattern.test(text);

export interface CarriedToken {
  token: string;
  byCookie: boolean;
}

/** Reads the token from `Authorization: Bearer`, or else from the cookie. */
export function readToken(
  headers: IncomingHttpHeaders,
  context: { publicUrl: string },
): CarriedToken | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return tokenPattern.test(bearer) ? { token: bearer, byCookie: false } : undefined;
  const cookie = readHostCookie(context.publicUrl, cookieName, headers.cookie);
  return cookie !== undefined && tokenPattern.test(cookie) ? { token: cookie, byCookie: true } : undefined;
}
