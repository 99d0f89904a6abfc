import { pushTtlSeconds, type PhonePush } from './push-service.rules.ts';

/** Maximum size in bytes of a payload as JSON at a phone’s push service. */
export const payloadBytes = 4096;

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
 * Returns the body of a request to FCM. It has no `collapse_key`, which system notifications ignore and which is
 * limited to four per phone. The tag lets a notification replace an earlier one on the screen.
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
      // For apps on Apple’s phones that are registered with Google.
      apns: { headers: deliveryHeaders(push, worldNowMs), payload: { aps: apsOf() } },
    },
  };
}

export function apnsPayload({ title, body, data }: PhonePush): Record<string, unknown> {
  return { ...data, aps: { alert: { title, body }, ...apsOf() } };
}

/** `mutable-content` lets the app fetch the full content from this server before the notification is shown. */
const apsOf = () => ({ sound: 'default', 'mutable-content': 1 });

/** Returns the APNs headers of a notification, without those of the connection and the token. */
export function deliveryHeaders(push: PhonePush, worldNowMs: number): Record<string, string> {
  return {
    'apns-push-type': 'alert',
    'apns-priority': push.isUrgent ? '10' : '5',
    'apns-expiration': String(Math.floor(worldNowMs / 1000) + pushTtlSeconds),
    'apns-collapse-id': push.collapseId,
  };
}
