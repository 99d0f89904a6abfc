import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import * as store from './suspension.store.ts';

export type { Suspension } from './suspension.store.ts';

/** Returns the suspension that is in force now. An expired one counts as none. */
export async function readSuspension(
  sql: Sql | Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<store.Suspension | undefined> {
  return store.findSuspension(sql, userId, context.clock.now());
}

/** Stores a suspension with the act that states its reason. Null ends it. Requires the lock of the user's row. */
export async function writeSuspension(
  tx: Tx,
  userId: string,
  suspension: { until: Date | null; actId: string } | null,
): Promise<void> {
  await (suspension
    ? store.setSuspension(tx, userId, suspension.until, suspension.actId)
    : store.clearSuspension(tx, userId));
}
