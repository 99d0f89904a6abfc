import type { Tx } from '../../platform/postgres/client/database.ts';
import { schedulePush } from '../devices/schedule-push.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import type { SocialContext } from '../social.context.ts';

/** In the transaction that combined the two, so that each side is notified exactly once. Call the answer after the commit. */
export async function notifyCombination(
  tx: Tx,
  context: SocialContext,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<() => void> {
  const body = (userId: string) => ({ userId, combined_at: now.toISOString() });
  await recordUpdates(tx, context, [
    { userId: one, kind: 'combination', body: body(other) },
    { userId: other, kind: 'combination', body: body(one) },
  ]);
  await schedulePush(tx, context, one, { kind: 'combination', fromId: other });
  await schedulePush(tx, context, other, { kind: 'combination', fromId: one });
  return () => announceUpdates(context, [one, other]);
}
