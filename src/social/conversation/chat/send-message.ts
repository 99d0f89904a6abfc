import { newId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import { addPushJobs, findNotifiedDevices } from '../../delivery/devices/schedule-push.ts';
import { countUse, withinLimit } from '../../access/limits/count-use.ts';
import { announceUpdates, recordGiven } from '../../delivery/updates/record-update.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { pairOf } from '../../people/pairs/pair.rules.ts';
import { viewMessage, type MessageView } from './chat.rules.ts';
import { findMessageByClientId, insertMessage } from './chat.store.ts';
import { requireCombination } from './require-combination.ts';

export interface MessageInput {
  message: string;
  clientId: string | null;
}

/** Writes a message and notifies both users. A repeated client id returns the same message and notifies neither. */
export async function sendMessage(
  context: SocialContext,
  userId: string,
  otherId: string,
  input: MessageInput,
): Promise<MessageView> {
  const pair = pairOf(userId, otherId);
  const fromLow = userId === pair.lowId;
  try {
    const id = await withinLimit(context, userId, 'message', () =>
      writeMessage(context, userId, otherId, input),
    );
    announceUpdates(context, [otherId, userId]);
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

/** Writes the message in one statement. If a device must be notified, its job and the message share a transaction. */
async function writeMessage(
  context: SocialContext,
  userId: string,
  otherId: string,
  { message: body, clientId }: MessageInput,
): Promise<string> {
  const { sql } = context;
  await requireCombination(context, sql, userId, otherId);
  const pair = pairOf(userId, otherId);
  const write = async (tag: Sql | Tx): Promise<string> => {
    const message = {
      ...pair,
      id: newId(context.clock.nowMs()),
      fromLow: userId === pair.lowId,
      clientId,
      body,
    };
    const count = (from: Query) => countUse(tag, context, userId, 'message', from);
    const id = await insertMessage(tag, message, recordGiven(tag, context), count);
    if (id === undefined) throw problem('not_combined');
    return id;
  };
  const deviceIds = await findNotifiedDevices(sql, context, otherId, 'message');
  if (deviceIds.length === 0) return write(sql);
  return transaction(sql, async (tx) => {
    const id = await write(tx);
    addPushJobs(tx, context, otherId, deviceIds, { kind: 'message', fromId: userId, messageId: id });
    return id;
  });
}
