import type { IncomingHttpHeaders } from 'node:http';
import { readHostCookie, writeHostCookie } from '../../platform/http/edge/host-cookie.ts';
import { deviceKnownForMs } from './attempts.rules.ts';

const cookieName = 'praca_device';

/** For clients without cookies: in the answer of a sign-in, and in the requests that follow. */
export const deviceHeader = 'x-device-token';

/** People who share a device: one token for each of their accounts. */
const mostTokens = 4;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The tokens that a request carries, each of which is some account's. What is none counts for nothing. */
export function carriedDevices(
  headers: IncomingHttpHeaders,
  context: { publicUrl: string },
): readonly string[] {
  const header = headers[deviceHeader];
  const carried =
    typeof header === 'string' ? header : readHostCookie(context.publicUrl, cookieName, headers.cookie);
  const tokens = (carried ?? '').slice(0, 1000).split('.');
  return tokens.filter((token) => tokenPattern.test(token)).slice(0, mostTokens);
}

export interface IssuedDevice {
  /** What the device is to carry from now on: the token of this account, and those of others who use it. */
  value: string;
  cookie: string;
}

export function issueDevice(
  context: { publicUrl: string },
  token: string,
  carried: readonly string[],
): IssuedDevice {
  const others = carried.filter((other) => other !== token);
  const value = [token, ...others].slice(0, mostTokens).join('.');
  return { value, cookie: writeHostCookie(context.publicUrl, cookieName, value, deviceKnownForMs / 1000) };
}
