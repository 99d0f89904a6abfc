import { pushTtlSeconds, type PhonePush } from './push-service.rules.ts';

/** What a phone's push service takes at most, for its payload as JSON. */
export const payloadBytes = 4096;

/** The body of a request to FCM. */
export interface FcmRequest {
  message: {
    token: string;
    notification: { title: string; body: string };
    data: Record<string, string>;
    android: {
      priority: 'HIGH' | 'NORMAL';
      ttl: string;
      notification: { tag: string };
    };
    apns: { headers: Record<string, string>; payload: { aps: Record<string, unknown> } };
  };
}

/**
 * No `collapse_key`: it is passed over where a notification is shown by the system, and a phone may have four at a time
 * only. The tag has one notification on the screen take the place of another.
 */
export function fcmRequest(push: PhonePush, worldNowMs: number): FcmRequest {
  return {
    message: {
      token: push.token,
      notification: { title: push.title, body: push.body },
      data: push.data,
      android: {
        priority: push.isUrgent ? 'HIGH' : 'NORMAL',
        ttl: `${pushTtlSeconds}s`,
        notification: { tag: push.collapseId },
      },
      // For apps on Apple's phones that are registered with Google.
      apns: { headers: deliveryHeaders(push, worldNowMs), payload: { aps: apsOf() } },
    },
  };
}

export function apnsPayload({ title, body, data }: PhonePush): Record<string, unknown> {
  return { ...data, aps: { alert: { title, body }, ...apsOf() } };
}

/** `mutable-content`: the app may fetch from us what the notification does not say, before it is shown. */
const apsOf = () => ({ sound: 'default', 'mutable-content': 1 });

/** How APNs delivers it: what belongs to its connection and its token comes besides. */
export function deliveryHeaders(push: PhonePush, worldNowMs: number): Record<string, string> {
  return {
    'apns-push-type': 'alert',
    'apns-priority': push.isUrgent ? '10' : '5',
    'apns-expiration': String(Math.floor(worldNowMs / 1000) + pushTtlSeconds),
    'apns-collapse-id': push.collapseId,
  };
}
