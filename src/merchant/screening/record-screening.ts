import { isId, newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { staffActor } from '../audit/audit.rules.ts';
import { recordAction } from '../audit/record-action.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { screenPayout } from '../payouts/control/screen-payout.ts';
import type { PayoutOwners } from '../payouts/payout-owner.ts';
import { payoutsChannel } from '../payouts/request-payout.ts';
import type { ScreeningReply } from '../screeners/open-screener.ts';
import { pauseAfterMs } from '../screeners/screener.rules.ts';
import {
  insertScreening,
  lockScreening,
  saveScreening,
  setOutputScreening,
  type Screening,
  type Unscreened,
} from './screening.store.ts';

export type ScreeningContext = Pick<MerchantContext, 'sql' | 'clock' | 'log' | 'signals'>;

/** Whom a decision of the service is signed with. */
const service = 'screening';

/** From here on it is asked about. */
export async function beginScreening(
  context: ScreeningContext,
  owners: PayoutOwners,
  unscreened: Unscreened,
): Promise<void> {
  const now = context.clock.now();
  const id = newId(now.getTime());
  await transaction(context.sql, async (tx) => {
    if (!(await insertScreening(tx, id, unscreened, now))) return;
    const screening = await lockScreening(tx, id);
    if (screening) await apply(tx, context, owners, screening, 'pending');
  });
}

/**
 * Writes down what was answered. The first answer that is written counts: one that comes when somebody has decided
 * already is too late, whatever it says. No answer holds the coins for staff, and it is asked again.
 */
export async function recordReply(
  context: ScreeningContext,
  owners: PayoutOwners,
  id: string,
  reply: ScreeningReply,
): Promise<void> {
  const now = context.clock.now();
  const recorded = await transaction(context.sql, async (tx) => {
    const screening = await lockScreening(tx, id);
    if (!screening || screening.decided_by !== null) return undefined;
    const attempts = screening.attempts + 1;
    const status = 'fault' in reply ? 'review' : reply.decision;
    const change =
      'fault' in reply
        ? { decided_by: null, due_at: new Date(now.getTime() + pauseAfterMs(screening.attempts)) }
        : { decided_by: service, due_at: null };
    const reason = 'fault' in reply ? `no answer: ${reply.fault}` : reply.reason;
    await saveScreening(tx, id, { status, reason, attempts, ...change }, now);
    if (status !== screening.status) await apply(tx, context, owners, screening, status);
    return { ...screening, status };
  });
  if (!recorded) return;
  if (recorded.status !== 'allow') logHeld(context, recorded, reply);
  wake(context, recorded);
}

export type StaffOutcome = 'done' | 'already' | 'unknown' | 'decided';

/**
 * Staff decide what waits, with or without an answer, and may allow coins that were denied. What was allowed stays so,
 * and a payout that was denied has ended.
 */
export async function decideScreening(
  context: ScreeningContext,
  owners: PayoutOwners,
  input: { id: string; decision: 'allow' | 'deny'; by: string; reason: string | null },
  recorded?: Beside,
): Promise<StaffOutcome> {
  if (!isId(input.id)) return 'unknown';
  const { id, decision, reason } = input;
  let decided: Screening | undefined;
  const outcome = await transaction(context.sql, async (tx): Promise<StaffOutcome> => {
    const screening = await lockScreening(tx, id);
    if (!screening) return 'unknown';
    if (screening.status === decision) return 'already';
    if (screening.status === 'allow') return 'decided';
    if (screening.status === 'deny' && screening.direction === 'out') return 'decided';
    const by = staffActor(input.by);
    const { attempts } = screening;
    await saveScreening(
      tx,
      id,
      { status: decision, decided_by: by, reason, attempts, due_at: null },
      context.clock.now(),
    );
    await apply(tx, context, owners, screening, decision);
    const detail = { subject: screening.subject_id };
    recordAction(tx, context, { action: `screening ${decision}`, subject: id, by, reason, detail });
    await recorded?.(tx);
    decided = screening;
    return 'done';
  });
  if (decided) wake(context, decided);
  return outcome;
}

/** Whoever waits for it is looked at again: a payout here, coins that came by the reader of their chain. */
async function apply(
  tx: Tx,
  context: ScreeningContext,
  owners: PayoutOwners,
  screening: Screening,
  status: Screening['status'],
): Promise<void> {
  const { coin, purpose, subject_id: subjectId } = screening;
  if (purpose === 'payout') return screenPayout(tx, context, owners, subjectId, status);
  await setOutputScreening(tx, screening, status);
  await queueReviews(tx, [{ coin, purpose, subjectId }]);
}

function wake({ signals }: ScreeningContext, { purpose, coin }: Screening): void {
  if (purpose === 'payout') signals.publish(payoutsChannel);
  else wakeChainReader(signals, coin);
}

/** Once for each: an endless outage is the metric's to show. */
function logHeld(context: ScreeningContext, screening: Screening, reply: ScreeningReply): void {
  if ('fault' in reply && screening.attempts > 0) return;
  const { id, purpose, subject_id: subject, coin, status } = screening;
  const why = 'fault' in reply ? reply.fault : reply.reason;
  context.log.error({ screening: id, purpose, subject, coin, status, why }, 'screening holds coins');
}
