import { transaction } from '../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { requireCombination } from './require-combination.ts';

/** At most one report in this time for each chat. */
const typingEveryMs = 2000;
const maximumRemembered = 10_000;
/** By process: a person types on one device at a time. */
const reportedMs = new Map<string, number>();

/**
 * Reports typing to the other. Again within a few seconds, it is answered like the first and not reported anew; whether
 * the two are combined is asked each time, for nobody may see by the answer that they were a moment ago.
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
