import type { IncomingHttpHeaders } from 'node:http';
import { readHostCookie, writeHostCookie } from '../../../platform/http/edge/host-cookie.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { deviceKnownForMs, knownForMs } from './attempts.rules.ts';
import {
  deleteAddresses,
  deleteDevices,
  insertDevice,
  touchDevice,
  deleteDevicesBefore,
  deleteKnownAddressesBefore,
} from './known-place.store.ts';
import type { KnownDevice } from './limit-attempts.ts';

const cookieName = 'praca_device';

/** Header for clients without cookies: in the answer of a sign-in and in later requests. */
export const deviceHeader = 'x-device-token';

/** Number of accounts that can be known on one shared device, with one token each. */
const mostTokens = 4;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** Returns the device tokens of a request, each of another account. Ignores malformed ones. */
export function readDeviceTokens(
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
  /** The new value of the device's cookie: the token of this account, then those of other accounts. */
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

/**
 * Number of devices per account. Clients that keep no token get a new one with each sign-in, which replaces the oldest.
 */
const mostDevices = 20;

/** Minimum time between two updates of a device's last use. */
const touchAfterMs = 24 * 3_600_000;

export interface SignInDevice {
  userId: string;
  /** Name of the browser and system in words. */
  description: string;
  carried: readonly string[];
  /** The token that the account knows. */
  known: KnownDevice | undefined;
}

/**
 * Stores the device of a sign-in, so that failures of strangers no longer delay it. A token that the account does not
 * know is replaced, because an attacker may have set it.
 */
export function rememberDevice(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'publicUrl'>,
  { userId, description, carried, known }: SignInDevice,
): IssuedDevice {
  const now = context.clock.now();
  if (known) {
    const touched = now.getTime() - known.lastUsedAt.getTime() > touchAfterMs;
    if (touched) touchDevice(tx, hashToken(known.token), description, now);
    return issueDevice(context, known.token, carried);
  }
  const token = newToken();
  insertDevice(tx, { tokenHash: hashToken(token), userId, description, now }, mostDevices);
  return issueDevice(context, token, carried);
}

export function forgetOtherDevices(tx: Tx, userId: string, carried: readonly string[]): void {
  deleteDevices(tx, userId, carried.map(hashToken));
}

/** Runs when a new password is set, because an attacker with the old one may have used any device or address. */
export function forgetDevicesAndAddresses(tx: Tx, userId: string): void {
  deleteDevices(tx, userId, []);
  deleteAddresses(tx, userId);
}

export async function forgetPlaces({ sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>): Promise<void> {
  const usedBefore = new Date(clock.nowMs() - knownForMs);
  await inBatches((limit) => deleteKnownAddressesBefore(sql, usedBefore, limit));
  const signedInBefore = new Date(clock.nowMs() - deviceKnownForMs);
  await inBatches((limit) => deleteDevicesBefore(sql, signedInBefore, limit));
}
