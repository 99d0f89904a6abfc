import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/transaction.ts';
import { areCombined } from '../combinations/pair-state.ts';
import { schedulePush } from '../devices/schedule-push.ts';
import { announce, recordUpdates } from '../live/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { pairOf, viewMessage, type MessageView } from './chat.rules.ts';
import { findMessageByClientId, insertMessage } from './chat.store.ts';

export interface MessageInput {
  message: string;
  clientId: string | null;
}

export async function requireCombination(
  context: SocialContext,
  sql: SocialContext['sql'] | Tx,
  userId: string,
  otherId: string,
): Promise<void> {
  if (!(await areCombined(sql, userId, otherId, context.clock.now()))) throw problem('not_combined');
}

/** Writes a message and tells both sides. The same client id again: the same message, and nobody is told twice. */
export async function sendMessage(
  context: SocialContext,
  userId: string,
  otherId: string,
  input: MessageInput,
): Promise<MessageView> {
  const pair = pairOf(userId, otherId);
  const fromLow = userId === pair.lowId;
  try {
    const id = await transaction(context.sql, async (tx) => {
      await requireCombination(context, tx, userId, otherId);
      const { message: body, clientId } = input;
      const written = await insertMessage(tx, {
        ...pair,
        id: newId(context.clock.nowMs()),
        fromLow,
        clientId,
        body,
      });
      const message = { ...pair, id: written };
      await recordUpdates(tx, context, [
        { userId: otherId, kind: 'message', message },
        { userId, kind: 'message', message },
      ]);
      await schedulePush(tx, context, otherId, { kind: 'message', fromId: userId, messageId: written });
      return written;
    });
    announce(context, [otherId, userId]);
    const fresh = { readAt: null, deletedAt: null, hiddenFromLow: false, hiddenFromHigh: false };
    return viewMessage(
      { ...pair, ...fresh, id, fromLow, clientId: input.clientId, body: input.message },
      userId,
    );
  } catch (error) {
    if (input.clientId === null || !isUniqueViolation(error, 'messages_by_client_id')) throw error;
    const before = await findMessageByClientId(context.sql, pair, fromLow, input.clientId);
    if (!before) throw error;
    return viewMessage(before, userId);
  }
}
