import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import type { Metadata } from '../../customers/metadata/metadata.rules.ts';
import { isCleared, isDeep, type Receipt } from '../../chains/receipts/receipt.rules.ts';

export const paymentStatuses = [
  'NEW',
  'PENDING',
  'CONFIRMING',
  'PAID',
  'UNRESOLVED',
  'EXPIRED',
  'REFUNDING',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REVERSED',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * The statuses that may follow each status. A reorganisation may take coins back and a payout may fail, so most steps
 * are possible in both directions. Only REVERSED is final.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  NEW: ['PENDING', 'EXPIRED'],
  PENDING: ['CONFIRMING', 'UNRESOLVED', 'EXPIRED'],
  // To UNRESOLVED: confirmed after the locked price had ended, and worth too little by then.
  CONFIRMING: ['PAID', 'PENDING', 'EXPIRED', 'UNRESOLVED'],
  PAID: ['PARTIALLY_REFUNDED', 'REFUNDING', 'REVERSED'],
  UNRESOLVED: ['PAID', 'REFUNDING', 'CONFIRMING', 'EXPIRED'],
  EXPIRED: ['UNRESOLVED', 'CONFIRMING'],
  REFUNDING: ['REFUNDED', 'PAID', 'PARTIALLY_REFUNDED', 'UNRESOLVED', 'REVERSED'],
  PARTIALLY_REFUNDED: ['REFUNDING', 'PAID', 'REVERSED'],
  // For a payout that was confirmed and then removed by a reorganisation.
  REFUNDED: ['PAID', 'PARTIALLY_REFUNDED', 'UNRESOLVED', 'REVERSED'],
  REVERSED: [],
};

/**
 * Returns the steps from one status to another, without the first. After an outage several changes arrive at once. The
 * merchant is notified of each step and never sees a jump that is not in the table.
 */
export function stepsBetween(from: PaymentStatus, to: PaymentStatus): PaymentStatus[] {
  if (from === to) return [];
  const trails: PaymentStatus[][] = [[from]];
  const seen = new Set<PaymentStatus>([from]);
  for (const trail of trails) {
    for (const next of paymentTransitions[trail.at(-1) ?? from]) {
      if (next === to) return [...trail.slice(1), to];
      if (seen.has(next)) continue;
      seen.add(next);
      trails.push([...trail, next]);
    }
  }
  throw new RangeError(`a payment cannot go from ${from} to ${to}`);
}

/** Ways in which a payment differs from the request. Each occurs at most once. */
export const paymentExceptions = ['UNDERPAID', 'OVERPAID', 'LATE'] as const;
export type PaymentException = (typeof paymentExceptions)[number];

/** Limit because each choice reserves a price and uses an address that is watched for ever. */
export const maximumChoices = 10;
/** Upper limit of a payment's life, including changes of the coin. */
const longestLifeMs = 120 * 60_000;
export const endOfLife = (payment: Pick<Payment, 'created_at'>): Date =>
  new Date(payment.created_at.getTime() + longestLifeMs);

/** Time in milliseconds before the deadline within which the same coin may be chosen again for a new price. */
const renewalMs = 2 * 60_000;

export const isEnding = ({ expires_at: end }: Pick<Payment, 'expires_at'>, nowMs: number): boolean =>
  end.getTime() - nowMs <= renewalMs;

/** Returns whether choosing the same coin again gives a new price and more time. */
export const isRenewable = (payment: Pick<Payment, 'created_at' | 'expires_at'>, nowMs: number): boolean =>
  isEnding(payment, nowMs) && endOfLife(payment) > payment.expires_at;

const toleranceOf = (minor: bigint, bps: number): bigint => (minor * BigInt(bps)) / 10_000n;
export const leastEnough = (dueMinor: bigint, bps: number): bigint => dueMinor - toleranceOf(dueMinor, bps);
/**
 * A merchant may accept much less than the sum due. A larger excess than this still belongs to the customer, so it is
 * reported as OVERPAID.
 */
const largestExcessBps = 50;
export const mostExact = (dueMinor: bigint, bps: number): bigint =>
  dueMinor + toleranceOf(dueMinor, Math.min(bps, largestExcessBps));

/**
 * Optional texts of a request. Its row keeps them and a lookup shows them under the same name, so the operation, the
 * store, the route and made-up payments all read this list.
 */
export const optionalTexts = ['success_return_url', 'failure_return_url'] as const;
export type OptionalTexts = Record<(typeof optionalTexts)[number], string | null>;

/** Returns the optional texts of a request or of a row. A missing one is null. */
export const optionalTextsOf = (
  given: Readonly<Partial<Record<keyof OptionalTexts, string | null | undefined>>>,
): OptionalTexts =>
  Object.fromEntries(optionalTexts.map((name) => [name, given[name] ?? null])) as OptionalTexts;

