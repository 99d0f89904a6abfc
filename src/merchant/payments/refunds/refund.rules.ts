import { multiplyDivide } from '../../../platform/money.ts';
import {
  decimalsOf,
  euroDecimals,
  formatAsset,
  priceDecimals,
  type CoinCode,
  type PairCode,
  type Price,
} from '../../assets/asset.rules.ts';
import { priceTrade, toLedger, valueOf } from '../../market/conversions/conversion.rules.ts';
import {
  availableTo,
  feeAccount,
  heldFor,
  payoutAccount,
  tradingAccount,
  transfer,
  type Entry,
  type Movement,
} from '../../books/ledger.rules.ts';
import type { Refund } from '../facts/payment-facts.rules.ts';
import { refundableCents, type Refundable } from '../judging/refundable.rules.ts';

/** Returns the amount that reaches the customer. */
const refundedCoins = (refund: Refund): bigint =>
  refund.held_coin_amount + refund.bought_coin_amount - refund.fee_coin_amount;

/** Returns the refund for its merchant, with the network fee that the merchant pays, in cents. */
export const describeRefund = (refund: Refund, networkFeeCents: bigint | null) => ({
  refund_id: refund.id,
  total_refund_amount: formatAsset('EUR', refund.total_euro_amount),
  payment_reference_id: refund.payment_id,
  refund_address: refund.address,
  destination_tag: refund.destination_tag,
  refund_status: refund.status,
  refund_cryptocurrency: refund.coin,
  refund_cryptocurrency_amount: formatAsset(refund.coin, refundedCoins(refund)),
  order_id: refund.order_id,
  network_fee: networkFeeCents === null ? null : formatAsset('EUR', networkFeeCents),
});

/** price × minor units = cents × scale */
const priceScale = (coin: CoinCode): bigint => 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals);

export interface RefundPlan {
  readonly totalCents: bigint;
  /** Taken from the held coins, including the network fee. */
  readonly heldMinor: bigint;
  readonly boughtMinor: bigint;
  /** Price of the bought coins for the merchant. */
  readonly euroCents: bigint;
  readonly feeMinor: bigint;
  readonly sentMinor: bigint;
  /** Amount that the merchant reserves for the network fee; undefined if the provider pays it. */
  readonly feeReserveCents: bigint | undefined;
}

export interface RefundTerms {
  /** Undefined requests the whole refundable amount. */
  readonly requestedCents: bigint | undefined;
  /** Network fee if the customer pays it. */
  readonly feeMinor: bigint;
  /** Network fee in cents if the merchant pays it; undefined if the provider does. */
  readonly feeCents: bigint | undefined;
  /** The merchant's balance, if it may be too low for the fee. */
  readonly balanceCents?: bigint;
  /** Price for coins that have to be bought. Called only in that case. */
  readonly buyPrice: () => Price;
}

export type RefundFault = 'too_much' | 'not_whole' | 'too_small' | 'below_fee';

/** The highest dust limit of all address types. Nodes do not relay smaller amounts. */
const leastSentMinor: Readonly<Record<CoinCode, bigint>> = {
  BTC: 546n,
  BCH: 546n,
  LTC: 5460n,
  ETH: 1n,
  XRP: 1n,
};

/**
 * Plans a refund. Unsettled coins go back as they came, minus the network fee. A settled payment refunds the held
 * excess first, then coins bought with the merchant's euros, and the merchant pays the fee. If no coins are bought and
 * the merchant's euros do not cover the fee, it is taken from the coins.
 */
