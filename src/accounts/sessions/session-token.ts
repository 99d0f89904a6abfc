import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** 256 random bits cannot be guessed, so that a plain hash of them is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** With https, a cookie that no other host or path can set or see (RFC 6265bis, `__Host-`). */
export function sessionCookie(publicUrl: string, token: string, lifetimeSeconds: number): string {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-praca_session' : 'praca_session';
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${name}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}

export interface CarriedToken {
  token: string;
  byCookie: boolean;
}

/** `Authorization: Bearer`, else the cookie. */
export function carriedToken(headers: IncomingHttpHeaders): CarriedToken | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return tokenPattern.test(bearer) ? { token: bearer, byCookie: false } : undefined;
  const cookie = /(?:^|;\s*)(?:__Host-)?praca_session=([^;\s]+)/.exec(headers.cookie ?? '')?.[1];
  return cookie !== undefined && tokenPattern.test(cookie) ? { token: cookie, byCookie: true } : undefined;
}

/** Sent by a page of another origin, as far as a browser tells. A request without these headers is no browser's. */
export function isForeignRequest(headers: IncomingHttpHeaders, context: { publicUrl: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  return origin !== undefined && origin !== new URL(context.publicUrl).origin;
}
