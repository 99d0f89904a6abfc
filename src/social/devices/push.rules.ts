export type PushKind = 'message' | 'combination';

/** What a notification is about. What it says is put together when it is sent. */
export type PushNote =
  | { kind: 'message'; fromId: string; messageId: string }
  | { kind: 'combination'; fromId: string };

/** What is needed of a browser's Web Push subscription. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** What a notification says to the client's service worker. */
export type PushPayload = Record<string, string>;

export const devicesPerUser = 20;
/** How long a push service keeps a notification for a device that is off. */
export const pushTtlSeconds = 24 * 60 * 60;

/** What to do about a push service's answer. */
export function classifyAnswer(status: number): 'delivered' | 'gone' | 'refused' | 'later' {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  // Too many, or a fault on its side: worth another try. Everything else would be refused again.
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