export interface Payment extends OptionalTexts {
  id: string;
  psp_id: number;
  status: PaymentStatus;
  exceptions: PaymentException[];
  payment_reference: string;
  /** In cents. */
  euro_amount: bigint;
  tolerance_bps: number;
  minutes_to_pay: number;
  merchant_name: string;
  description: string;
  customer_reference_id: string;
  /** Null after the customer's data was erased, as are the other customer fields. */
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_email_address: string | null;
  customer_ip_address: string | null;
  /** Refund address stated for this coin; all null while none is stated. */
  refund_coin: CoinCode | null;
  refund_address: string | null;
  refund_destination_tag: string | null;
  /** The active choice: the newest one, until coins arrive for another. */
  choice_id: string | null;
  /** Coin of the active choice, maintained by the database. */
  coin: CoinCode | null;
  order_id: string | null;
  settled_choice_id: string | null;
  settled_coin_amount: bigint | null;
  settled_euro_amount: bigint | null;
  settled_transaction_id: string | null;
  /** The choice that was active when staff first released coins of this payment. It stays active from then on. */
  released_choice_id: string | null;
  /** Time of the merchant's acceptance; null if none was needed. */
  accepted_at: Date | null;
  /** A time after the commit of the acceptance; null while the commit is not confirmed. */
  acceptance_committed_at: Date | null;
  reversed_at: Date | null;
  /** Time at which the merchant cancelled the payment, before any coins were sent. */
  cancelled_at: Date | null;
  lost_coin_amount: bigint;
  lost_count: number;
  metadata: Metadata;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** Returns whether coins may still arrive, or be taken back, at the locked price. */
export const hasOpenPrice = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === 'PENDING' || status === 'CONFIRMING';

/**
 * Returns the address that was stated for refunds of this coin. An address of another coin does not count: the same
 * characters may be valid for both and belong to different wallets.
 */
export function findStatedAddress(
  payment: Pick<Payment, 'refund_coin' | 'refund_address' | 'refund_destination_tag'>,
  coin: CoinCode | null | undefined,
): { readonly address: string; readonly destinationTag: string | null } | undefined {
  if (payment.refund_address === null || payment.refund_coin !== coin) return undefined;
  return { address: payment.refund_address, destinationTag: payment.refund_destination_tag };
}

/** Fields of a payment right after its creation, without the optional texts. */
export const untouchedPayment = {
  ...optionalTextsOf({}),
  status: 'NEW',
  refund_coin: null,
  refund_address: null,
  refund_destination_tag: null,
  choice_id: null,
  coin: null,
  order_id: null,
  settled_choice_id: null,
  settled_coin_amount: null,
  settled_euro_amount: null,
  settled_transaction_id: null,
  released_choice_id: null,
  accepted_at: null,
  acceptance_committed_at: null,
  reversed_at: null,
  cancelled_at: null,
  lost_coin_amount: 0n,
  lost_count: 0,
} as const satisfies Partial<Payment>;

/** A chosen coin with the terms locked for it. */
export interface Choice {
  id: string;
  coin: CoinCode;
  address: string;
  destination_tag: string | null;
  destination: string;
  payment_uri: string;
  price: Price;
  /** Amount due, in the ledger's unit. */
  coin_amount: bigint;
  required_confirmations: number;
  chosen_at: Date;
  /** End of the locked price for unseen coins: the payment deadline, or the moment when a coin was chosen again. */
  expires_at: Date;
  /** Time by which coins that were seen in time must be mined to keep the price; null if there was no such deadline. */
  mined_by: Date | null;
}

export const belongsTo = (choice: Choice, receipt: Pick<Receipt, 'coin' | 'destination'>): boolean =>
  receipt.coin === choice.coin && receipt.destination === choice.destination;

export const isOnTime = (choice: Choice, receipt: Pick<Receipt, 'firstSeenAt'>): boolean =>
  receipt.firstSeenAt < choice.expires_at;

/** Returns whether the locked price applies: the coins were seen in time and mined soon enough. */
export const isAtLockedPrice = (
  choice: Choice,
  receipt: Pick<Receipt, 'firstSeenAt' | 'minedAt' | 'confirmations'>,
): boolean => isOnTime(choice, receipt) && !isSlow(choice, receipt);

/**
 * Returns whether the coins were mined after their deadline. The sender of a transaction with a low fee can replace it
 * or take it back as the price moves.
 */
export const isSlow = (choice: Choice, receipt: Pick<Receipt, 'minedAt' | 'confirmations'>): boolean =>
  choice.mined_by !== null && receipt.minedAt !== null && receipt.minedAt > choice.mined_by;

/** Returns whether the coins have enough confirmations and are not held by screening. */
export const isConfirmed = (
  choice: Choice,
  receipt: Pick<Receipt, 'visible' | 'confirmations' | 'final' | 'screening'>,
): boolean => receipt.visible && isDeep(receipt, choice.required_confirmations) && isCleared(receipt);

export const sumOf = (receipts: readonly Pick<Receipt, 'amountMinor'>[]): bigint =>
  receipts.reduce((sum, receipt) => sum + receipt.amountMinor, 0n);
