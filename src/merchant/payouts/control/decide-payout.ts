import assert from 'node:assert/strict';
import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { listRequesters } from '../../access/credentials/manage-credentials.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { postMovements } from '../../books/post-movement.ts';
import { endPayout } from '../end-payout.ts';
import type { PayoutContext, PayoutOwners } from '../payout-owner.ts';
import type { Payout } from '../payout.rules.ts';
import { lockPayout } from '../payout.store.ts';
import { payoutsChannel } from '../request-payout.ts';
import { setApproval } from './control.store.ts';
import { holdOf } from './hold.rules.ts';

export interface PayoutDecision {
  readonly payoutId: string;
  readonly decision: 'approve' | 'reject';
  readonly by: string;
  readonly reason: string | null;
}

/**
 * `already`: the same decision was made before. `own_request`: the person asked for this payout and cannot decide it.
 */
export type DecisionOutcome = 'done' | 'already' | 'unknown' | 'own_request' | 'not_waiting';

/**
 * Records the second person's decision about a waiting payout. The lock on the payout lets only one decision win. A
 * rejection gives the money back.
 */
export async function decidePayout(
  context: PayoutContext & Pick<MerchantContext, 'sql' | 'signals'>,
  owners: PayoutOwners,
  decision: PayoutDecision,
  recorded?: Beside,
): Promise<DecisionOutcome> {
  if (!isId(decision.payoutId)) return 'unknown';
  const outcome = await transaction(context.sql, async (tx) => {
    const decided = await decideInside(tx, context, owners, decision);
    if (decided === 'done') await recorded?.(tx);
    return decided;
  });
  if (outcome === 'done') {
    const { payoutId: payout, by, reason } = decision;
    context.log.warn({ payout, by, reason }, `a payout was decided: ${decision.decision}`);
    context.signals.publish(payoutsChannel);
  }
  return outcome;
}

async function decideInside(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  { payoutId, decision, by, reason }: PayoutDecision,
): Promise<DecisionOutcome> {
  const payout = await lockPayout(tx, payoutId);
  if (!payout) return 'unknown';
  const wanted = decision === 'approve' ? 'approved' : 'rejected';
  if (payout.approval === wanted) return 'already';
  // The payout was cancelled in the meantime, or screening refused it.
  if (payout.approval !== 'waiting' || payout.status !== 'RESERVED') return 'not_waiting';
  if (payout.requested_by === null) return 'own_request';
  const actor = staffActor(by);
  const requesters = await listRequesters(tx, payout.requested_by);
  if (requesters.some((requester) => isSamePerson(requester, actor))) return 'own_request';
  await setApproval(tx, payout.id, wanted, context.clock.now());
  recordAction(tx, context, { action: decision, subject: payout.id, by: actor, reason });
  if (decision === 'reject') {
    postMovements(tx, context, await endPayout(tx, context, owners, payout, 'FAILED'));
  } else await goOn(tx, context, owners, { ...payout, approval: 'approved' });
  return 'done';
}

async function goOn(tx: Tx, context: PayoutContext, owners: PayoutOwners, payout: Payout): Promise<void> {
  const owner = owners[payout.kind];
  assert(owner, `no owner handles payouts of kind ${payout.kind}`);
  await owner.approved(tx, context, payout, holdOf(payout));
}
