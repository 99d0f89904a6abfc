import { loadMessages } from '../../conversation/chat/load-messages.ts';
import type { PushNote, PushPayload } from '../../delivery/devices/push.rules.ts';
import { findEventOfUser } from '../../events/list-events.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import { areCombined } from '../../people/pairs/pair-state.ts';
import { loadCards } from '../../people/load-cards.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';

/** Characters of a message that are shown. Payloads are padded and encrypted into one record of at most 4 096 bytes. */
const previewLength = 200;

/**
 * Returns the content of a notification. Undefined if the two users are no longer combined, the viewer may not see the
 * sender, or the message was read or deleted.
 */
export async function describeNotification(
  context: ViewerContext,
  userId: string,
  note: PushNote,
): Promise<PushPayload | undefined> {
  if (note.kind === 'event') return describeEventNotice(context, userId, note);
  if (note.kind === 'notice') return { type: 'notice', id: note.noticeId, act: note.act };
  if (note.kind === 'report') return { type: 'report', id: note.reportId };
  if (!(await areCombined(context.sql, userId, note.fromId, context.clock.now()))) return undefined;
  const [card] = await loadCards(context, userId, [note.fromId]);
  if (!card) return undefined;
  const sender = { from: note.fromId, name: card.name, image: card.image };
  if (note.kind === 'combination') return { type: 'combination', ...sender };
  const reference = { ...pairOf(userId, note.fromId), id: note.messageId, viewerId: userId };
  const [message] = await loadMessages(context.sql, [reference]);
  if (!message || message.deleted || message.read_at !== null) return undefined;
  return { type: 'message', ...sender, id: message.id, message: previewOf(message.message) };
}

/**
 * Returns the content of a notice about an event. Undefined if the user neither takes part nor was on the waiting list,
 * or if the event is over. If the event was cancelled, only the notice of that is described. A reminder of the day
 * before is undefined once the event has begun.
 */
async function describeEventNotice(
  context: SocialContext,
  userId: string,
  { eventId, notice, waited }: Extract<PushNote, { kind: 'event' }>,
): Promise<PushPayload | undefined> {
  const event = await findEventOfUser(context, eventId, userId);
  if (!event || !(event.isConfirmed || waited === true)) return undefined;
  const end = notice === 'tomorrow' ? event.startsAt : event.endsAt;
  const isOff = event.status === 'EventCancelled' && notice !== 'cancelled';
  if (isOff || end.getTime() <= context.clock.nowMs()) return undefined;
  return {
    type: 'event',
    eventId: String(eventId),
    notice,
    name: event.name,
    startDate: event.startsAt.toISOString(),
  };
}

export function previewOf(text: string): string {
  const characters = Array.from(text);
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength - 1).join('')}…`;
}
