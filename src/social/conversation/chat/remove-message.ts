import type { Tx } from '../../../platform/postgres/client/database.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import { isUnread, senderOf } from './chat.rules.ts';
import { decrementUnread, leaveTombstone, lockChat, lockMessage } from './chat.store.ts';

/**
 * Deletes a message on behalf of staff, as if its author had deleted it, also in closed chats. Returns undefined if the
 * message no longer exists; otherwise call the result after the commit.
 */
export async function removeMessage(
  tx: Tx,
  context: SocialContext,
  authorId: string,
  otherId: string,
  messageId: string,
): Promise<(() => void) | undefined> {
  const pair = pairOf(authorId, otherId);
  const chat = await lockChat(tx, pair);
  const message = chat && (await lockMessage(tx, pair, messageId));
  if (!message || message.deletedAt !== null || senderOf(message) !== authorId) return undefined;
  if (isUnread(message, chat)) await decrementUnread(tx, message);
  await leaveTombstone(tx, message, context.clock.now());
  const reference = { ...pair, id: message.id };
  const both = [otherId, authorId];
  await recordUpdates(
    tx,
    context,
    both.map((userId) => ({ userId, kind: 'message', message: reference })),
  );
  return () => announceUpdates(context, both);
}
