import type { CoinCode } from '../assets/asset.rules.ts';
import type { PaymentView } from '../payments/views/payment-view.rules.ts';

/** What the customer is told: one step finer than the payment's status. */
export const phases = [
  'choose',
  'pay',
  'rest',
  'checking',
  'confirming',
  'paid',
  'expired',
  'underpaid',
  'late',
  'refunding',
  'refunded',
  'partly_refunded',
  'reversed',
] as const;
export type Phase = (typeof phases)[number];

/** All that the page is drawn from: the same checkout gives the same page. */
export interface Checkout {
  readonly view: PaymentView;
  readonly phase: Phase;
  /** For what is still to be sent. */
  readonly paymentUri: string | null;
  /** What may be chosen. */
  readonly coins: readonly CoinCode[];
  /** Whether the page may play the customer's wallet. */
  readonly testCoins: boolean;
}

export function phaseOf(view: PaymentView, nowMs: number): Phase {
  const over = nowMs >= view.expiresAt.getTime();
  switch (view.status) {
    case 'NEW':
      return over ? 'expired' : 'choose';
    case 'PENDING':
      // Whether something came in time is decided once the chain was read up to that moment: until then nobody is
      // told to pay, nor that it is too late.
      if (over) return 'checking';
      return view.receivedMinor > 0n ? 'rest' : 'pay';
    case 'UNRESOLVED':
      return view.exceptions.includes('LATE') ? 'late' : 'underpaid';
    case 'CONFIRMING':
    case 'PAID':
    case 'EXPIRED':
    case 'REFUNDING':
    case 'REFUNDED':
    case 'REVERSED':
      return view.status.toLowerCase() as Phase;
    case 'PARTIALLY_REFUNDED':
      return 'partly_refunded';
  }
}

/** How a phase looks and feels; the words are elsewhere. */
export const toneOf: Readonly<Record<Phase, 'open' | 'waiting' | 'good' | 'attention' | 'over'>> = {
  choose: 'open',
  pay: 'open',
  rest: 'attention',
  checking: 'waiting',
  confirming: 'waiting',
  paid: 'good',
  expired: 'over',
  underpaid: 'attention',
  late: 'attention',
  refunding: 'waiting',
  refunded: 'over',
  partly_refunded: 'good',
  reversed: 'attention',
};

/** Phases in which coins are asked for. */
export const asksForCoins = (phase: Phase): boolean => phase === 'pay' || phase === 'rest';

export function missingMinor(view: PaymentView): bigint {
  const missing = (view.coinAmountMinor ?? 0n) - view.receivedMinor;
  return missing > 0n ? missing : 0n;
}

/** What came beyond what was due, where it was enough to count. */
export function excessMinor(view: PaymentView): bigint {
  if (!view.exceptions.includes('OVERPAID') || view.coinAmountMinor === null) return 0n;
  const excess = view.receivedMinor - view.coinAmountMinor;
  return excess > 0n ? excess : 0n;
}

export interface Confirmations {
  readonly reached: number;
  readonly required: number;
}

/** A payment in several transactions is as sure as the least sure of them. */
export function confirmationsOf(view: PaymentView): Confirmations {
  const required = view.requiredConfirmations ?? 0;
  const least = Math.min(...view.transactions.map((transaction) => transaction.confirmations), required);
  return { reached: view.transactions.length === 0 ? 0 : Math.max(0, least), required };
}

/** Whether a new block changes what the page shows. */
export function countsBlocks(view: PaymentView): boolean {
  const { requiredConfirmations: required } = view;
  return required !== null && view.transactions.some(({ confirmations }) => confirmations < required);
}

/** Where a link may lead. An address that a browser would run instead of open leads nowhere. */
export function returnAddress(url: string | null): string | undefined {
  if (url === null) return undefined;
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? url : undefined;
}

/** Where a paid customer is taken without asking: not away from the news that something is left to claim. */
export function redirectOf(view: PaymentView, phase: Phase): string | undefined {
  return phase === 'paid' && excessMinor(view) === 0n ? returnAddress(view.successReturnUrl) : undefined;
}

/** Where the customer goes on from here, if the merchant named a place. */
export function wayBack(view: PaymentView, phase: Phase): string | undefined {
  const paid = phase === 'paid' || phase === 'partly_refunded';
  // Under way: whoever leaves now has neither paid nor failed to.
  if (phase === 'rest' || phase === 'checking' || phase === 'confirming') return undefined;
  return returnAddress(paid ? view.successReturnUrl : view.failureReturnUrl);
}
