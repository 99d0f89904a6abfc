import assert from 'node:assert/strict';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressBook } from '../../chains/chain.ts';
import { priceTrade, toLedger } from '../../conversions/conversion.rules.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { untouchedPayment, type Choice, type Payment } from '../../payments/facts/payment.rules.ts';
import { settlementMovement } from '../../payments/judging/book-judgement.ts';
import { sellAt } from '../../payments/judging/settlement.rules.ts';
import type { History } from './history.ts';
import { madeUpCustomers, madeUpPrefix, pickGoods, shopName } from '../people/people.rules.ts';
import { tellAddress, tellArrival } from './tell-arrival.ts';
import type { PastPayout } from './tell-payout.ts';
import { tellRefund, type RefundTerms } from './tell-refund.ts';
import { choiceOf, step, type ToldPayment } from './told-payment.ts';
import type { PaymentStory } from './weeks.rules.ts';

const minuteMs = 60_000;
const minutesToPay = 15;
const toleranceBps = 50;

/** What the settings of the process say of payments. */
export interface PaymentTerms extends RefundTerms {
  confirmationsOf(coin: CoinCode, cents: bigint): number;
  timeToBeMinedMs(coin: CoinCode): number;
  addressesOf(coin: CoinCode): AddressBook;
}

/** From its creation to its end, but for the payouts of what was refunded. */
export function tellPayment(
  history: History,
  story: PaymentStory,
  number: number,
  terms: PaymentTerms,
): { told: ToldPayment; payouts: PastPayout[] } {
  const { random } = history.stage;
  const told = createPayment(history, story, number);
  const payouts: PastPayout[] = [];
  switch (story.outcome) {
    case 'new':
      break;
    case 'abandoned':
      endWithoutCoin(history, told, 'payment.expired', new Date(story.atMs + 60 * minuteMs));
      break;
    case 'cancelled':
      endWithoutCoin(
        history,
        told,
        'payment.cancelled',
        new Date(story.atMs + random.between(1, 40) * minuteMs),
      );
      break;
    default:
      payouts.push(...tellChosen(history, story, terms, told));
  }
  return { told, payouts };
}

function createPayment(history: History, story: PaymentStory, number: number): ToldPayment {
  const customer = madeUpCustomers[story.customer];
  assert(customer);
  const { random } = history.stage;
  const createdAt = new Date(story.atMs);
  const payment: Payment = {
    ...untouchedPayment,
    exceptions: [],
    id: random.id(story.atMs),
    psp_id: sandboxPspId,
    payment_reference: `${madeUpPrefix}${String(number).padStart(6, '0')}`,
    euro_amount: story.cents,
    tolerance_bps: toleranceBps,
    minutes_to_pay: minutesToPay,
    merchant_name: shopName,
    description: pickGoods(random),
    success_return_url: null,
    failure_return_url: null,
    ...customer,
    metadata: {},
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: new Date(story.atMs + 60 * minuteMs),
  };
  return { payment, choice: null, customer };
}

function endWithoutCoin(
  history: History,
  told: ToldPayment,
  eventType: 'payment.expired' | 'payment.cancelled',
  at: Date,
): void {
  const { payment, customer } = told;
  const cancelled = eventType === 'payment.cancelled' ? { cancelled_at: at, expires_at: at } : {};
  told.payment = { ...payment, status: 'EXPIRED', updated_at: at, ...cancelled };
  history.announcePayment(at, eventType, { id: payment.id, customer });
}

/** With a coin: what was sent, when, and what became of it. */
function tellChosen(
  history: History,
  story: PaymentStory,
  terms: PaymentTerms,
  told: ToldPayment,
): PastPayout[] {
  const { random } = history.stage;
  const { outcome } = story;
  const chosenAt = new Date(story.atMs + random.between(8, 100) * 1000);
  const choice = chooseCoin(history, story, terms, told, chosenAt);
  if (outcome === 'pending') return [];
  const late = outcome.startsWith('late');
  const expiresMs = choice.expires_at.getTime();
  if (late || outcome === 'expired') {
    step(history, told, new Date(expiresMs + random.between(200, 1_200)), 'EXPIRED', 'FAILED');
  }
  if (outcome === 'expired') return [];
  const sentMinor = (choice.coin_amount * shareOf(outcome, random.next()) + 999n) / 1000n;
  const seenMs = late
    ? expiresMs + random.between(4, 70) * minuteMs
    : chosenAt.getTime() + random.between(20, 600) * 1000;
  const confirmedAt = new Date(seenMs + random.between(60, 170) * 1000);
  const transactionId = tellArrival(history, {
    coin: choice.coin,
    purpose: 'payment',
    subjectId: told.payment.id,
    to: { address: choice.address, destinationTag: choice.destination_tag, destination: choice.destination },
    amountMinor: sentMinor,
    seenAt: new Date(seenMs),
    confirmedAt,
  });
  return settle(history, story, terms, told, { seenMs, confirmedAt, sentMinor, transactionId });
}

