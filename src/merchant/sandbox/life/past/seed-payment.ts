import assert from 'node:assert/strict';
import { sandboxPspId } from '../../../access/credentials/create-sandbox-psp.ts';
import { requiredConfirmations } from '../../../chains/confirmation.rules.ts';
import { priceTrade, toLedger } from '../../../market/conversions/conversion.rules.ts';
import type { Order } from '../../../orders/order.rules.ts';
import type { Refund } from '../../../payments/facts/payment-facts.rules.ts';
import {
  untouchedPayment,
  type Choice,
  type Payment,
  type PaymentStatus,
} from '../../../payments/facts/payment.rules.ts';
import { orderStatusOf } from '../../../payments/judging/advance-order.ts';
import { settlementMovement } from '../../../payments/judging/book-judgement.ts';
import { sellAt } from '../../../payments/judging/settlement.rules.ts';
import { timeToBeMinedMs } from '../../../payments/promised-price.rules.ts';
import { planRefund, refundMovement } from '../../../payments/refunds/refund.rules.ts';
import { paymentFieldsOf } from '../../../webhooks/queue/webhook.rules.ts';
import { pastId } from './past-id.ts';
import { goods, madeUpPrefix, shopName } from '../shop.rules.ts';
import type { Past } from './past.ts';
import type { PaymentStory } from './scenarios.rules.ts';
import { feeAt, seedPayout } from './seed-payout.ts';

const minuteMs = 60_000;
const minutesToPay = 15;
const refundReasons = [
  'Returned goods',
  'Out of stock',
  'Ordered twice',
  'The customer asked for it',
] as const;

const screeningReasons = [
  'Two transactions away from a mixing service',
  'The sender appeared in a report of theft',
] as const;

/** A payment with a chosen coin. */
interface Chosen {
  readonly story: PaymentStory;
  readonly payment: Payment;
  readonly choice: Choice;
  order: Order | undefined;
}

interface Arrival {
  readonly at: Date;
  readonly sentMinor: bigint;
  readonly transactionId: string;
}

/** Writes a payment and everything that follows from its scenario. */
export function seedPayment(past: Past, story: PaymentStory): void {
  const { scenario } = story;
  const payment = createPayment(past, story);
  if (!scenario.choosesCoin) {
    if (scenario.end) endWithoutCoin(past, story, payment);
    return;
  }
  const chosen = chooseCoin(past, story, payment);
  const { expires_at: expiresAt } = chosen.choice;
  if (scenario.end || scenario.exception === 'LATE') {
    step(past, chosen, new Date(expiresAt.getTime() + past.stage.random.between(200, 1_200)), 'EXPIRED');
  }
  if (!scenario.sends) return;
  const arrival = receiveCoins(past, chosen, scenario.sends);
  payment.exceptions = scenario.exception ? [scenario.exception] : [];
  // Late coins and partial payments wait for the merchant's decision.
  const isUnresolved = scenario.exception === 'LATE' || scenario.exception === 'UNDERPAID';
  if (isUnresolved) {
    const at = new Date(Math.max(arrival.at.getTime(), expiresAt.getTime()) + 700);
    step(past, chosen, at, 'UNRESOLVED', arrival.transactionId);
  } else {
    step(past, chosen, new Date(arrival.at.getTime() - minuteMs), 'CONFIRMING', arrival.transactionId);
    if (scenario.isHeld) return hold(past, chosen, arrival);
    sell(past, chosen, arrival, arrival.at, chosen.choice.price);
  }
  const decidedAt = new Date(story.decidedMs);
  if (scenario.verdict === 'accept') {
    payment.accepted_at = decidedAt;
    const { bestForDeposit } = past.stage.rates(`${story.coin}EUR`, story.decidedMs);
    sell(past, chosen, arrival, decidedAt, bestForDeposit);
  } else if (scenario.verdict) refund(past, chosen, isUnresolved ? arrival.sentMinor : 0n);
}

function createPayment(past: Past, { atMs, cents, customer }: PaymentStory): Payment {
  const at = new Date(atMs);
  return past.add<Payment>('payments', {
    ...untouchedPayment,
    exceptions: [],
    id: pastId(atMs),
    psp_id: sandboxPspId,
    payment_reference: `${madeUpPrefix}${String((past.rows.get('payments')?.length ?? 0) + 1).padStart(6, '0')}`,
    euro_amount: cents,
    tolerance_bps: 50,
    minutes_to_pay: minutesToPay,
    merchant_name: shopName,
    description: past.stage.random.pick(goods),
    ...customer,
    metadata: {},
    created_at: at,
    updated_at: at,
    expires_at: new Date(atMs + 60 * minuteMs),
  });
}

