import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, fetch } from 'undici';
import webPush from 'web-push';
import { transaction } from '../../platform/postgres/transaction.ts';
import { pairOf } from '../chat/chat.rules.ts';
import { loadMessages } from '../chat/load-messages.ts';
import { loadCards } from '../profiles/cards.ts';
import type { SocialContext } from '../social.context.ts';
import { keysPurpose } from './change-devices.ts';
import { findEndpointFault, isPublicAddress } from './check-endpoint.ts';
import { deleteGoneDevice, findDevice, findDevicesToRing } from './device.store.ts';
import { getPushKeys } from './push-keys.ts';
import { judgeAnswer, previewOf, pushLivesSeconds, type PushNote, type Subscription } from './push.rules.ts';
import type { PushJob } from './schedule-push.ts';

const timeoutMs = 10_000;

/** Connects to no address that is not public, whatever a name means at that moment. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const closed = addresses.find(({ address }) => !isPublicAddress(address));
    if (closed) return callback(new Error('the endpoint has no public address'), '');
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  });
};
const publicAgent = new Agent({ connect: { lookup: publicLookup, timeout: timeoutMs } });
const anyAgent = new Agent({ connect: { timeout: timeoutMs } });

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
  const answer = await fetch(request.endpoint, {
    method: 'POST',
    headers: request.headers as Record<string, string>,
    body: request.body,
    redirect: 'manual',
    dispatcher: mayBePrivate ? anyAgent : publicAgent,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  return answer.status;
}
