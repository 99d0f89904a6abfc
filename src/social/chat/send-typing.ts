import { transaction } from '../../platform/postgres/transaction.ts';
import { typingEveryMs } from '../live/live.rules.ts';
import { announce, recordUpdates } from '../live/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { requireCombination } from './send-message.ts';

const maximumRemembered = 10_000;
/** By process: a person types on one device at a time. */
const lastMs = new Map<string, number>();

/** Tells the other that somebody types; more often than every few seconds it is not repeated. */
export async function sendTyping(context: SocialContext, userId: string, otherId: string): Promise<void> {
  const key = `${userId} ${otherId}`;
  const nowMs = performance.now();
  if (nowMs - (lastMs.get(key) ?? -Infinity) < typingEveryMs) return;
  await requireCombination(context, context.sql, userId, otherId);
  if (lastMs.size >= maximumRemembered) lastMs.clear();
  lastMs.set(key, nowMs);
  await transaction(context.sql, (tx) =>
    recordUpdates(tx, context, [{ userId: otherId, kind: 'typing', body: { from: userId } }]),
  );
  announce(context, [otherId]);
}
