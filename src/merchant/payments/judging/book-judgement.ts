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
} from '../../ledger/ledger.rules.ts';
import { takeBack } from '../../ledger/take-back.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PaymentFacts, ReleaseLoss } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { lockReversals } from '../facts/refund.store.ts';
import type { Rates } from '../../rates/rates.ts';
import type { Judgement } from './judge.rules.ts';
import type { Settlement } from './settlement.rules.ts';

/** So little that whoever ends a payout has it; a command knows no prices. */
export type JudgingContext = Pick<MerchantContext, 'clock' | 'log'> & {
  readonly rates?: Pick<Rates, 'bestForDeposit'>;
};

/** The facts, and what the same transaction gives the merchant otherwise: it can be taken back again. */
type BookedFacts = PaymentFacts & { readonly incomingCents: bigint };

/** Marks the receipts as credited or undone, and gives all movements of a judgement, which the caller posts. */
export async function bookJudgement(
  tx: Tx,
  context: JudgingContext,
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

/** The coins are sold to the provider. */
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
 * The merchant gives back all that it was credited: what it refunded of it were coins bought for its own euros. The coins
 * are as if they had never been sold.
 */
async function reversalMovement(
  tx: Tx,
  context: JudgingContext,
  facts: BookedFacts,
  { choice }: Judgement,
): Promise<Movement> {
  const { payment, incomingCents } = facts;
  const { settled_coin_amount: coinMinor, settled_euro_amount: cents } = payment;
  assert(choice && coinMinor !== null && cents !== null);
  await lockReversals(tx, payment.psp_id);
  const taken = await takeBack(tx, payment.psp_id, tradingAccount, 'EUR', cents, incomingCents);
  context.log.error(
    { payment: payment.id, psp: payment.psp_id, lossCents: String(taken.lossMinor) },
    'a chain took back the coins of a paid payment; it was reversed',
  );
  return {
    kind: 'payment_reversed',
    reference: payment.id,
    entries: [...taken.entries, ...transfer(tradingAccount, heldFor(payment.psp_id), choice.coin, coinMinor)],
  };
}

/** What the provider puts in, or gets again, by coin. */
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
