import type { Tx } from '../../../platform/postgres/client/database.ts';
import { recordAct } from '../enforcement/record-act.ts';
import type { SocialContext } from '../../social.context.ts';
import type { Bar } from '../../access/suspensions/bar-identity.ts';
import {
  readSuspension,
  writeSuspension,
  type Suspension,
} from '../../access/suspensions/read-suspension.ts';

/** Suspends a new account at the first sign-in of a barred identity. The suspension continues and can be appealed. */
export async function carrySuspension(
  tx: Tx,
  context: SocialContext,
  userId: string,
  { until, reason, staffId }: Bar,
): Promise<Suspension | undefined> {
  const { act } = await recordAct(tx, context, {
    userId,
    kind: 'suspend',
    staffId,
    reason,
    until,
    note: 'Another account of this identity is suspended, or was when it was erased.',
  });
  await writeSuspension(tx, userId, { until, actId: act.id });
  return readSuspension(tx, context, userId);
}