function endWithoutCoin(past: Past, { scenario, atMs, customer }: PaymentStory, payment: Payment): void {
  const eventType = scenario.end ?? 'payment.expired';
  const isCancelled = eventType === 'payment.cancelled';
  const at = isCancelled ? new Date(atMs + past.stage.random.between(1, 40) * minuteMs) : payment.expires_at;
  Object.assign(payment, { status: 'EXPIRED', updated_at: at, expires_at: at });
  if (isCancelled) payment.cancelled_at = at;
  const ended = { pspId: sandboxPspId, paymentId: payment.id, eventType, paymentStatus: 'EXPIRED' };
  past.events.push({
    psp_id: sandboxPspId,
    order_id: null,
    payment_id: payment.id,
    event_type: eventType,
    event_sequence: 1,
    occurred_at: at,
    event: paymentFieldsOf({ ...ended, customerDetails: customer }),
  });
}

function chooseCoin(past: Past, story: PaymentStory, payment: Payment): Chosen {
  const { coin, cents } = story;
  const { rates, random, settings } = past.stage;
  const pair = `${coin}EUR` as const;
  const at = new Date(story.atMs + random.between(8, 100) * 1000);
  const price = rates(pair, at.getTime()).bestForDeposit;
  const dueMinor = toLedger(coin, priceTrade(pair, 'DEPOSIT', price, { cents }).coinUnits);
  const to = past.takeAddress(coin, 'payment', payment.id, at);
  const expiresAt = new Date(at.getTime() + minutesToPay * minuteMs);
  const choice: Choice = {
    id: pastId(at.getTime()),
    coin,
    address: to.address,
    destination_tag: to.destinationTag,
    destination: to.destination,
    payment_uri: past.wallet(coin).chain.addresses.paymentUri(to, dueMinor),
    price,
    coin_amount: dueMinor,
    required_confirmations: requiredConfirmations(settings, coin, cents),
    chosen_at: at,
    expires_at: expiresAt,
    mined_by: new Date(expiresAt.getTime() + timeToBeMinedMs(settings, coin)),
  };
  past.add('payment_choices', { ...choice, payment_id: payment.id });
  Object.assign(payment, { choice_id: choice.id, coin, expires_at: expiresAt });
  const chosen = { story, payment, choice, order: undefined };
  step(past, chosen, at, 'PENDING');
  return chosen;
}

/**
 * Sets the next status of a payment and of its order. Coins that arrive after the order has ended begin another one.
 */
function step(past: Past, chosen: Chosen, at: Date, status: PaymentStatus, transactionId?: string): void {
  const { story, payment, choice, order } = chosen;
  Object.assign(payment, { status, updated_at: at });
  const { settled_coin_amount: coins, settled_euro_amount: euros } = payment;
  const change = {
    status: orderStatusOf(status, payment.settled_choice_id !== null),
    ...(transactionId === undefined ? {} : { blockchain_transaction_id: transactionId }),
    ...(coins === null ? {} : { coin_amount: coins, euro_amount: euros }),
  };
  if (order && (order.status === 'PROCESSING' || change.status !== 'PROCESSING')) {
    past.changeOrder(at, order, change, status);
    return;
  }
  const due = { coin: choice.coin, coin_amount: choice.coin_amount, euro_amount: payment.euro_amount };
  const to = { payment_address: choice.address, destination_tag: choice.destination_tag };
  const owner = { kind: 'payment', payment_reference_id: payment.id, customer: story.customer } as const;
  chosen.order = past.openOrder(at, { ...owner, ...due, ...to, ...change }, status);
  payment.order_id = chosen.order.id;
}

function receiveCoins(
  past: Past,
  { story, choice }: Chosen,
  [least, most]: readonly [number, number],
): Arrival {
  const { random } = past.stage;
  const seenMs =
    story.scenario.exception === 'LATE'
      ? choice.expires_at.getTime() + random.between(4, 70) * minuteMs
      : choice.chosen_at.getTime() + random.between(20, 600) * 1000;
  const at = new Date(seenMs + random.between(61, 170) * 1000);
  const sentMinor = (choice.coin_amount * BigInt(random.between(least, most)) + 999n) / 1000n;
  const to = {
    address: choice.address,
    destinationTag: choice.destination_tag,
    destination: choice.destination,
  };
  const bookedAt = story.scenario.isHeld ? 'held' : at;
  const transactionId = past.receive(choice.coin, to, sentMinor, new Date(seenMs), bookedAt);
  return { at, sentMinor, transactionId };
}

