import { isId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import { isHiddenFrom, noId, senderOf, isUnread } from './chat.rules.ts';
import {
  leaveTombstone,
  clearChat,
  decrementUnread,
  hideMessage,
  lockChat,
  lockMessage,
} from './chat.store.ts';
import { requireCombination } from './require-combination.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/**
 * Deletes one message and returns how many changed. An own message leaves a tombstone for both; a received one is
 * hidden for the caller.
 */
export async function deleteMessage(
  context: SocialContext,
  userId: string,
  otherId: string,
  messageId: string,
): Promise<number> {
  const pair = pairOf(userId, otherId);
  const notified = await transaction(context.sql, async (tx) => {
    await requireCombination(context, tx, userId, otherId);
    const chat = isId(messageId) ? await lockChat(tx, pair) : undefined;
    const message = chat && (await lockMessage(tx, pair, messageId));
    const clearedId = userId === pair.lowId ? chat?.lowClearedId : chat?.highClearedId;
    if (!message || message.id <= (clearedId ?? noId))
      throw problem('not_found', { say: socialWords.noSuchMessage });
    if (isHiddenFrom(message, userId) || message.deletedAt !== null) return [];
    if (isUnread(message, chat)) await decrementUnread(tx, message);
    const own = senderOf(message) === userId;
    if (own) await leaveTombstone(tx, message, context.clock.now());
    else await hideMessage(tx, message, userId === pair.lowId);
    const audience = own ? [otherId, userId] : [userId];
    const reference = { ...pair, id: message.id };
    await recordUpdates(
      tx,
      context,
      audience.map((id) => ({ userId: id, kind: 'message', message: reference })),
    );
    return audience;
  });
  announceUpdates(context, notified);
  return notified.length === 0 ? 0 : 1;
}

/** Empties the chat for the caller only, on all devices. Returns how many messages disappeared. */
export async function deleteWholeChat(
  context: SocialContext,
  userId: string,
  otherId: string,
): Promise<number> {
  const pair = pairOf(userId, otherId);
  const isLow = userId === pair.lowId;
  const count = await transaction(context.sql, async (tx) => {
    await requireCombination(context, tx, userId, otherId);
    const chat = await lockChat(tx, pair);
    const clearedId = (isLow ? chat?.lowClearedId : chat?.highClearedId) ?? noId;
    const upToId = chat?.lastMessageId ?? noId;
    if (upToId <= clearedId) return undefined;
    const cleared = await clearChat(tx, pair, { isLow, clearedId, upToId });
    await recordUpdates(tx, context, [
      { userId, kind: 'chat_emptied', body: { userId: otherId, upTo: upToId } },
    ]);
    return cleared;
  });
  if (count !== undefined) announceUpdates(context, [userId]);
  return count ?? 0;
}
