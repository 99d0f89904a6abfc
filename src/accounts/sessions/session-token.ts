import type { IncomingHttpHeaders } from 'node:http';
import { readHostCookie, writeHostCookie } from '../../platform/http/edge/host-cookie.ts';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

const cookieName = 'praca_session';

export const sessionCookie = (publicUrl: string, token: string, lifetimeSeconds: number): string =>
  writeHostCookie(publicUrl, cookieName, token, lifetimeSeconds);

export interface CarriedToken {
  token: string;
  byCookie: boolean;
}

/** `Authorization: Bearer`, else the cookie. */
export function carriedToken(
  headers: IncomingHttpHeaders,
  context: { publicUrl: string },
): CarriedToken | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return tokenPattern.test(bearer) ? { token: bearer, byCookie: false } : undefined;
  const cookie = readHostCookie(context.publicUrl, cookieName, headers.cookie);
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
