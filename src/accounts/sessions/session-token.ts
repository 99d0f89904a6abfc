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
