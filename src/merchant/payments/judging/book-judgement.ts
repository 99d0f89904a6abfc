import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { creditReceipts, uncreditReceipts } from '../../chains/receipts/credit-receipts.ts';
import {
  availableTo,
  heldFor,
  lossAccount,
  tradingAccount,
  transfer,
  type Movement,
} from '../../books/ledger.rules.ts';
import { takeBack } from '../../books/take-back.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PaymentFacts, ReleaseLoss } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import type { Rates } from '../../market/rates/rates.ts';
import { revokeLinksOf } from '../refund-links/change-refund-links.ts';
import type { Judgement } from './judge.rules.ts';
import type { Settlement } from './settlement.rules.ts';

/** Small enough for callers that end payouts. Commands have no prices. */
export type JudgingContext = Pick<MerchantContext, 'clock' | 'log'> & {
  readonly rates?: Pick<Rates, 'bestForDeposit'>;
};

/** Marks the receipts as credited or undone and returns all movements of a judgement. The caller posts them. */
export async function bookJudgement(
  tx: Tx,
  context: JudgingContext,
  facts: PaymentFacts,
  judgement: Judgement,
): Promise<Movement[]> {
  const { payment } = facts;
  const held = heldFor(payment.psp_id);
  const movements = [
    ...(await creditReceipts(tx, judgement.credit, held)),
    ...(await uncreditReceipts(tx, judgement.undo, held)),
  ];
  if (judgement.settle) movements.push(settlementMovement(payment, judgement.settle));
  if (judgement.reverse) {
    movements.push(...(await reversalMovements(tx, context, facts, judgement)));
    // Their reserves help to pay the debt.
    movements.push(...(await revokeLinksOf(tx, context, payment.id)));
  }
  if (judgement.undoneSales.length > 0)
    movements.push(...(await undoneSaleMovements(tx, context, facts, judgement)));
  if (lossesOf(judgement).length > 0) movements.push(lossMovement(payment, judgement));
  return movements;
}

/** Returns the sale of the coins to the provider. */
export function settlementMovement(payment: Payment, { choice, coinMinor, cents }: Settlement): Movement {
  return {
    kind: 'payment',
    reference: payment.id,
    entries: [
      ...transfer(heldFor(payment.psp_id), tradingAccount, choice.coin, coinMinor),
      ...transfer(tradingAccount, availableTo(payment.psp_id), 'EUR', cents),
    ],
  };
}

/**
 * Takes back the whole credit from the merchant, or records it as a debt: refunds of that credit bought coins with the
 * merchant's own euros. The coins return to their state before the sale.
 */
async function reversalMovements(
  tx: Tx,
  context: JudgingContext,
  { payment }: PaymentFacts,
  { choice }: Judgement,
): Promise<Movement[]> {
  const {
    id: reference,
    psp_id: pspId,
    settled_coin_amount: coinMinor,
    settled_euro_amount: cents,
  } = payment;
  assert(choice && coinMinor !== null && cents !== null);
  const taken = await takeBack(tx, {
    pspId,
    to: tradingAccount,
    asset: 'EUR',
    amountMinor: cents,
    reference,
  });
  context.log.error(
    { payment: reference, psp: pspId, claimCents: String(taken.claimMinor) },
    'a reorganisation removed the coins of a paid payment; the payment was reversed',
  );
  const entries = [...taken.entries, ...transfer(tradingAccount, heldFor(pspId), choice.coin, coinMinor)];
  return [{ kind: 'payment_reversed', reference, entries }, ...taken.claims];
}

/** Returns one movement for all undone sales: separate calls of takeBack would each read the same balance. */
async function undoneSaleMovements(
  tx: Tx,
  context: JudgingContext,
  { payment }: PaymentFacts,
  { undoneSales }: Judgement,
): Promise<Movement[]> {
  const { id, psp_id: pspId } = payment;
  const [newest] = undoneSales;
  assert(newest);
  const reference = `${id}:${newest.id}`;
  const taken = await takeBack(tx, {
    pspId,
    to: tradingAccount,
    asset: 'EUR',
    amountMinor: undoneSales.reduce((sum, sale) => sum + sale.euro_amount, 0n),
    reference,
  });
  context.log.error(
    { payment: id, psp: pspId, claimCents: String(taken.claimMinor) },
    'a reorganisation removed coins that were sold to cover a debt of a merchant; the debt is open again',
  );
  const coinMinor = undoneSales.reduce((sum, sale) => sum + sale.amount, 0n);
  const entries = [...taken.entries, ...transfer(tradingAccount, heldFor(pspId), newest.coin, coinMinor)];
  return [{ kind: 'payment_reversed', reference, entries }, ...taken.claims];
}

/** Returns the amount that the provider pays, by coin. A negative amount is returned to the provider. */
export function lossesOf({
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
