import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { PhoneServices } from '../push/open-phone-services.ts';
import { pushAttempts, pushServiceOf, waitAfterMs, type PushVerdict } from '../push/push-service.rules.ts';
import { dataOf, wordsOf } from '../push/push-words.rules.ts';
import type { SocialContext, Viewer } from '../../social.context.ts';
import { keysPurpose } from './change-devices.ts';
import { deleteGoneDevice, findDevice, findDevicesToNotify, type DeviceRow } from './device.store.ts';
import { pushKinds, switchOf, type PushNote, type PushPayload, type Subscription } from './push.rules.ts';
import { addPushJob, collapseIdOf, pushJobName, type PushJob, type PushJobName } from './schedule-push.ts';
import { sendWebPush } from './send-web-push.ts';

/** Returns the content of a notification at the time of sending, or undefined if it is no longer relevant. */
export type DescribeNotification = (viewer: Viewer, note: PushNote) => Promise<PushPayload | undefined>;

export interface PushSender {
  context: SocialContext;
  services: PhoneServices;
  describe: DescribeNotification;
  observe(platform: string, verdict: PushVerdict): void;
}

/**
 * Notifies one device, unless its session has ended, or its user has connected, read the message or turned
 * notifications off since. Attempts that the push service defers are delayed; exceptions are retried by the queue.
 */
export async function sendPush(sender: PushSender, jobName: PushJobName, job: PushJob): Promise<void> {
  const { context } = sender;
  const { userId, deviceId, note } = job;
  const due = await findDevicesToNotify(context.sql, userId, switchOf(note), context.clock.now());
  const session = due.find((device) => device.deviceId === deviceId);
  if (!session) return;
  const payload = await sender.describe({ userId, sessionId: session.sessionId }, note);
  // Read last, so that a user who signs out during the other reads is not notified.
  const device = payload && (await findDevice(context.sql, userId, deviceId));
  if (!device) return;
  // The device has moved to another endpoint. Its server must not block the lane of this job.
  if (pushJobName(device) !== jobName)
    return transaction(context.sql, async (tx) => addPushJob(tx, context, device, job));
  const verdict = await attempt(sender, device, note, payload);
  sender.observe(device.platform, verdict);
  await conclude(sender, job, device, verdict);
}

async function attempt(
  sender: PushSender,
  device: DeviceRow,
  note: PushNote,
  payload: PushPayload,
): Promise<PushVerdict> {
  const isKnown = pushServiceOf(device.platform, device.endpoint) !== 'other';
  const rests = isKnown ? sender.services.rests : sender.services.otherRests;
  const service = device.platform === 'web' ? originOf(device.endpoint) : device.platform;
  const restMs = rests.remainingMs(service);
  if (restMs > 0) return { kind: 'later', reason: 'resting', afterMs: restMs };
  const verdict = await hand(sender, device, note, payload);
  if (verdict.kind !== 'later') rests.end(service);
  else if (verdict.everything) rests.begin(service, verdict.afterMs);
  return verdict;
}

async function hand(
  { context, services }: PushSender,
  device: DeviceRow,
  note: PushNote,
  payload: PushPayload,
): Promise<PushVerdict> {
  const { platform, endpoint } = device;
  const common = { isUrgent: pushKinds[note.kind].isUrgent, collapseId: collapseIdOf(note) };
  if (platform === 'web') {
    if (!device.sealedKeys) return { kind: 'gone' };
    const keys = JSON.parse(context.sealer.open(device.sealedKeys, keysPurpose)) as Subscription['keys'];
    return sendWebPush(context, { subscription: { endpoint, keys }, payload, ...common });
  }
  const service = services[platform];
  if (!service) return { kind: 'refused', reason: 'not set up' };
  return service.send({
    token: endpoint,
    environment: device.environment === 'sandbox' ? 'sandbox' : 'production',
    ...wordsOf(payload, device.language, context.settings.PUSH_TEXT),
    data: dataOf(payload),
    ...common,
  });
}

async function conclude(
  { context }: PushSender,
  job: PushJob,
  device: DeviceRow,
  verdict: PushVerdict,
): Promise<void> {
  const { platform, endpoint, registeredAt } = device;
  if (verdict.kind === 'refused')
    context.log.warn({ platform, reason: verdict.reason }, 'a push service refused a notification');
  // If the app has registered since then, its token is valid again.
  if (verdict.kind === 'gone' && registeredAt.getTime() <= (verdict.sinceMs ?? Number.POSITIVE_INFINITY))
    await transaction(context.sql, (tx) => deleteGoneDevice(tx, job.userId, endpoint, registeredAt));
  if (verdict.kind !== 'later') return;
  const attempts = (job.attempts ?? 0) + 1;
  if (attempts >= pushAttempts) {
    context.log.warn(
      { platform, reason: verdict.reason },
      'a notification failed too often and is not retried',
    );
    return;
  }
  const waitMs = waitAfterMs(attempts, verdict.afterMs, Math.random());
  const runAt = new Date(context.clock.nowMs() + waitMs);
  await transaction(context.sql, async (tx) =>
    addPushJob(tx, context, device, { ...job, attempts }, { runAt }),
  );
}

const originOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint);