export function planRefund(refundable: Refundable, terms: RefundTerms): RefundPlan | RefundFault {
  const allCents = refundableCents(refundable);
  if (refundable.creditedCents === null) {
    const requestedCents = terms.requestedCents ?? allCents;
    if (!isAbout(requestedCents, allCents)) return requestedCents > allCents ? 'too_much' : 'not_whole';
    const totalCents = allCents;
    const { heldMinor } = refundable;
    const { feeMinor } = terms;
    const sentMinor = heldMinor - feeMinor;
    if (sentMinor < leastSentMinor[refundable.coin]) return 'too_small';
    // The receiver pays the estimated fee. If the real fee is higher, the requester of the refund pays the difference.
    const feeReserveCents = terms.feeCents === undefined ? undefined : 0n;
    return { totalCents, heldMinor, boughtMinor: 0n, euroCents: 0n, feeMinor, sentMinor, feeReserveCents };
  }
  const totalCents = terms.requestedCents ?? allCents;
  if (totalCents > allCents) return 'too_much';
  const { heldMinor, heldCents } = takeHeld(refundable, totalCents);
  const euroCents = totalCents - heldCents;
  const boughtMinor = euroCents === 0n ? 0n : buy(refundable.coin, euroCents, terms.buyPrice());
  const { feeCents, balanceCents } = terms;
  const isFeeFromCoins =
    euroCents === 0n && feeCents !== undefined && balanceCents !== undefined && balanceCents < feeCents;
  const feeMinor = isFeeFromCoins ? terms.feeMinor : 0n;
  const sentMinor = heldMinor + boughtMinor - feeMinor;
  if (sentMinor < leastSentMinor[refundable.coin]) return 'too_small';
  const feeReserveCents = isFeeFromCoins ? 0n : feeCents;
  if (totalCents < (feeReserveCents ?? 0n)) return 'below_fee';
  return { totalCents, heldMinor, boughtMinor, euroCents, feeMinor, sentMinor, feeReserveCents };
}

/**
 * Returns whether the requested amount means the whole payment. The price may have moved since a lookup showed the
 * amount, but the coins to refund are the same.
 */
const isAbout = (requestedCents: bigint, allCents: bigint): boolean => {
  const difference = requestedCents > allCents ? requestedCents - allCents : allCents - requestedCents;
  return difference * 20n <= allCents;
};

/** Takes coins of this value. If the whole value is taken, so is the remainder worth less than a cent. */
function takeHeld(refundable: Refundable, totalCents: bigint): { heldMinor: bigint; heldCents: bigint } {
  const { coin, price, heldMinor } = refundable;
  const worthCents = valueOf(coin, heldMinor, price);
  if (totalCents >= worthCents) return { heldMinor, heldCents: worthCents };
  return { heldMinor: multiplyDivide(totalCents, priceScale(coin), price, 'down'), heldCents: totalCents };
}

function buy(coin: CoinCode, cents: bigint, price: Price): bigint {
  const pair: PairCode = `${coin}EUR`;
  return toLedger(coin, priceTrade(pair, 'WITHDRAW', price, { cents }).coinUnits);
}

/** Moves the coins to send, including the network fee, to provider:payouts. */
export function refundMovement(pspId: number, refund: Refund): Movement {
  return {
    kind: 'refund',
    reference: refund.id,
    entries: [
      ...moved(heldFor(pspId), payoutAccount, refund.coin, refund.held_coin_amount),
      ...moved(tradingAccount, payoutAccount, refund.coin, refund.bought_coin_amount),
      ...moved(availableTo(pspId), tradingAccount, 'EUR', refund.euro_amount),
    ],
  };
}

/** Undoes `refundMovement` at its original price, except for the lost network fee. */
export function giveBackMovement(pspId: number, refund: Refund): Movement {
  const lostMinor = refund.lost_fee_coin_amount;
  return {
    kind: 'refund_failed',
    reference: refund.id,
    entries: [
      ...moved(payoutAccount, heldFor(pspId), refund.coin, refund.held_coin_amount - lostMinor),
      ...moved(payoutAccount, feeAccount, refund.coin, lostMinor),
      ...moved(payoutAccount, tradingAccount, refund.coin, refund.bought_coin_amount),
      ...moved(tradingAccount, availableTo(pspId), 'EUR', refund.euro_amount),
    ],
  };
}

/** Returns a lost fee that the network did not charge in the end. */
export const returnFeeMovement = (refund: Refund, time: number, returnedMinor: bigint): Movement => ({
  kind: 'refund_fee_returned',
  reference: `${refund.id}:${time}`,
  entries: transfer(feeAccount, heldFor(refund.psp_id), refund.coin, returnedMinor),
});

/** The ledger refuses entries of zero. */
const moved = (...[from, to, asset, amountMinor]: Parameters<typeof transfer>): Entry[] =>
  amountMinor === 0n ? [] : transfer(from, to, asset, amountMinor);