function chooseCoin(
  history: History,
  { coin, cents }: PaymentStory,
  terms: PaymentTerms,
  told: ToldPayment,
  at: Date,
): Choice {
  const { random, rates } = history.stage;
  const pair = `${coin}EUR` as const;
  const price = rates(pair, at.getTime()).bestForDeposit;
  const coinMinor = toLedger(coin, priceTrade(pair, 'DEPOSIT', price, { cents }).coinUnits);
  const { id } = told.payment;
  const address = tellAddress(history, { coin, purpose: 'payment', subjectId: id, at });
  const expiresAt = new Date(at.getTime() + minutesToPay * minuteMs);
  const choice: Choice = {
    id: random.id(at.getTime()),
    coin,
    address: address.address,
    destination_tag: address.destinationTag,
    destination: address.destination,
    payment_uri: terms.addressesOf(coin).paymentUri(address, coinMinor),
    price,
    coin_amount: coinMinor,
    required_confirmations: terms.confirmationsOf(coin, cents),
    chosen_at: at,
    expires_at: expiresAt,
    mined_by: new Date(expiresAt.getTime() + terms.timeToBeMinedMs(coin)),
  };
  history.add('payment_choices', { ...choice, payment_id: id });
  told.choice = choice;
  told.payment = {
    ...told.payment,
    status: 'PENDING',
    choice_id: choice.id,
    coin,
    expires_at: expiresAt,
    updated_at: at,
  };
  openPaymentOrder(history, told, at, null);
  return choice;
}

function openPaymentOrder(history: History, told: ToldPayment, at: Date, transactionId: string | null): void {
  const { payment, customer } = told;
  const choice = choiceOf(told);
  const order = history.openOrder(
    at,
    {
      kind: 'payment',
      order_type: 'DEPOSIT',
      status: 'PROCESSING',
      currency_pair: `${choice.coin}EUR`,
      coin_amount: choice.coin_amount,
      euro_amount: payment.euro_amount,
      payment_address: choice.address,
      destination_tag: choice.destination_tag,
      blockchain_transaction_id: transactionId,
      payment_reference_id: payment.id,
      customer,
    },
    payment.status,
  );
  told.payment = { ...payment, order_id: order.id };
}

/** So many thousandths of what was asked for. */
function shareOf(outcome: PaymentStory['outcome'], chance: number): bigint {
  if (outcome === 'overpaid') return 1050n + BigInt(Math.floor(chance * 300));
  if (outcome.startsWith('underpaid')) return 550n + BigInt(Math.floor(chance * 350));
  return 1000n;
}

interface Came {
  readonly seenMs: number;
  readonly confirmedAt: Date;
  readonly sentMinor: bigint;
  readonly transactionId: string;
}

function settle(
  history: History,
  { outcome }: PaymentStory,
  terms: PaymentTerms,
  told: ToldPayment,
  came: Came,
): PastPayout[] {
  const { random } = history.stage;
  const choice = choiceOf(told);
  const late = outcome.startsWith('late');
  if (!late && !outcome.startsWith('underpaid')) {
    step(history, told, new Date(came.seenMs + 300), 'CONFIRMING', 'PROCESSING', came.transactionId);
    if (outcome === 'overpaid') told.payment = { ...told.payment, exceptions: ['OVERPAID'] };
    sell(history, told, came, came.confirmedAt, choice.price);
    if (outcome !== 'refunded' && outcome !== 'partly_refunded') return [];
    const at = new Date(came.confirmedAt.getTime() + random.between(20, 180) * minuteMs);
    return tellRefund(history, terms, told, { at, part: outcome === 'partly_refunded', heldMinor: 0n });
  }
  const atMs = late
    ? came.seenMs + 300
    : Math.max(choice.expires_at.getTime(), came.confirmedAt.getTime()) + 700;
  told.payment = { ...told.payment, exceptions: [late ? 'LATE' : 'UNDERPAID'] };
  if (late) {
    told.payment = { ...told.payment, status: 'UNRESOLVED', updated_at: new Date(atMs) };
    openPaymentOrder(history, told, new Date(atMs), came.transactionId);
  } else step(history, told, new Date(atMs), 'UNRESOLVED', 'PROCESSING', came.transactionId);
  const decidedAt = new Date(Math.max(atMs, came.confirmedAt.getTime()) + random.between(15, 120) * minuteMs);
  if (outcome.endsWith('_accepted')) {
    told.payment = { ...told.payment, accepted_at: decidedAt };
    const { bestForDeposit } = history.stage.rates(`${choice.coin}EUR`, decidedAt.getTime());
    sell(history, told, came, decidedAt, bestForDeposit);
  }
  if (!outcome.endsWith('_refunded')) return [];
  return tellRefund(history, terms, told, { at: decidedAt, part: false, heldMinor: came.sentMinor });
}

/** The coins are the provider's from here on, and the merchant has its euros. */
function sell(history: History, told: ToldPayment, came: Came, at: Date, price: bigint): void {
  const { payment } = told;
  const choice = choiceOf(told);
  const sold = sellAt(price, payment, choice.coin, came.sentMinor);
  assert(sold, 'made-up coins are worth something');
  told.payment = {
    ...payment,
    settled_choice_id: choice.id,
    settled_coin_amount: sold.coinMinor,
    settled_euro_amount: sold.cents,
    settled_transaction_id: came.transactionId,
  };
  history.book(at, [
    settlementMovement(told.payment, { ...sold, choice, transactionId: came.transactionId }),
  ]);
  step(history, told, at, 'PAID', 'COMPLETED', came.transactionId);
}
