import { createECDH } from 'node:crypto';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { ApnsEnvironment } from '../push/push-service.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findEndpointFault } from './check-endpoint.ts';
import { deleteDevice, findDevicesOfUser, upsertDevice, type NewDevice } from './device.store.ts';
import { devicesPerUser, type Subscription } from './push.rules.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export const keysPurpose = 'social device keys';

/** Push address of a device: a Web Push subscription, or a token from Google or Apple. */
export type DeviceAddress =
  | ({ platform: 'web' } & Subscription)
  | { platform: 'fcm'; token: string }
  | { platform: 'apns'; token: string; environment: ApnsEnvironment };

export interface DeviceOwner {
  userId: string;
  sessionId: string;
}

/** Registers a device for this session. The previous owner of the address no longer gets notifications there. */
export async function putDevice(
  context: SocialContext,
  { userId, sessionId }: DeviceOwner,
  deviceId: string,
  address: DeviceAddress,
  language: string,
): Promise<{ createdAt: Date }> {
  const device = { userId, sessionId, deviceId, language, ...checkAddress(context, address) };
  const createdAt = await transaction(context.sql, (tx) =>
    upsertDevice(tx, device, devicesPerUser, context.clock.now()),
  );
  if (!createdAt) throw problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  return { createdAt };
}

type CheckedAddress = Pick<NewDevice, 'platform' | 'endpoint' | 'environment' | 'sealedKeys'>;

function checkAddress(context: SocialContext, address: DeviceAddress): CheckedAddress {
  const { platform } = address;
  if (platform === 'web') return { ...checkSubscription(context, address), platform, environment: null };
  const { token } = address;
  if (platform === 'fcm') {
    // Google does not document the format of its tokens.
    if (!/^[\x21-\x7e]{1,1024}$/.test(token)) throw invalidField('token', 'malformed', socialWords.fcmToken);
    return { platform, endpoint: token, environment: null, sealedKeys: null };
  }
  // Apple does not document the length of its tokens: bytes in hexadecimal, at present 32.
  if (!/^(?:[0-9a-f]{2}){16,100}$/i.test(token))
    throw invalidField('token', 'malformed', socialWords.apnsToken);
  return { platform, endpoint: token.toLowerCase(), environment: address.environment, sealedKeys: null };
}

function checkSubscription(
  context: SocialContext,
  { endpoint, keys: { p256dh, auth } }: Subscription,
): Pick<NewDevice, 'endpoint' | 'sealedKeys'> {
  const fault = findEndpointFault(endpoint, context.settings.PUSH_PRIVATE_ENDPOINTS);
  if (fault !== undefined) throw invalidField('endpoint', 'not_allowed', fault);
  if (!isPoint(p256dh)) throw invalidField('keys.p256dh', 'malformed', socialWords.pointOnP256);
  if (Buffer.from(auth, 'base64url').length !== 16)
    throw invalidField('keys.auth', 'malformed', socialWords.sixteenBytes);
  return { endpoint, sealedKeys: context.sealer.seal(JSON.stringify({ p256dh, auth }), keysPurpose) };
}

/** Checked at registration, because a failure to encrypt later could not be reported to the client. */
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

/** Returns the user’s devices for the copy of that user’s data. */
export async function exportDevices(sql: Tag, userId: string) {
  return findDevicesOfUser(sql, userId);
}
