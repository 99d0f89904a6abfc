import type { CoinCode } from '../../assets/asset.rules.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import type { Refund } from '../../payments/facts/payment-facts.rules.ts';
import { reserveFee } from '../../payouts/network-fee.rules.ts';
import { planRefund, refundMovement } from '../../refunds/refund.rules.ts';
import type { History } from './history.ts';
import type { PastPayout } from './tell-payout.ts';
import { choiceOf, step, type ToldPayment } from './told-payment.ts';

export interface RefundTerms {
  /** What the network takes for a usual transaction, and what that costs a merchant at a moment. */
  feeMinorOf(coin: CoinCode): bigint;
  feeCentsAt(coin: CoinCode, atMs: number): bigint;
}

interface Wish {
  readonly at: Date;
  /** A part of what was paid, else all of it. */
  readonly part: boolean;
  /** Coins that were never sold. */
  readonly heldMinor: bigint;
}

const reasons = ['Returned goods', 'Out of stock', 'Ordered twice', 'The customer asked for it'] as const;

/** Asks for the refund of a payment; nothing where it is worth less than sending it. */
export function tellRefund(
  history: History,
  terms: RefundTerms,
  told: ToldPayment,
  { at, part, heldMinor }: Wish,
): PastPayout[] {
  const { random, rates } = history.stage;
  const choice = choiceOf(told);
  const { coin } = choice;
  const atMs = at.getTime();
  const creditedCents = told.payment.settled_euro_amount;
  const plan = planRefund(
    { coin, price: choice.price, heldMinor, creditedCents },
    {
      wishedCents: part && creditedCents !== null ? (creditedCents * 4n) / 10n : undefined,
      feeMinor: terms.feeMinorOf(coin),
      feeCents: terms.feeCentsAt(coin, atMs),
      buyPrice: () => rates(`${coin}EUR`, atMs).bestForWithdraw,
    },
  );
  if (typeof plan === 'string') return [];
  const to = history.stage.takeForeignAddress(coin);
  const payoutId = random.id(atMs);
  const begun = part ? 'PARTIALLY_REFUNDED' : 'REFUNDING';
  const settled = creditedCents !== null;
  step(history, told, at, begun, settled ? 'COMPLETED' : 'PROCESSING');
  const order = history.openOrder(
    at,
    {
      kind: 'refund',
      order_type: 'WITHDRAW',
      status: 'PROCESSING',
      currency_pair: `${coin}EUR`,
      coin_amount: plan.sentMinor,
      euro_amount: plan.totalCents,
      customer_wallet_address: to.address,
      destination_tag: to.destinationTag,
      payment_reference_id: told.payment.id,
      network_fee: plan.feeReserveCents ?? null,
      customer: told.customer,
    },
    begun,
  );
  const refund: Refund = {
    id: random.id(atMs),
    psp_id: sandboxPspId,
    payment_id: told.payment.id,
    choice_id: choice.id,
    order_id: order.id,
    payout_id: payoutId,
    status: 'COMPLETED',
    coin,
    address: to.address,
    destination_tag: to.destinationTag,
    reason: random.pick(reasons),
    total_euro_amount: plan.totalCents,
    held_coin_amount: plan.heldMinor,
    bought_coin_amount: plan.boughtMinor,
    euro_amount: plan.euroCents,
    fee_coin_amount: plan.feeMinor,
    lost_fee_coin_amount: 0n,
    created_at: at,
    updated_at: at,
  };
  const reserve = plan.feeReserveCents ?? 0n;
  history.book(at, [
    refundMovement(sandboxPspId, refund),
    ...(reserve === 0n ? [] : [reserveFee(sandboxPspId, order.id, reserve)]),
  ]);
  return [
    {
      atMs,
      coin,
      kind: 'refund',
      id: payoutId,
      orderId: order.id,
      to,
      amountMinor: plan.sentMinor,
      feeAllowanceMinor: plan.feeMinor,
      feeReserveCents: reserve,
      euroValueMinor: plan.totalCents,
      completed(doneAt, transactionId, networkFeeCents) {
        const ended = part ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
        if (!part) step(history, told, doneAt, ended, settled ? 'COMPLETED' : 'FAILED');
        const change = {
          status: 'COMPLETED',
          blockchain_transaction_id: transactionId,
          network_fee: networkFeeCents,
        } as const;
        history.changeOrder(doneAt, order.id, change, ended);
        history.add('refunds', { ...refund, updated_at: doneAt });
      },
    },
  ];
}
