import { isId, newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { queueReviews } from '../../chains/reviews/queue-reviews.ts';
import { wakeChainReader } from '../../chains/wake-chain-reader.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { screenPayout } from '../control/screen-payout.ts';
import type { PayoutOwners } from '../payout-owner.ts';
import { payoutsChannel } from '../request-payout.ts';
import type { ScreeningReply } from '../../chains/screeners/open-screener.ts';
import { pauseAfterMs } from '../../chains/screeners/screener.rules.ts';
import {
  insertScreening,
  lockScreening,
  saveScreening,
  setOutputScreening,
  type Screening,
  type Unscreened,
} from './screening.store.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

export type ScreeningContext = Pick<MerchantContext, 'sql' | 'clock' | 'log' | 'signals'>;

/** The actor name for decisions by the screening service. */
const service = 'screening';

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
 * Stores the service's answer. The first decision wins; an answer after a staff decision is ignored. Without an answer,
 * the coins are held for staff and the service is asked again.
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
    const reason =
      'fault' in reply
        ? storeSentence({ say: payoutWords.noAnswer, values: { reason: reply.fault } })
        : reply.reason;
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
 * Records a staff decision about a held screening. Staff may also allow denied incoming coins. Allowed coins stay
 * allowed, and a denied payout has ended.
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

/** Continues with the screened subject: a payout here, incoming coins in the reader of their chain. */
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

/** Logs the reason for holding coins. Repeated failures are logged once; the metric shows how long they last. */
function logHeld(context: ScreeningContext, screening: Screening, reply: ScreeningReply): void {
  if ('fault' in reply && screening.attempts > 0) return;
  const { id, purpose, subject_id: subject, coin, status } = screening;
  const why = 'fault' in reply ? reply.fault : reply.reason;
  context.log.error({ screening: id, purpose, subject, coin, status, why }, 'screening holds coins');
}
