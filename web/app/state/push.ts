import { randomId } from '@praca/client';
import { api } from './api.ts';
import { keptStore } from './known.ts';

/** Device id of this browser on the server, set while push notifications are on. */
const device = keptStore<string | undefined>('push.device', undefined);

export type PushState = 'on' | 'off' | 'refused' | 'impossible';

const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.getRegistration('/app'))?.pushManager.getSubscription() ?? null;

export async function readPush(): Promise<PushState> {
  if (!canPush()) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return device.get() !== undefined && (await findSubscription()) ? 'on' : 'off';
}

/**
 * Asks for permission, subscribes at the browser's push service and registers the device. Must be called from a user
 * action.
 */
export async function subscribe(userId: string): Promise<PushState> {
  if (!canPush()) return 'impossible';
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  const { public_key: key } = await api.get('/push/key');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const deviceId = device.get() ?? randomId();
  await api.put('/user/{userId}/devices/{deviceId}', {
    path: { userId, deviceId },
    body: { platform: 'web', endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
  });
  device.set(deviceId);
  return 'on';
}

export async function unsubscribe(userId: string): Promise<PushState> {
  const deviceId = device.get();
  if (deviceId !== undefined)
    await api.delete('/user/{userId}/devices/{deviceId}', { path: { userId, deviceId } });
  device.set(undefined);
  await forgetPush();
  return 'off';
}

/** Removes the local subscription at the end of a session. The server removes the device by itself. */
export async function forgetPush(): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration('/app');
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

export async function closeNotifications(tag: string): Promise<void> {
  if (!canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration('/app');
  for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close();
}
