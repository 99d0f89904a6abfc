import { transaction } from '../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { requireCombination } from './require-combination.ts';

/** At most one report in this time for each chat. */
const typingEveryMs = 2000;
const maximumRemembered = 10_000;
/** By process: a person types on one device at a time. */
const reports = new Map<string, { atMs: number; outcome: Promise<void> }>();

/** Reports typing to the other. Again within a few seconds, it is answered like the first and not reported anew. */
export async function sendTyping(context: SocialContext, userId: string, otherId: string): Promise<void> {
  const key = `${userId} ${otherId}`;
  const nowMs = performance.now();
  const last = reports.get(key);
  if (last && nowMs - last.atMs < typingEveryMs) return last.outcome;
  if (reports.size >= maximumRemembered) reports.clear();
  const outcome = report(context, userId, otherId);
  reports.set(key, { atMs: nowMs, outcome });
  return outcome;
}

async function report(context: SocialContext, userId: string, otherId: string): Promise<void> {
  await requireCombination(context, context.sql, userId, otherId);
  await transaction(context.sql, (tx) =>
    recordUpdates(tx, context, [{ userId: otherId, kind: 'typing', body: { from: userId } }]),
  );
  announceUpdates(context, [otherId]);
}
