import type { CoinCode } from '../../assets/asset.rules.ts';
import { formatAmount } from '../../../platform/money.ts';
import { tradeDecimalsOf } from '../../assets/asset.rules.ts';
import { isEnding, isRenewable, maximumChoices } from '../facts/payment.rules.ts';
import type { PaymentView } from '../views/payment-view.rules.ts';

/** Phases shown to the customer, one step finer than the payment's status. */
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

/** All input of the page: the same checkout renders the same page. */
export interface Checkout {
  readonly view: PaymentView;
  readonly phase: Phase;
  /** Payment URI for the amount that is still missing. */
  readonly paymentUri: string | null;
  readonly coins: readonly CoinCode[];
  /** Estimates for the coins that have a current price. They are no promise. */
  readonly estimates: ReadonlyMap<CoinCode, Estimate>;
  readonly renewal: Renewal;
  /** Whether the page can send test coins. */
  readonly testCoins: boolean;
}

export interface Estimate {
  /** Rounded amount, such as `0.00042`. */
  readonly amount: string;
  /** Usual minutes until the payment is confirmed; 0 for less than one. */
  readonly minutes: number;
}

/** Usual seconds between two blocks or ledgers. */
const blockSeconds: Readonly<Record<CoinCode, number>> = { BTC: 600, BCH: 600, LTC: 150, ETH: 12, XRP: 4 };

/** Rounds up to two digits, because the sum due is rounded up too. */
export function estimateOf(coin: CoinCode, units: bigint, confirmations: number): Estimate {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 2));
  const rounded = ((units + step - 1n) / step) * step;
  const seconds = blockSeconds[coin] * confirmations;
  return {
    amount: formatAmount(rounded, tradeDecimalsOf(coin)).replace(/\.?0+$/, ''),
    minutes: seconds < 60 ? 0 : Math.ceil(seconds / 60),
  };
}

/** Whether the customer can get a new price for the coin shortly before the deadline; null before that. */
export type Renewal = 'offered' | 'over' | null;

export const mayChoose = (view: PaymentView): boolean => view.choiceCount < maximumChoices;

export function renewalOf(view: PaymentView, phase: Phase, nowMs: number): Renewal {
  if (phase !== 'pay') return null;
  const { createdAt: created_at, expiresAt: expires_at } = view;
  if (mayChoose(view) && isRenewable({ created_at, expires_at }, nowMs)) return 'offered';
  return isEnding({ expires_at }, nowMs) ? 'over' : null;
}

export function phaseOf(view: PaymentView, nowMs: number): Phase {
  const over = nowMs >= view.expiresAt.getTime();
  switch (view.status) {
    case 'NEW':
      return over ? 'expired' : 'choose';
    case 'PENDING':
      // Until the chain has been read up to the deadline, it is unknown whether coins came in time. The page then
      // neither asks for coins nor reports lateness.
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

export const asksForCoins = (phase: Phase): boolean => phase === 'pay' || phase === 'rest';

export function missingMinor(view: PaymentView): bigint {
  const missing = (view.coinAmountMinor ?? 0n) - view.receivedMinor;
  return missing > 0n ? missing : 0n;
}

/** Returns the amount above the sum due, if the payment counts as overpaid. */
export function excessMinor(view: PaymentView): bigint {
  if (!view.exceptions.includes('OVERPAID') || view.coinAmountMinor === null) return 0n;
  const excess = view.receivedMinor - view.coinAmountMinor;
  return excess > 0n ? excess : 0n;
}

export interface Confirmations {
  readonly reached: number;
  readonly required: number;
}

/** Returns the confirmations of the least confirmed transaction. */
export function confirmationsOf(view: PaymentView): Confirmations {
  const required = view.requiredConfirmations ?? 0;
  const least = Math.min(...view.transactions.map((transaction) => transaction.confirmations), required);
  return { reached: view.transactions.length === 0 ? 0 : Math.max(0, least), required };
}

/** Returns whether a new block changes the page. */
export function countsBlocks(view: PaymentView): boolean {
  const { requiredConfirmations: required } = view;
  return required !== null && view.transactions.some(({ confirmations }) => confirmations < required);
}

/** Returns the address if it is http or https. Other schemes could run a script. */
export function returnAddress(url: string | null): string | undefined {
  if (url === null) return undefined;
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? url : undefined;
}

/**
 * Returns the address to which a paid customer is redirected automatically. An overpaid customer stays on the page,
 * which shows the excess.
 */
export function redirectOf(view: PaymentView, phase: Phase): string | undefined {
  return phase === 'paid' && excessMinor(view) === 0n ? returnAddress(view.successReturnUrl) : undefined;
}

/** Returns the address of the link back to the merchant, if the merchant gave one. */
export function wayBack(view: PaymentView, phase: Phase): string | undefined {
  const paid = phase === 'paid' || phase === 'partly_refunded';
  // In these phases the customer has neither paid nor failed to pay.
  if (phase === 'rest' || phase === 'checking' || phase === 'confirming') return undefined;
  return returnAddress(paid ? view.successReturnUrl : (view.failureReturnUrl ?? shopOf(view, phase)));
}

/** Phases in which the customer may need the merchant. */
const helpPhases: ReadonlySet<Phase> = new Set(['expired', 'underpaid', 'late', 'reversed']);

export const needsHelp = (phase: Phase): boolean => helpPhases.has(phase);

const shopOf = ({ contact }: PaymentView, phase: Phase): string | null =>
  needsHelp(phase) ? contact.shop_url : null;

/** Returns whether time alone has changed the page. */
export function hasMovedOn({ view, phase, renewal }: Checkout, nowMs: number): boolean {
  const now = phaseOf(view, nowMs);
  return now !== phase || renewalOf(view, now, nowMs) !== renewal;
}
