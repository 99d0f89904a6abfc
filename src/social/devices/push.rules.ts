export type PushKind = 'message' | 'combination';

/** What a device is told, and what a client needs to open the right page. */
export type PushNote =
  | { kind: 'message'; fromId: string; messageId: string }
  | { kind: 'combination'; fromId: string };

/** Of a Web Push subscription, as a browser gives it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export const devicesPerUser = 20;
/** What a push service keeps for a device that is off. */
export const pushLivesSeconds = 24 * 60 * 60;
/** Payloads are padded and encrypted into one record of at most 4 096 bytes. */
export const previewLength = 200;

export function previewOf(text: string): string {
  const characters = Array.from(text);
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength - 1).join('')}…`;
}

/** What a push service's answer means for the device. */
export function judgeAnswer(status: number): 'delivered' | 'gone' | 'refused' | 'later' {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  // Too many, or a fault on its side: worth another try. Everything else would be refused again.
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
