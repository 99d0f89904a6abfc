import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import type { Metadata } from '../../metadata/metadata.rules.ts';
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
 * Where each status may go. What a chain shows may also be taken back by it, and a payout may fail, so that most
 * roads can be walked both ways; only REVERSED is the end for good.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  NEW: ['PENDING', 'EXPIRED'],
  PENDING: ['CONFIRMING', 'UNRESOLVED', 'EXPIRED'],
  // Confirmed after the promised price had ended, and worth too little by then.
  CONFIRMING: ['PAID', 'PENDING', 'EXPIRED', 'UNRESOLVED'],
  PAID: ['PARTIALLY_REFUNDED', 'REFUNDING', 'REVERSED'],
  UNRESOLVED: ['PAID', 'REFUNDING', 'CONFIRMING', 'EXPIRED'],
  EXPIRED: ['UNRESOLVED', 'CONFIRMING'],
  REFUNDING: ['REFUNDED', 'PAID', 'PARTIALLY_REFUNDED', 'UNRESOLVED', 'REVERSED'],
  PARTIALLY_REFUNDED: ['REFUNDING', 'PAID', 'REVERSED'],
  // A payout that was confirmed and then excluded by a reorganisation.
  REFUNDED: ['PAID', 'PARTIALLY_REFUNDED', 'UNRESOLVED', 'REVERSED'],
  REVERSED: [],
};

/**
 * The steps from one status to another, without the first. After an outage several happened at once; a
 * merchant is told of each, and never sees a jump that the table does not have.
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

/** Why a payment is not simply what was asked for; each at most once. */
export const paymentExceptions = ['UNDERPAID', 'OVERPAID', 'LATE'] as const;
export type PaymentException = (typeof paymentExceptions)[number];

/** Each choice is a price that somebody may wait for, and takes an address that is watched for ever. */
export const maximumChoices = 10;
/** Whatever is chosen, and however often. */
const longestLifeMs = 120 * 60_000;
export const endOfLife = (payment: Pick<Payment, 'created_at'>): Date =>
  new Date(payment.created_at.getTime() + longestLifeMs);

const toleranceOf = (minor: bigint, bps: number): bigint => (minor * BigInt(bps)) / 10_000n;
export const leastEnough = (dueMinor: bigint, bps: number): bigint => dueMinor - toleranceOf(dueMinor, bps);
/** A merchant may be content with much less; what is much more stays the customer's, however content it is. */
const largestExcessBps = 50;
export const mostExact = (dueMinor: bigint, bps: number): bigint =>
  dueMinor + toleranceOf(dueMinor, Math.min(bps, largestExcessBps));

export interface Payment {
  id: string;
  psp_id: number;
  status: PaymentStatus;
  exceptions: PaymentException[];
  payment_reference: string;
  /** Cents. */
  euro_amount: bigint;
  tolerance_bps: number;
  minutes_to_pay: number;
  merchant_name: string;
  description: string;
  success_return_url: string | null;
  failure_return_url: string | null;
  customer_reference_id: string;
  /** Null, as the rest of what was said of the customer, once it was erased. */
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_email_address: string | null;
  customer_ip_address: string | null;
  /** Where coins of this kind are to go if they are sent back as they came; all null while nobody has said. */
  refund_coin: CoinCode | null;
  refund_address: string | null;
  refund_destination_tag: string | null;
  /** The choice that counts: the newest, until coins came for another one. */
  choice_id: string | null;
  /** Of that choice; the database sees to it. */
  coin: CoinCode | null;
  order_id: string | null;
  settled_choice_id: string | null;
  settled_coin_amount: bigint | null;
  settled_euro_amount: bigint | null;
  settled_transaction_id: string | null;
  /** The choice that counted when staff first released coins of this payment, and counts for good since then. */
  released_choice_id: string | null;
  /** When the merchant accepted what came; null where it did not have to. */
  accepted_at: Date | null;
  /** A time after the commit of the acceptance; null while it is not known to be committed. */
  acceptance_committed_at: Date | null;
  reversed_at: Date | null;
  /** When the merchant ended it, before anything was sent. */
  cancelled_at: Date | null;
  lost_coin_amount: bigint;
  lost_count: number;
  metadata: Metadata;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** Whether coins may still come, or be taken back, at the price of its choice. */
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

/** Of a payment of which nothing is known but what was asked for. */
export const untouchedPayment = {
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

/** A coin that was chosen, and the terms that were promised for it. */
export interface Choice {
  id: string;
  coin: CoinCode;
  address: string;
  destination_tag: string | null;
  destination: string;
  payment_uri: string;
  price: Price;
  /** What is due, in the ledger's unit. */
  coin_amount: bigint;
  required_confirmations: number;
  chosen_at: Date;
  /** Of the price, for coins that nobody has seen by then: after its time, or when a coin was chosen again. */
  expires_at: Date;
  /** Of the price, for coins that were seen in time and are in no block by then; null where that was not asked for. */
  mined_by: Date | null;
}

export const belongsTo = (choice: Choice, receipt: Pick<Receipt, 'coin' | 'destination'>): boolean =>
  receipt.coin === choice.coin && receipt.destination === choice.destination;

export const isOnTime = (choice: Choice, receipt: Pick<Receipt, 'firstSeenAt'>): boolean =>
  receipt.firstSeenAt < choice.expires_at;

/** Whether the price was promised to it: seen in time, and in a block soon enough. */
export const isAtLockedPrice = (
  choice: Choice,
  receipt: Pick<Receipt, 'firstSeenAt' | 'minedAt' | 'confirmations'>,
): boolean => isOnTime(choice, receipt) && !isSlow(choice, receipt);

/**
 * In a block only after the price had ended for it: whoever sends with too low a fee can still raise it, or take the
 * coins back, as the price moves.
 */
export const isSlow = (choice: Choice, receipt: Pick<Receipt, 'minedAt' | 'confirmations'>): boolean =>
  choice.mined_by !== null && receipt.minedAt !== null && receipt.minedAt > choice.mined_by;

/** Deep enough, and nobody holds it back. */
export const isConfirmed = (
  choice: Choice,
  receipt: Pick<Receipt, 'visible' | 'confirmations' | 'final' | 'screening'>,
): boolean => receipt.visible && isDeep(receipt, choice.required_confirmations) && isCleared(receipt);

export const sumOf = (receipts: readonly Pick<Receipt, 'amountMinor'>[]): bigint =>
  receipts.reduce((sum, receipt) => sum + receipt.amountMinor, 0n);
