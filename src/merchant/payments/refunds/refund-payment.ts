import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Actor } from '../../access/audit/audit.rules.ts';
import type { Address } from '../../chains/chain.ts';
import { refuseRecipient, weightOf, type AskedRecipient } from '../../chains/recipients/ask-recipient.ts';
import { refuseClaimed } from '../../books/claims/owed.ts';
import { controlPayout, type PayoutControl } from '../../payouts/limits/control-payout.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { openOrder, type NewOrder } from '../../orders/open-order.ts';
import { lockPaymentOf } from '../facts/lock-payment.ts';
import type { Refund } from '../facts/payment-facts.rules.ts';
import type { Choice, Payment } from '../facts/payment.rules.ts';
import { recordRefund } from '../judging/record-refund.ts';
import { readRefundAddress, type RefundAddressInput } from '../read-refund-address.ts';
import { reserveFee } from '../../payouts/network-fee.rules.ts';
import { requestPayout } from '../../payouts/request-payout.ts';
import { refundMovement, type RefundPlan } from './refund.rules.ts';
import { listOpenLinksOf } from '../refund-links/read-refund-links.ts';
import { endAsClaimed } from '../refund-links/change-refund-links.ts';
import type { RefundLink } from '../refund-links/refund-link.rules.ts';
import { readRefundAmount, requirePlan } from './require-plan.ts';
import { requireRefundable } from './require-refundable.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export type RefundContext = Pick<MerchantContext, 'clock' | 'log' | 'rates' | 'chains' | 'settings'>;

export interface RefundInput extends RefundAddressInput {
  /** The coin of the address, if the address was stated before for one coin. */
  coin?: CoinCode;
  refund_reason: string;
  refund_amount?: string | number | undefined;
  requestedBy: Actor;
  /** What the nodes report about the address; empty if no node responded. */
  asked: readonly AskedRecipient[];
  /** The open link that the customer claims. Its reserve pays for the refund. */
  link?: RefundLink;
  /** When the request arrived, which may be long before the payment's lock is free. */
  askedAt: Date;
}

/**
 * Refunds a payment. An unresolved payment sends back its coins. A paid one sends back the excess first, then coins
 * bought with the merchant's euros. The payment's lock excludes concurrent acceptances and refunds.
 */
export async function refundPayment(
  tx: Tx,
  context: RefundContext,
  pspId: number,
  paymentId: string,
  input: RefundInput,
): Promise<RequestedRefund> {
  const requestedCents = readRefundAmount(input.refund_amount);
  const locked = await lockPaymentOf(tx, pspId, paymentId);
  const { link } = input;
  const links = (await listOpenLinksOf(tx, paymentId)).filter(({ id }) => id !== link?.id);
  const ready = await requireRefundable(tx, context, locked, { askedAt: input.askedAt, links });
  const { facts, movements, refundable, choice } = ready;
  if (input.coin !== undefined && input.coin !== refundable.coin)
    throw problem('payment_not_refundable', { say: merchantWords.refundAddressOfAnotherCoin });
  const chain = context.chains.get(refundable.coin);
  const to = await readRefundAddress(tx, chain, input);
  const weight = weightOf(input.asked, chain, to);
  const plan = await requirePlan(tx, context, refundable, { pspId, requestedCents, recipientWeight: weight });
  // A reorganisation may have removed held coins of the link; the merchant has not reserved euros for them.
  if (link && plan.euroCents > link.euro_amount) {
    throw problem('payment_not_refundable', {
      say: merchantWords.paymentIs,
      values: { status: facts.payment.status },
    });
  }
  // Coins that were never sold belong to the customer and are refunded despite a claim.
  if (plan.euroCents > 0n) await refuseClaimed(tx, pspId);
  refuseRecipient(input.asked, chain, to, plan.sentMinor, {
    address: 'refund_address',
    tag: 'destination_tag',
  });
  const control = await controlPayout(tx, context, {
    pspId,
    coin: refundable.coin,
    to,
    amountMinor: plan.sentMinor,
    // Coins that were never sold belong to the customer.
    origin: refundable.creditedCents === null ? 'customer' : 'merchant',
    requestedBy: input.requestedBy,
    addressField: 'refund_address',
  });
  const decided = { payment: facts.payment, choice, to, weight, plan, input, control };
  const refund = requestRefund(tx, context, decided);
  const after = await recordRefund(tx, context, facts.payment, refund);
  const released = link ? await endAsClaimed(tx, context, link, refund.id) : [];
  await openOrder(tx, context, orderOf(after.facts.payment, refund, decided));
  postMovements(tx, context, [
    ...movements,
    ...released,
    refundMovement(facts.payment.psp_id, refund),
    ...(plan.feeReserveCents === undefined || plan.feeReserveCents === 0n
      ? []
      : [reserveFee(facts.payment.psp_id, refund.order_id, plan.feeReserveCents)]),
    ...after.movements,
  ]);
  return { refund, networkFeeCents: plan.feeReserveCents };
}

export interface RequestedRefund {
  readonly refund: Refund;
  /** Amount that the merchant reserves for the network fee; undefined if it pays none. */
  readonly networkFeeCents: bigint | undefined;
}

interface Decided {
  payment: Payment;
  choice: Choice;
  to: Address;
  weight: number | undefined;
  plan: RefundPlan;
  input: RefundInput;
  control: PayoutControl;
}

/** Inserts the refund and queues its payout. */
function requestRefund(tx: Tx, context: RefundContext, decided: Decided): Refund {
  const { payment, choice, to, weight, plan, input } = decided;
  const { coin } = choice;
  const now = context.clock.now();
  const orderId = newId(now.getTime());
  const payoutId = requestPayout(tx, context, {
    coin,
    kind: 'refund',
    orderId,
    pspId: payment.psp_id,
    to,
    amountMinor: plan.sentMinor,
    weight,
    feeAllowanceMinor: plan.feeMinor,
    feeReserveCents: plan.feeReserveCents,
    euroValueMinor: plan.totalCents,
    control: decided.control,
  });
  return {
    id: newId(now.getTime()),
    psp_id: payment.psp_id,
    payment_id: payment.id,
    choice_id: choice.id,
    order_id: orderId,
    payout_id: payoutId,
    status: 'PROCESSING',
    coin,
    address: to.address,
    destination_tag: to.destinationTag,
    reason: input.refund_reason,
    total_euro_amount: plan.totalCents,
    held_coin_amount: plan.heldMinor,
    bought_coin_amount: plan.boughtMinor,
    euro_amount: plan.euroCents,
    fee_coin_amount: plan.feeMinor,
    lost_fee_coin_amount: 0n,
    created_at: now,
    updated_at: now,
  };
}

const orderOf = (payment: Payment, refund: Refund, { plan, control }: Decided): NewOrder => ({
  id: refund.order_id,
  psp_id: payment.psp_id,
  kind: 'refund',
  order_type: 'WITHDRAW',
  status: control.approval === null ? 'PROCESSING' : 'CREATED',
  hold: control.approval === null ? null : 'approval',
  currency_pair: `${refund.coin}EUR`,
  coin_amount: plan.sentMinor,
  euro_amount: plan.totalCents,
  customer_wallet_address: refund.address,
  destination_tag: refund.destination_tag,
  payment_reference_id: payment.id,
  network_fee: plan.feeReserveCents ?? null,
  customer: payment,
  paymentStatus: payment.status,
});
