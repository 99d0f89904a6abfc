import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { creditReceipts, uncreditReceipts } from '../chains/receipts/credit-receipts.ts';
import { confirmedAtHeight } from '../chains/receipts/receipt.rules.ts';
import { reviewAt } from '../chains/reviews/review-at.ts';
import {
  availableTo,
  heldFor,
  lossAccount,
  tradingAccount,
  transfer,
  type Movement,
} from '../ledger/ledger.rules.ts';
import { takeBack } from '../ledger/take-back.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { noteReleaseLosses } from '../releases/list-releases.ts';
import type { ReleaseLoss } from '../releases/release.rules.ts';
import {
  choiceOf,
  creditedCents,
  judgePayment,
  withCredits,
  type Judgement,
  type Settlement,
} from './judge.rules.ts';
import type { Payment } from './payment.rules.ts';
import { deleteHeldAlerts, insertAlert, updatePayment } from './payment.store.ts';
import { holdFacts, type DatedFacts } from './hold-facts.ts';
import { tellSteps } from './tell-steps.ts';

/** Little enough that whoever ends a payout has it. */
export type ReviewContext = Pick<MerchantContext, 'clock' | 'log'>;

export interface UpToDate {
  /** As they are now, with everything that was decided. */
  readonly facts: DatedFacts;
  /** For the caller to post, with its own, last in the transaction. */
  readonly movements: Movement[];
}

/**
 * Draws what follows from the facts: receipts credited or undone, settlement or its reversal, the new status, the order
 * and its webhooks. The payment's row is locked by the caller, who says what it gives the merchant at the same time.
 */
export async function bringUpToDate(
  tx: Tx,
  context: ReviewContext,
  payment: Payment,
  incomingCents = 0n,
): Promise<UpToDate> {
  return draw(tx, context, await holdFacts(tx, payment, context.clock.now()), incomingCents);
}

/** The same with a settlement that the merchant has agreed to. */
export async function settleAsAccepted(
  tx: Tx,
  context: ReviewContext,
  facts: DatedFacts,
  settlement: Settlement,
): Promise<UpToDate> {
  // Its status is still the one before, so that the step to PAID is seen, told and written.
  const payment = { ...settledPayment(facts.payment, settlement), accepted_at: facts.now };
  const settled = { ...facts, payment };
  const { facts: after, movements } = await draw(tx, context, settled);
  return { facts: after, movements: [settlementMovement(facts.payment, settlement), ...movements] };
}

async function draw(
  tx: Tx,
  context: ReviewContext,
  facts: DatedFacts,
  incomingCents = 0n,
): Promise<UpToDate> {
  const judgement = judgePayment(facts);
  const movements = await movementsOf(tx, context, { ...facts, incomingCents }, judgement);
  const payment = await tellSteps(tx, context, {
    before: facts.payment,
    after: decidedPayment(facts, judgement),
    choice: judgement.choice,
    transactionId: transactionOf(facts, judgement),
  });
  if (!isDeepStrictEqual({ ...payment, updated_at: facts.payment.updated_at }, facts.payment)) {
    updatePayment(tx, payment);
  }
  const releases = await noteReleaseLosses(tx, facts.releases, judgement.releaseLosses);
  await askForReviews(tx, facts);
  if (mayEndAlerts(facts, judgement)) deleteHeldAlerts(tx, payment.id, judgement.alerts);
  await raiseAlerts(tx, context, payment, judgement);
  const { receipts } = withCredits(facts, judgement.credit, judgement.undo);
  return { facts: { ...facts, payment, receipts, releases }, movements };
}

const settledPayment = (payment: Payment, settlement: Settlement): Payment => ({
  ...payment,
  settled_choice_id: settlement.choice.id,
  settled_coin_amount: settlement.coinMinor,
  settled_euro_amount: settlement.cents,
  settled_transaction_id: settlement.transactionId,
});

function decidedPayment(facts: DatedFacts, judgement: Judgement): Payment {
  const { settle, reverse, lossMinor } = judgement;
  const payment = settle ? settledPayment(facts.payment, settle) : facts.payment;
  return {
    ...payment,
    status: judgement.status,
    exceptions: [...judgement.exceptions],
    choice_id: judgement.choice?.id ?? null,
    reversed_at: reverse ? facts.now : payment.reversed_at,
    lost_coin_amount: payment.lost_coin_amount + lossMinor,
    lost_count: payment.lost_count + (lossesOf(judgement).length === 0 ? 0 : 1),
    updated_at: facts.now,
  };
}

