import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { adjustmentMovement, onceConstraint } from '../adjust-balance.ts';
import { postMovement } from '../post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { stageOf, type AdjustmentProposal } from './adjustment.rules.ts';
import { lockProposal, saveDecision } from './adjustment.store.ts';

export interface AdjustmentDecision {
  readonly id: string;
  readonly decision: 'confirm' | 'reject';
  readonly by: string;
}

export type AdjustmentOutcome =
  | 'done'
  | 'already'
  | 'unknown'
  | 'own_proposal'
  | 'decided'
  | 'expired'
  | 'booked_before';

/**
 * Records the second person's decision. The lock on the proposal lets only one decision win, and the ledger accepts a
 * reference only once, so an adjustment is booked at most once. The person who proposed it may withdraw it. `within`
 * runs in the same transaction, only if the decision is made.
 */
export async function decideAdjustment(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
  decision: AdjustmentDecision,
  within: (tx: Tx, proposal: AdjustmentProposal) => Promise<void> = async () => {},
): Promise<AdjustmentOutcome> {
  if (!isId(decision.id)) return 'unknown';
  try {
    const outcome = await transaction(context.sql, (tx) => decideInside(tx, context, decision, within));
    if (outcome === 'done') {
      const { id: proposal, by } = decision;
      context.log.warn({ proposal, by }, `an adjustment was decided: ${decision.decision}`);
    }
    return outcome;
  } catch (error) {
    if (isUniqueViolation(error, onceConstraint)) return 'booked_before';
    throw error;
  }
}

async function decideInside(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  { id, decision, by }: AdjustmentDecision,
  within: (tx: Tx, proposal: AdjustmentProposal) => Promise<void>,
): Promise<AdjustmentOutcome> {
  const proposal = await lockProposal(tx, id);
  if (!proposal) return 'unknown';
  const wanted = decision === 'confirm' ? 'confirmed' : 'rejected';
  if (proposal.status === wanted) return 'already';
  if (proposal.status !== 'proposed') return 'decided';
  const now = context.clock.now();
  const actor = staffActor(by);
  if (decision === 'confirm') {
    if (stageOf(proposal, now.getTime()) === 'expired') return 'expired';
    if (isSamePerson(proposal.proposed_by, actor)) return 'own_proposal';
  }
  await saveDecision(tx, id, wanted, actor, now);
  recordAction(tx, context, { action: `adjustment ${decision}`, subject: id, by: actor, reason: null });
  await within(tx, proposal);
  if (decision === 'confirm') {
    const { psp_id: pspId, asset, amount: amountMinor, reference } = proposal;
    postMovement(tx, context, adjustmentMovement({ pspId, asset, amountMinor, reference }));
  }
  return 'done';
}
