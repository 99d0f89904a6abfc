import { multiplyDivide } from '../../platform/money.ts';
import {
  decimalsOf,
  euroDecimals,
  formatAsset,
  priceDecimals,
  type CoinCode,
  type PairCode,
  type Price,
} from '../assets/asset.rules.ts';
import { priceTrade, toLedger, valueOf } from '../conversions/conversion.rules.ts';
import {
  availableTo,
  feeAccount,
  heldFor,
  payoutAccount,
  tradingAccount,
  transfer,
  type Entry,
  type Movement,
  lossAccount,
} from '../ledger/ledger.rules.ts';
import type { Owed } from '../payments/judging/held-share.rules.ts';
import type { Refund } from '../payments/facts/payment-facts.rules.ts';
import { refundableCents, type Refundable } from '../payments/judging/refundable.rules.ts';

/** What reaches the customer. */
const refundedCoins = (refund: Refund): bigint =>
  refund.held_coin_amount + refund.bought_coin_amount - refund.fee_coin_amount;

/** As its merchant sees it, with what the network costs the merchant in cents. */
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
  /** From what is held, the network's share included. */
  readonly heldMinor: bigint;
  readonly boughtMinor: bigint;
  /** What the merchant pays for the bought coins. */
  readonly euroCents: bigint;
  readonly feeMinor: bigint;
  readonly sentMinor: bigint;
  /** What the merchant sets aside for the network; undefined where the provider pays it. */
  readonly feeReserveCents: bigint | undefined;
}

export interface RefundTerms {
  /** All that is refundable where nothing is said. */
  readonly wishedCents: bigint | undefined;
  /** What the network takes, where the customer bears it. */
  readonly feeMinor: bigint;
  /** The same in the merchant's cents, where it bears it; undefined where the provider does. */
  readonly feeCents: bigint | undefined;
  /** For coins that have to be bought; asked for only then. */
  readonly buyPrice: () => Price;
}

export type RefundFault = 'too_much' | 'not_whole' | 'too_small' | 'below_fee';

/** The dust limit of the type of address that has the highest: nodes do not relay less, and it would never arrive. */
const leastSentMinor: Readonly<Record<CoinCode, bigint>> = {
  BTC: 546n,
  BCH: 546n,
  LTC: 5460n,
  ETH: 1n,
  XRP: 1n,
};

/**
 * Coins that were never settled go back as they came, less the network's fee. Of a settled payment what is held beyond
 * the amount due goes first, then coins are bought for the merchant's euros, and the merchant pays the fee.
 */
export function planRefund(refundable: Refundable, terms: RefundTerms): RefundPlan | RefundFault {
  const allCents = refundableCents(refundable);
  if (refundable.creditedCents === null) {
    const wishedCents = terms.wishedCents ?? allCents;
    if (!isAbout(wishedCents, allCents)) return wishedCents > allCents ? 'too_much' : 'not_whole';
    const totalCents = allCents;
    const { heldMinor } = refundable;
    const { feeMinor } = terms;
    const sentMinor = heldMinor - feeMinor;
    if (sentMinor < leastSentMinor[refundable.coin]) return 'too_small';
    // The receiver bears it; where it turns out to be more, whoever asked for the refund pays the rest.
    const feeReserveCents = terms.feeCents === undefined ? undefined : 0n;
    return { totalCents, heldMinor, boughtMinor: 0n, euroCents: 0n, feeMinor, sentMinor, feeReserveCents };
  }
  const totalCents = terms.wishedCents ?? allCents;
  if (totalCents > allCents) return 'too_much';
  const { heldMinor, heldCents } = takeHeld(refundable, totalCents);
  const euroCents = totalCents - heldCents;
  const boughtMinor = euroCents === 0n ? 0n : buy(refundable.coin, euroCents, terms.buyPrice());
  const sentMinor = heldMinor + boughtMinor;
  if (sentMinor < leastSentMinor[refundable.coin]) return 'too_small';
  const feeReserveCents = terms.feeCents;
  if (totalCents < (feeReserveCents ?? 0n)) return 'below_fee';
  return { totalCents, heldMinor, boughtMinor, euroCents, feeMinor: 0n, sentMinor, feeReserveCents };
}

/**
 * Whoever names what a lookup showed a while ago means all of it: the price moves meanwhile, and the coins that go back
 * are the same.
 */
const isAbout = (wishedCents: bigint, allCents: bigint): boolean => {
  const difference = wishedCents > allCents ? wishedCents - allCents : allCents - wishedCents;
  return difference * 20n <= allCents;
};

/** Where all of its value is taken, so is the rest that is worth less than a cent. */
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

/** What is to be sent, the network's fee included, lies in provider:payouts from here on. */
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

/**
 * Undoes `refundMovement`, at the price of then; what is owed is kept of the euros, and of the coins what the network
 * took for nothing.
 */
export function giveBackMovement(
  pspId: number,
  refund: Refund,
  { cents: owedCents, lossCents }: Owed = { cents: 0n, lossCents: 0n },
): Movement {
  const keptCents = least(owedCents, refund.euro_amount);
  const lostMinor = refund.lost_fee_coin_amount;
  return {
    kind: 'refund_failed',
    reference: refund.id,
    entries: [
      ...moved(payoutAccount, heldFor(pspId), refund.coin, refund.held_coin_amount - lostMinor),
      ...moved(payoutAccount, feeAccount, refund.coin, lostMinor),
      ...moved(payoutAccount, tradingAccount, refund.coin, refund.bought_coin_amount),
      ...moved(tradingAccount, availableTo(pspId), 'EUR', refund.euro_amount - keptCents),
      ...moved(tradingAccount, lossAccount, 'EUR', least(keptCents, lossCents)),
    ],
  };
}

/** The network did not take it after all. */
export const returnFeeMovement = (refund: Refund, time: number, returnedMinor: bigint): Movement => ({
  kind: 'refund_fee_returned',
  reference: `${refund.id}:${time}`,
  entries: transfer(feeAccount, heldFor(refund.psp_id), refund.coin, returnedMinor),
});

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The ledger takes no entry of zero. */
const moved = (...[from, to, asset, amountMinor]: Parameters<typeof transfer>): Entry[] =>
  amountMinor === 0n ? [] : transfer(from, to, asset, amountMinor);
