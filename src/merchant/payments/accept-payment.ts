import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { postMovements } from '../books/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { acceptableSettlement, isAccepted, isConfirming } from './judging/acceptance.rules.ts';
import { bringUpToDate, settleAsAccepted } from './judging/bring-up-to-date.ts';
import { isKept } from './judging/refundable.rules.ts';
import { listOpenLinksOf } from './refund-links/read-refund-links.ts';
import type { PaymentFacts } from './facts/payment-facts.rules.ts';
import { lockPaymentOf } from './facts/lock-payment.ts';
import { recordCommittedAcceptance } from './facts/payment.store.ts';
import type { Choice, Payment } from './facts/payment.rules.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';
import { refundLinkWords } from '../details/refund-link-words.rules.ts';

export interface Acceptance {
  readonly choice: Choice;
  readonly cents: bigint;
  readonly coinMinor: bigint;
  readonly transactionId: string;
}

/**
 * Accepts the coins received for an unresolved payment. A payment that is already PAID returns the same result again.
 */
export async function acceptPayment(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log' | 'rates'>,
  pspId: number,
  paymentId: string,
): Promise<Acceptance> {
  const locked = await lockPaymentOf(tx, pspId, paymentId);
  const { facts, movements } = await bringUpToDate(tx, context, locked);
  if (isAccepted(facts)) {
    postMovements(tx, context, movements);
    return acceptanceOf(facts);
  }
  // The customer was promised the coins.
  if (isKept(facts.payment.status, await listOpenLinksOf(tx, paymentId)))
    throw problem('payment_not_acceptable', { say: refundLinkWords.refundLinkOpen });
  const settlement = acceptableSettlement(facts, (coin) => context.rates.bestForDeposit(`${coin}EUR`));
  if (!settlement) throw refusal(facts);
  const accepted = await settleAsAccepted(tx, context, facts, settlement);
  postMovements(tx, context, [...movements, ...accepted.movements]);
  return acceptanceOf(accepted.facts);
}

/**
 * Stores a time at which the acceptance is known to be committed. Call it after the commit and before the response. A
 * refund request that arrived before that time did not know of the acceptance and is refused. If the process dies in
 * between, refunds are refused for `unconfirmedMs` from the acceptance.
 */
export async function confirmAcceptance(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
  paymentId: string,
): Promise<void> {
  try {
    if (await recordCommittedAcceptance(context.sql, paymentId, context.clock.now()))
      // Times have millisecond precision. The delay gives a request that follows this response a later time.
      await sleep(2);
  } catch (error) {
    context.log.warn({ err: error, payment: paymentId }, 'an acceptance was not recorded as committed');
  }
}

function refusal(facts: PaymentFacts): Error {
  const { payment } = facts;
  return payment.status === 'UNRESOLVED' && isConfirming(facts)
    ? problem('payment_confirming')
    : problem('payment_not_acceptable', { say: merchantWords.paymentIs, values: { status: payment.status } });
}

function acceptanceOf({ payment, choices }: { payment: Payment; choices: readonly Choice[] }): Acceptance {
  const choice = choices.find((candidate) => candidate.id === payment.settled_choice_id);
  const { settled_euro_amount: cents, settled_coin_amount: coinMinor } = payment;
  const { settled_transaction_id: transactionId } = payment;
  assert(choice && cents !== null && coinMinor !== null && transactionId !== null);
  return { choice, cents, coinMinor, transactionId };
}
