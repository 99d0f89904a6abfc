import webPush from 'web-push';
import { safeFetch } from '../../platform/outbound/safe-fetch.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { keysPurpose } from './change-devices.ts';
import { findEndpointFault } from './check-endpoint.ts';
import { deleteGoneDevice, findDevice, findDevicesToNotify } from './device.store.ts';
import { getPushKeys } from './push-keys.ts';
import {
  classifyAnswer,
  pushTtlSeconds,
  type PushKind,
  type PushNote,
  type PushPayload,
  type Subscription,
} from './push.rules.ts';
import type { PushJob } from './schedule-push.ts';

const timeoutMs = 10_000;

/** Only the status matters; what a push service writes besides is not kept. */
const maximumAnswerBytes = 4096;

/** What a notification says when it is sent; undefined where there is nothing to say any more. */
export type DescribeNotification = (userId: string, note: PushNote) => Promise<PushPayload | undefined>;

/**
 * Notifies one device, unless its user has connected, has read it, or has turned notifications off meanwhile. Throws to
 * be tried again.
 */
export async function sendPush(
  context: SocialContext,
  describe: DescribeNotification,
  { userId, deviceId, note }: PushJob,
): Promise<void> {
  const due = await findDevicesToNotify(context.sql, userId, note.kind, context.clock.now());
  const device = due.includes(deviceId) ? await findDevice(context.sql, userId, deviceId) : undefined;
  const payload = device && (await describe(userId, note));
  if (!device || !payload) return;
  const keys = JSON.parse(context.sealer.open(device.sealedKeys, keysPurpose)) as Subscription['keys'];
  const status = await post(context, { endpoint: device.endpoint, keys }, payload, note.kind);
  const verdict = classifyAnswer(status);
  if (verdict === 'gone')
    await transaction(context.sql, (tx) => deleteGoneDevice(tx, userId, device.endpoint));
  if (verdict === 'later') throw new Error(`the push service answered ${status}`);
  if (verdict === 'refused') context.log.warn({ status }, 'a push service refused a notification');
}

async function post(
  context: SocialContext,
  subscription: Subscription,
  payload: PushPayload,
  kind: PushKind,
): Promise<number> {
  const mayBePrivate = context.settings.PUSH_PRIVATE_ENDPOINTS;
  // Asked again: the setting may have changed since the device was added. As if the push service did not know it.
  if (findEndpointFault(subscription.endpoint, mayBePrivate) !== undefined) return 410;
  const { publicKey, privateKey } = await getPushKeys(context);
  const subject = context.publicUrl.startsWith('https:') ? context.publicUrl : 'mailto:staff@praca.example';
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: pushTtlSeconds,
    urgency: kind === 'message' ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  });
  const { status } = await safeFetch(request.endpoint, {
    method: 'POST',
    headers: textOf(request.headers),
    body: request.body,
    timeoutMs,
    maximumBytes: maximumAnswerBytes,
    whenTooLarge: 'cut',
    allowPrivate: mayBePrivate,
  });
  return status;
}

const textOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
