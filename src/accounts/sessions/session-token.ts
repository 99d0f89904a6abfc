import type { IncomingHttpHeaders } from 'node:http';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');
const cookieName = (secure: boolean): string => (secure ? '__Host-praca_session' : 'praca_session');

/** With https, a cookie that no other host or path can set or see (RFC 6265bis, `__Host-`). */
export function sessionCookie(publicUrl: string, token: string, lifetimeSeconds: number): string {
  const secure = isSecure(publicUrl);
  const attributes = `Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax`;
  return `${cookieName(secure)}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}

const secureCookie = /(?:^|;\s*)__Host-praca_session=([^;\s]+)/;
const plainCookie = /(?:^|;\s*)praca_session=([^;\s]+)/;

export interface CarriedToken {
  token: string;
  byCookie: boolean;
}

/**
 * `Authorization: Bearer`, else the cookie. With https only the one with the prefix: a sibling host can set the other,
 * and so give its visitors a session of somebody else's.
 */
export function carriedToken(
  headers: IncomingHttpHeaders,
  context: { publicUrl: string },
): CarriedToken | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return tokenPattern.test(bearer) ? { token: bearer, byCookie: false } : undefined;
  const pattern = isSecure(context.publicUrl) ? secureCookie : plainCookie;
  const cookie = pattern.exec(headers.cookie ?? '')?.[1];
  return cookie !== undefined && tokenPattern.test(cookie) ? { token: cookie, byCookie: true } : undefined;
}

/**
 * Sent by a page of another origin, as far as a browser tells: old ones by no more than where the page was. A request
 * without any of these headers is no browser's.
 */
export function isForeignRequest(headers: IncomingHttpHeaders, context: { publicUrl: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const origin = headers.origin ?? originOf(headers.referer);
  return origin !== undefined && origin !== new URL(context.publicUrl).origin;
}

/** `null`, as browsers call an origin that they do not tell, where the text is no URL: it is not ours either way. */
const originOf = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null');
