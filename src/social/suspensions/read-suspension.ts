import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import * as store from './suspension.store.ts';

export type { Suspension } from './suspension.store.ts';

/** The suspension that is in force now. One that has ended by its date is none. */
export async function readSuspension(
  sql: Sql | Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<store.Suspension | undefined> {
  return store.findSuspension(sql, userId, context.clock.now());
}

/** Under the lock of the user's row, with the act that says why; null ends it. */
export async function writeSuspension(
  tx: Tx,
  userId: string,
  suspension: { until: Date | null; actId: string } | null,
): Promise<void> {
  await (suspension
    ? store.setSuspension(tx, userId, suspension.until, suspension.actId)
    : store.clearSuspension(tx, userId));
}
