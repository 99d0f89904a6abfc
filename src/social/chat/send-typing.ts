import { transaction } from '../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { requireCombination } from './send-message.ts';

/** At most one report in this time for each chat. */
const typingEveryMs = 2000;
const maximumRemembered = 10_000;
/** By process: a person types on one device at a time. */
const reports = new Map<string, { atMs: number; outcome: Promise<void> }>();

/** Tells the other that somebody types; more often than every few seconds it is not repeated, and answered the same. */
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
