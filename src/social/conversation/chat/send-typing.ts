import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import type { SocialContext } from '../../social.context.ts';
import { requireCombination } from './require-combination.ts';

/** Minimum time in milliseconds between two typing reports of one chat. */
const typingEveryMs = 2000;
const maximumRemembered = 10_000;
/** Per process, because a person types on one device at a time. */
const reportedMs = new Map<string, number>();

/**
 * Reports to the other user that the caller is typing. Repeats within `typingEveryMs` get the same answer without a
 * report. The combination is checked each time, so that the answer does not reveal a former combination.
 */
export async function sendTyping(context: SocialContext, userId: string, otherId: string): Promise<void> {
  await requireCombination(context, context.sql, userId, otherId);
  const key = `${userId} ${otherId}`;
  const nowMs = performance.now();
  if (nowMs - (reportedMs.get(key) ?? Number.NEGATIVE_INFINITY) < typingEveryMs) return;
  if (reportedMs.size >= maximumRemembered) reportedMs.clear();
  reportedMs.set(key, nowMs);
  await transaction(context.sql, (tx) =>
    recordUpdates(tx, context, [{ userId: otherId, kind: 'typing', body: { from: userId } }]),
  );
  announceUpdates(context, [otherId]);
}
