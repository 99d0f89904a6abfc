import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import { deleteAddresses } from './attempts.store.ts';
import { issueDevice, type IssuedDevice } from './device-token.ts';
import type { KnownDevice } from './limit-attempts.ts';
import { deleteDevices, insertDevice, touchDevice } from './known-device.store.ts';

/** Clients that keep no token get a new one with each sign-in: the oldest make room. */
const mostDevices = 20;

/** Written down at most this often. */
const touchAfterMs = 24 * 3_600_000;

export interface SignInDevice {
  userId: string;
  /** In words. */
  description: string;
  /** All that the request carries. */
  carried: readonly string[];
  /** The one of them that the account knows. */
  known: KnownDevice | undefined;
}

/**
 * After a sign-in: from now on this device does not wait for strangers. A token that the account does not know is never
 * taken over, only a new one is: somebody else may have put it there, who would know it then.
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

/** All but those that the request carries. */
export function forgetOtherDevices(tx: Tx, userId: string, carried: readonly string[]): void {
  deleteDevices(tx, userId, carried.map(hashToken));
}

/** Whoever had the password before may have been there: no device and no address is its owner's any more. */
export function forgetDevicesAndAddresses(tx: Tx, userId: string): void {
  deleteDevices(tx, userId, []);
  deleteAddresses(tx, userId);
}
