import type { PushSwitch } from '../push/push-service.rules.ts';
import type { EventNotice } from '../updates/update.rules.ts';

/** What a notification is about. What it says is put together when it is sent. */
export type PushNote =
  | { kind: 'message'; fromId: string; messageId: string }
  | { kind: 'combination'; fromId: string }
  /** `waited`: for a place, and has none. */
  | { kind: 'event'; eventId: number; notice: EventNotice; waited?: true }
  | { kind: 'notice'; noticeId: string; act: string }
  | { kind: 'report'; reportId: string };
export type PushKind = PushNote['kind'];

interface KindRule {
  /** Which setting of the user turns it off, besides notificationAlert. */
  by: PushSwitch;
  /** Wakes a phone that sleeps. */
  isUrgent: boolean;
}

/** Whoever adds a kind adds its note above, its line here, its payload in describeNotification and its words. */
export const pushKinds: Readonly<Record<PushKind, KindRule>> = {
  message: { by: 'newMessage', isUrgent: true },
  combination: { by: 'newCombination', isUrgent: false },
  event: { by: 'none', isUrgent: false },
  notice: { by: 'always', isUrgent: false },
  report: { by: 'always', isUrgent: false },
};

/** A cancelled event is told even if notifications are off: people would go there. */
export const switchOf = (note: PushNote): PushSwitch =>
  note.kind === 'event' && note.notice === 'cancelled' ? 'always' : pushKinds[note.kind].by;

/** What is needed of a browser's Web Push subscription. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** What a notification says to the client's service worker. */
export type PushPayload = Record<string, string>;

export const devicesPerUser = 20;

/** Notifications of messages and combinations that wait for one device; what comes beyond that is dropped. */
export const mostWaitingPerDevice = 20;
