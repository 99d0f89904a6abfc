import type { PushSwitch } from '../push/push-service.rules.ts';
import type { EventNotice } from '../updates/update.rules.ts';

/** Subject of a notification. Its text is made when it is sent. */
export type PushNote =
  | { kind: 'message'; fromId: string; messageId: string }
  | { kind: 'combination'; fromId: string }
  /** `waited`: the user is on the waiting list and has no seat. */
  | { kind: 'event'; eventId: number; notice: EventNotice; waited?: true }
  | { kind: 'notice'; noticeId: string; act: string }
  | { kind: 'report'; reportId: string };
export type PushKind = PushNote['kind'];

interface KindRule {
  /** Setting that turns this kind off, in addition to notificationAlert. */
  by: PushSwitch;
  /** Whether it wakes a sleeping phone. */
  isUrgent: boolean;
}

/** A new kind needs its note above, its line here, its payload in describeNotification and its texts. */
export const pushKinds: Readonly<Record<PushKind, KindRule>> = {
  message: { by: 'newMessage', isUrgent: true },
  combination: { by: 'newCombination', isUrgent: false },
  event: { by: 'none', isUrgent: false },
  notice: { by: 'always', isUrgent: false },
  report: { by: 'always', isUrgent: false },
};

/** A cancellation is sent even if notifications are off, so that people do not go to the event in vain. */
export const switchOf = (note: PushNote): PushSwitch =>
  note.kind === 'event' && note.notice === 'cancelled' ? 'always' : pushKinds[note.kind].by;

/** Required fields of a browser’s Web Push subscription. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export type PushPayload = Record<string, string>;

export const devicesPerUser = 20;

/** Maximum number of queued notifications of messages and combinations per device. Further ones are dropped. */
export const mostWaitingPerDevice = 20;
