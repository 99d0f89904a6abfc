import { isId, newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import { coins, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { isSamePerson } from '../../access/audit/same-person.ts';
import { queueReviews } from '../../chains/reviews/queue-reviews.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import { wakeChainReader } from '../../chains/wake-chain-reader.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { isScreened } from '../../chains/screeners/screener.rules.ts';
import { requireOpenOutput } from './require-open-output.ts';
import { findChainFault, UnassignedRefused, type OutputKey } from './unassigned.rules.ts';
import {
  assignOutput,
  findCustomerTarget,
  findDepositTarget,
  findPaymentTarget,
  insertDecision,
  lockDecision,
  lockOutput,
  saveDecision,
  type Decision,
  type TargetRow,
} from './unassigned.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

type AssignContext = Pick<MerchantContext, 'sql' | 'clock' | 'log' | 'settings' | 'signals'>;

export interface WantedAssignment extends OutputKey {
  readonly to:
    | { readonly paymentId: string }
    | { readonly pspId: number; readonly customerReference: string };
  readonly by: string;
}

/** Returns the id of the proposal. Nothing is booked until another person approves it. */
export async function proposeAssignment(
  context: AssignContext,
  wanted: WantedAssignment,
  recorded?: Beside<[string]>,
): Promise<string> {
  const { coin, to, transactionId, outputIndex } = wanted;
  const by = staffActor(wanted.by);
  return transaction(context.sql, async (tx) => {
    const output = await requireOpenOutput(tx, context, wanted);
    const kind = 'paymentId' in to ? 'payment' : 'deposit';
    const target = requireTarget(coin, kind, await findTarget(tx, coin, to));
    const now = context.clock.now();
    const id = newId(now.getTime());
    await insertDecision(tx, {
      id,
      coin,
      transaction_id: transactionId,
      output_index: outputIndex,
      amount: output.amount,
      first_seen_at: output.first_seen_at,
      kind,
      subject_id: target.subject_id,
      payout_id: null,
      status: 'proposed',
      proposed_by: by,
      created_at: now,
    });
    recordAction(tx, context, {
      action: 'assignment proposed',
      subject: id,
      by,
      reason: null,
      detail: {
        output: `${transactionId}:${outputIndex}`,
        coin,
        amount: formatAsset(coin, output.amount),
        [kind]: target.subject_id,
      },
    });
    await recorded?.(tx, id);
    return id;
  });
}

async function findTarget(
  tx: Tx,
  coin: CoinCode,
  to: WantedAssignment['to'],
): Promise<TargetRow | undefined> {
  if ('pspId' in to) return findCustomerTarget(tx, coin, to.pspId, to.customerReference);
  return isId(to.paymentId) ? findPaymentTarget(tx, coin, to.paymentId) : undefined;
}

function requireTarget(
  coin: CoinCode,
  kind: 'payment' | 'deposit',
  target: TargetRow | undefined,
): TargetRow & { readonly destination: string } {
  if (kind === 'payment' && !target) throw new UnassignedRefused(merchantWords.noSuchPayment);
  if (!target || target.destination === null) {
    throw new UnassignedRefused(
      kind === 'payment' ? merchantWords.coinNeverChosen : merchantWords.noDepositAddress,
      { coin: coins[coin].name },
    );
  }
  return { ...target, destination: target.destination };
}

export interface AssignmentDecision {
  readonly id: string;
  readonly decision: 'approve' | 'reject';
  readonly by: string;
}

export type AssignmentOutcome = 'done' | 'already' | 'unknown' | 'own_proposal' | 'decided';

/**
 * The second person's decision. Approved coins count from now on as if they had arrived for the payment or the deposit
 * address at this moment: its next review, which is due at once, credits and judges them. The person who proposed the
 * assignment may take it back.
 */
export async function decideAssignment(
  context: AssignContext,
  decision: AssignmentDecision,
  recorded?: Beside,
): Promise<AssignmentOutcome> {
  if (!isId(decision.id)) return 'unknown';
  let coin: CoinCode | undefined;
  const outcome = await transaction(context.sql, async (tx): Promise<AssignmentOutcome> => {
    const proposal = await lockDecision(tx, decision.id);
    if (!proposal || proposal.kind === 'return') return 'unknown';
    const status = decision.decision === 'approve' ? 'done' : 'rejected';
    if (proposal.status === status) return 'already';
    if (proposal.status !== 'proposed') return 'decided';
    const by = staffActor(decision.by);
    if (status === 'done') {
      if (isSamePerson(proposal.proposed_by, by)) return 'own_proposal';
      await assign(tx, context, proposal);
    }
    await saveDecision(tx, proposal.id, { status, by, at: context.clock.now() });
    recordAction(tx, context, {
      action: `assignment ${decision.decision}`,
      subject: proposal.id,
      by,
      reason: null,
    });
    await recorded?.(tx);
    coin = proposal.coin;
    return 'done';
  });
  if (coin !== undefined) {
    const { id, by } = decision;
    context.log.warn({ assignment: id, by }, `unassigned coins were decided about: ${decision.decision}`);
    wakeChainReader(context.signals, coin);
  }
  return outcome;
}

async function assign(tx: Tx, context: AssignContext, proposal: Decision): Promise<void> {
  const { coin, kind, subject_id: subjectId, amount } = proposal;
  if (kind === 'return' || subjectId === null) return;
  await holdChains(tx, [coin]);
  const key = { coin, transactionId: proposal.transaction_id, outputIndex: proposal.output_index };
  const output = await lockOutput(tx, key);
  const fault = output && findChainFault(context.settings, coin, output);
  if (!output || fault !== undefined) throw new UnassignedRefused(fault ?? merchantWords.noSuchCoins);
  const found =
    kind === 'payment'
      ? await findPaymentTarget(tx, coin, subjectId)
      : await findDepositTarget(tx, subjectId);
  const { destination } = requireTarget(coin, kind, found);
  await assignOutput(tx, proposal, {
    destination,
    at: context.clock.now(),
    isScreened: isScreened(context.settings, coin, amount),
  });
  await queueReviews(tx, [{ coin, purpose: kind, subjectId }]);
}
