import { createECDH } from 'node:crypto';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SocialContext } from '../social.context.ts';
import { findEndpointFault } from './check-endpoint.ts';
import { deleteDevice, findDevicesOfUser, upsertDevice } from './device.store.ts';
import { devicesPerUser, type Subscription } from './push.rules.ts';

export const keysPurpose = 'social device keys';

export async function putDevice(
  context: SocialContext,
  userId: string,
  deviceId: string,
  subscription: Subscription,
): Promise<{ createdAt: Date }> {
  const fault = findEndpointFault(subscription.endpoint, context.settings.PUSH_PRIVATE_ENDPOINTS);
  if (fault !== undefined) throw invalidField('endpoint', 'not_allowed', fault);
  const { p256dh, auth } = subscription.keys;
  if (!isPoint(p256dh))
    throw invalidField('keys.p256dh', 'malformed', 'must be a point on P-256 in base64url');
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw invalidField('keys.auth', 'malformed', 'must be 16 bytes in base64url');
  const sealedKeys = context.sealer.seal(JSON.stringify({ p256dh, auth }), keysPurpose);
  const device = { userId, deviceId, endpoint: subscription.endpoint, sealedKeys };
  const createdAt = await transaction(context.sql, (tx) =>
    upsertDevice(tx, device, devicesPerUser, context.clock.now()),
  );
  return { createdAt };
}

/** Encrypting for anything else would fail later, when nobody is there to be told. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 65) return false;
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

export async function removeDevice(
  context: SocialContext,
  userId: string,
  deviceId: string,
): Promise<number> {
  return transaction(context.sql, (tx) => deleteDevice(tx, userId, deviceId));
}

/** For the copy of a user's data. */
export async function exportDevices(sql: Sql | Tx, userId: string) {
  return findDevicesOfUser(sql, userId);
}