/** What the order shows: of the settlement, else of the first coins that were seen. */
function transactionOf(facts: DatedFacts, judgement: Judgement): string | null {
  const seen = facts.receipts.find(
    (receipt) => receipt.visible && choiceOf(facts, receipt).id === judgement.choice?.id,
  );
  return (
    judgement.settle?.transactionId ?? facts.payment.settled_transaction_id ?? seen?.transactionId ?? null
  );
}

/** With what the same transaction gives the merchant. */
type BookedFacts = DatedFacts & { readonly incomingCents: bigint };

async function movementsOf(
  tx: Tx,
  context: ReviewContext,
  facts: BookedFacts,
  judgement: Judgement,
): Promise<Movement[]> {
  const { payment } = facts;
  const held = heldFor(payment.psp_id);
  const movements = [
    ...(await creditReceipts(tx, judgement.credit, held)),
    ...(await uncreditReceipts(tx, judgement.undo, held)),
  ];
  if (judgement.settle) movements.push(settlementMovement(payment, judgement.settle));
  if (judgement.reverse) movements.push(await reversalMovement(tx, context, facts, judgement));
  if (lossesOf(judgement).length > 0) movements.push(lossMovement(payment, judgement));
  return movements;
}

/** The coins are sold to the provider, who bears a shortage within the tolerance. */
function settlementMovement(payment: Payment, { choice, coinMinor, cents }: Settlement): Movement {
  return {
    kind: 'payment',
    reference: payment.id,
    entries: [
      ...transfer(heldFor(payment.psp_id), tradingAccount, choice.coin, coinMinor),
      ...transfer(tradingAccount, availableTo(payment.psp_id), 'EUR', cents),
    ],
  };
}

/** The merchant gives back what it was credited and has not refunded; the coins are as if they had never been sold. */
async function reversalMovement(
  tx: Tx,
  context: ReviewContext,
  facts: BookedFacts,
  { choice }: Judgement,
): Promise<Movement> {
  const { payment, incomingCents } = facts;
  assert(choice && payment.settled_coin_amount !== null);
  const cents = creditedCents(facts);
  const taken = await takeBack(tx, payment.psp_id, tradingAccount, 'EUR', cents, incomingCents);
  context.log.error(
    { payment: payment.id, psp: payment.psp_id, lossCents: String(taken.lossMinor) },
    'a chain took back the coins of a paid payment; it was reversed',
  );
  return {
    kind: 'payment_reversed',
    reference: payment.id,
    entries: [
      ...taken.entries,
      ...transfer(tradingAccount, heldFor(payment.psp_id), choice.coin, payment.settled_coin_amount),
    ],
  };
}

/** What the provider puts in, or gets again, by coin. */
function lossesOf({
  choice,
  lossMinor,
  releaseLosses,
}: Judgement): Pick<ReleaseLoss, 'coin' | 'lossMinor'>[] {
  return choice && lossMinor !== 0n
    ? [{ coin: choice.coin, lossMinor }, ...releaseLosses]
    : [...releaseLosses];
}

function lossMovement(payment: Payment, judgement: Judgement): Movement {
  const held = heldFor(payment.psp_id);
  return {
    kind: 'payment_loss',
    reference: `${payment.id}:${payment.lost_count + 1}`,
    entries: lossesOf(judgement).flatMap(({ coin, lossMinor }) =>
      lossMinor > 0n
        ? transfer(lossAccount, held, coin, lossMinor)
        : transfer(held, lossAccount, coin, -lossMinor),
    ),
  };
}

/** What is in a block and not deep enough yet is looked at again with the block that makes it so. */
async function askForReviews(tx: Tx, facts: DatedFacts): Promise<void> {
  const waiting = facts.receipts.filter((receipt) => !receipt.credited && receipt.confirmations > 0);
  await reviewAt(
    tx,
    waiting.map((receipt) => {
      const required = choiceOf(facts, receipt).required_confirmations;
      const height = facts.heights.get(receipt.coin) ?? 0;
      const deep = receipt.confirmations >= required;
      return { receipt, height: deep ? null : confirmedAtHeight(receipt, height, required) };
    }),
  );
}

/**
 * Whether coins that staff were called for may be held no more: the chain took them back, they count now, or they were
 * sent on. An alert that stayed would hide the next of its kind.
 */
const mayEndAlerts = ({ payment, refunds, releases }: DatedFacts, { choice, undo }: Judgement): boolean =>
  undo.length + refunds.length + releases.length > 0 || payment.choice_id !== (choice?.id ?? null);

async function raiseAlerts(
  tx: Tx,
  context: ReviewContext,
  payment: Payment,
  { alerts }: Judgement,
): Promise<void> {
  for (const kind of alerts) {
    if (await insertAlert(tx, payment.id, kind, payment.updated_at)) {
      context.log.error({ payment: payment.id, psp: payment.psp_id, alert: kind }, 'a payment needs staff');
    }
  }
}