/** Writes the answer of the screening service that makes the coins wait for staff. */
function hold(
  past: Past,
  { payment, choice, order }: Chosen,
  { at, sentMinor, transactionId }: Arrival,
): void {
  assert(order);
  order.hold = 'screening';
  past.add('screenings', {
    id: pastId(at.getTime()),
    direction: 'in',
    purpose: 'payment',
    subject_id: payment.id,
    psp_id: sandboxPspId,
    coin: choice.coin,
    transaction_id: transactionId,
    output_index: 0,
    address: choice.address,
    destination_tag: choice.destination_tag,
    amount: sentMinor,
    status: 'review',
    decided_by: 'screening',
    reason: past.stage.random.pick(screeningReasons),
    attempts: 1,
    created_at: at,
    updated_at: at,
  });
}

/** Sells the coins: the merchant gets euros, the provider the coins. */
function sell(
  past: Past,
  chosen: Chosen,
  { sentMinor, transactionId }: Arrival,
  at: Date,
  price: bigint,
): void {
  const { payment, choice } = chosen;
  const sold = sellAt(price, payment, choice.coin, sentMinor);
  assert(sold, 'made-up coins are worth something');
  Object.assign(payment, {
    settled_choice_id: choice.id,
    settled_coin_amount: sold.coinMinor,
    settled_euro_amount: sold.cents,
    settled_transaction_id: transactionId,
  });
  past.book(at, settlementMovement(payment, { ...sold, choice, transactionId }));
  step(past, chosen, at, 'PAID', transactionId);
}

/** Refunds a payment, unless it is worth less than the fee. `heldMinor` is the amount of coins that were never sold. */
function refund(past: Past, chosen: Chosen, heldMinor: bigint): void {
  const { story, payment, choice } = chosen;
  const { coin, decidedMs: atMs, customer } = story;
  const { rates, random } = past.stage;
  const { settled_euro_amount: creditedCents } = payment;
  const isPart = story.scenario.verdict === 'refund part';
  const fee = feeAt(past, coin, atMs);
  const plan = planRefund(
    { coin, price: choice.price, heldMinor, creditedCents },
    {
      requestedCents: isPart && creditedCents !== null ? (creditedCents * 4n) / 10n : undefined,
      feeMinor: fee.minor,
      feeCents: fee.cents,
      buyPrice: () => rates(`${coin}EUR`, atMs).bestForWithdraw,
    },
  );
  if (typeof plan === 'string') return;
  const at = new Date(atMs);
  const to = past.takeCustomerAddress(coin);
  const statuses = isPart
    ? (['PARTIALLY_REFUNDED', 'PARTIALLY_REFUNDED'] as const)
    : (['REFUNDING', 'REFUNDED'] as const);
  step(past, chosen, at, statuses[0]);
  const row = past.add<Refund>('refunds', {
    id: pastId(atMs),
    psp_id: sandboxPspId,
    payment_id: payment.id,
    choice_id: choice.id,
    order_id: pastId(atMs),
    payout_id: pastId(atMs),
    status: 'COMPLETED',
    coin,
    address: to.address,
    destination_tag: to.destinationTag,
    reason: random.pick(refundReasons),
    total_euro_amount: plan.totalCents,
    held_coin_amount: plan.heldMinor,
    bought_coin_amount: plan.boughtMinor,
    euro_amount: plan.euroCents,
    fee_coin_amount: plan.feeMinor,
    lost_fee_coin_amount: 0n,
    created_at: at,
    updated_at: at,
  });
  past.book(at, refundMovement(sandboxPspId, row));
  const order = {
    id: row.order_id,
    kind: 'refund',
    payment_reference_id: payment.id,
    coin,
    customer,
  } as const;
  const amounts = { coin_amount: plan.sentMinor, euro_amount: plan.totalCents };
  row.updated_at = seedPayout(
    past,
    at,
    { ...order, ...amounts },
    {
      id: row.payout_id,
      to,
      feeAllowanceMinor: plan.feeMinor,
      feeReserveCents: plan.feeReserveCents ?? 0n,
      paymentStatuses: statuses,
    },
  );
  if (!isPart) step(past, chosen, row.updated_at, statuses[1]);
}
