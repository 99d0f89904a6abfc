import { describeEventNotice } from './describe-event-notice.ts';
import { loadMessages } from '../chat/load-messages.ts';
import type { PushNote, PushPayload } from '../devices/push.rules.ts';
import { pairOf } from '../pairs/pair.rules.ts';
import { areCombined } from '../pairs/pair-state.ts';
import { loadCards } from '../people/load-cards.ts';
import type { ViewerContext } from '../social.context.ts';
import { previewOf } from './notification.rules.ts';

/**
 * What a notification says; undefined where the two are not combined any more, its sender is not to be seen, or its
 * message was read or deleted.
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
