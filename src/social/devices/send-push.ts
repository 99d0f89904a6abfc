import webPush from 'web-push';
import { safeFetch } from '../../platform/outbound/safe-fetch.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { pairOf } from '../pairs/pair.rules.ts';
import { loadMessages } from '../chat/load-messages.ts';
import { loadCards } from '../profiles/cards.ts';
import type { SocialContext } from '../social.context.ts';
import { keysPurpose } from './change-devices.ts';
import { findEndpointFault } from './check-endpoint.ts';
import { deleteGoneDevice, findDevice, findDevicesToRing } from './device.store.ts';
import { getPushKeys } from './push-keys.ts';
import { judgeAnswer, previewOf, pushLivesSeconds, type PushNote, type Subscription } from './push.rules.ts';
import type { PushJob } from './schedule-push.ts';

const timeoutMs = 10_000;

/** Only the status matters; what a push service writes besides is not kept. */
const maximumAnswerBytes = 4096;

/** Rings one device, unless its user has come, has read, or has changed the mind meanwhile. Throws to be tried again. */
export async function sendPush(context: SocialContext, { userId, deviceId, note }: PushJob): Promise<void> {
  const due = await findDevicesToRing(context.sql, userId, note.kind, context.clock.now());
  const device = due.includes(deviceId) ? await findDevice(context.sql, userId, deviceId) : undefined;
  const payload = device && (await describe(context, userId, note));
  if (!device || !payload) return;
  const keys = JSON.parse(context.sealer.open(device.sealedKeys, keysPurpose)) as Subscription['keys'];
  const status = await post(context, { endpoint: device.endpoint, keys }, payload, note.kind);
  const verdict = judgeAnswer(status);
  if (verdict === 'gone')
    await transaction(context.sql, (tx) => deleteGoneDevice(tx, userId, device.endpoint));
  if (verdict === 'later') throw new Error(`the push service answered ${status}`);
  if (verdict === 'refused') context.log.warn({ status }, 'a push service refused a notification');
}

async function describe(
  context: SocialContext,
  userId: string,
  note: PushNote,
): Promise<Record<string, string> | undefined> {
  const [card] = await loadCards(context, userId, [note.fromId]);
  if (!card) return undefined;
  if (note.kind === 'combination')
    return { type: 'combination', from: note.fromId, name: card.name, image: card.image };
  const reference = { ...pairOf(userId, note.fromId), id: note.messageId, viewerId: userId };
  const [message] = await loadMessages(context.sql, [reference]);
  if (!message || message.deleted || message.read_at !== null) return undefined;
  return {
    type: 'message',
    from: note.fromId,
    name: card.name,
    image: card.image,
    id: message.id,
    message: previewOf(message.message),
  };
}

async function post(
  context: SocialContext,
  subscription: Subscription,
  payload: Record<string, string>,
  topic: string,
): Promise<number> {
  const mayBePrivate = context.settings.PUSH_PRIVATE_ENDPOINTS;
  // Asked again: the setting may have changed since the device was added.
  if (findEndpointFault(subscription.endpoint, mayBePrivate) !== undefined) return 410;
  const { publicKey, privateKey } = await getPushKeys(context);
  const subject = context.publicUrl.startsWith('https:') ? context.publicUrl : 'mailto:staff@praca.example';
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: pushLivesSeconds,
    urgency: topic === 'message' ? 'high' : 'normal',
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
