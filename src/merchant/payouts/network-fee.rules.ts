import { least, multiplyDivide } from '../../platform/money.ts';
import { decimalsOf, euroDecimals, priceDecimals, type CoinCode, type Price } from '../assets/asset.rules.ts';
import {
  availableTo,
  feeAccount,
  feeReserveOf,
  transfer,
  type AccountOwner,
  type Entry,
  type Movement,
} from '../books/ledger.rules.ts';
import type { Payout } from './payout.rules.ts';

/** Returns the cents for a network fee at the merchant's buying price, rounded up. */
export function feeCents(coin: CoinCode, feeMinor: bigint, price: Price): bigint {
  const scale = 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals);
  return multiplyDivide(feeMinor, price, scale, 'up');
}

/** Reserves the estimated fee when the order is created. */
export const reserveFee = (pspId: number, orderId: string, cents: bigint): Movement => ({
  kind: 'network_fee',
  reference: orderId,
  entries: moved(availableTo(pspId), feeReserveOf(pspId), cents),
});

/**
 * Refers to the order, as the reservation does, because the merchant knows it. The payout id keeps references of one
 * order apart.
 */
const subjectOf = ({ id, order_id: orderId }: Pick<Payout, 'id' | 'order_id'>): string =>
  orderId === null ? id : `${orderId}:${id}`;

/** Returns the fee beyond the recipient's allowance, which the merchant pays. */
export const chargedMinor = (
  { fee_allowance: allowance }: Pick<Payout, 'fee_allowance'>,
  feeMinor: bigint,
): bigint => (feeMinor > allowance ? feeMinor - allowance : 0n);

export interface FeeCharge {
  /** Total charge, for `coveredMinor`. */
  readonly chargeCents: bigint;
  readonly coveredMinor: bigint;
  /** The part of the merchant's share that its balance does not cover. */
  readonly borneMinor: bigint;
  /** The total charge if the balance covered everything. */
  readonly wantedCents: bigint;
  /** The reserve that remains. */
  readonly reserveCents: bigint;
  /** The amount taken from the balance, beyond the reserve. */
  readonly extraCents: bigint;
  /** Undefined if nothing is charged. */
  readonly movement: Movement | undefined;
}

export interface FeePart {
  readonly transactionId: string;
  readonly feeMinor: bigint;
  /** The merchant's balance beyond the reserve. */
  readonly availableCents: bigint;
  readonly price: () => Price;
}

/**
 * Charges the fee at signing, when it is known: first from the reserve, then from the balance, at the present price of
 * the coins. For a raised fee, only the difference is charged, with amounts that an earlier raise left uncovered.
 * Returns undefined if the fee is covered already.
 */
export function chargeFee(payout: Payout, part: FeePart): FeeCharge | undefined {
  const { psp_id: pspId, fee_reserve: reserved } = payout;
  const dueMinor = chargedMinor(payout, part.feeMinor) - payout.fee_covered;
  if (dueMinor <= 0n) return undefined;
  const dueCents = feeCents(payout.coin, dueMinor, part.price());
  const hadCents = least(dueCents, reserved + part.availableCents);
  // Rounded down to whole units of the coin, so that only covered units are charged.
  const paidMinor = multiplyDivide(dueMinor, hadCents, dueCents, 'down');
  const cents = multiplyDivide(dueCents, paidMinor, dueMinor, 'up');
  const fromReserve = least(cents, reserved);
  const entries = [
    ...moved(feeReserveOf(pspId), feeAccount, fromReserve),
    ...moved(availableTo(pspId), feeAccount, cents - fromReserve),
  ];
  const reference = `${subjectOf(payout)}:${part.transactionId}`;
  return {
    chargeCents: payout.fee_charge + cents,
    coveredMinor: payout.fee_covered + paidMinor,
    borneMinor: dueMinor - paidMinor,
    wantedCents: payout.fee_charge + dueCents,
    reserveCents: reserved - fromReserve,
    extraCents: cents - fromReserve,
    movement: entries.length === 0 ? undefined : { kind: 'network_fee_charged', reference, entries },
  };
}

export interface FeeSettlement {
  readonly chargeCents: bigint;
  readonly coveredMinor: bigint;
  readonly borneMinor: bigint;
  readonly movements: Movement[];
}

/**
 * Settles the fee at the end of a payout: gives the unused reserve back. A failed or reversed payout costs only the fee
 * of a transaction without effect (`lost_fee`). If a cheaper transaction was mined than the most expensive one signed,
 * the difference goes first to the provider, up to the part that it bore, then to the merchant.
 */
export function settleFee(payout: Payout, end: string): FeeSettlement {
  const { psp_id: pspId, fee_reserve: reserved, fee_charge: charged, fee_covered: covered } = payout;
  const taken = end === 'FAILED' || end === 'REVERSED' ? payout.lost_fee : (payout.fee ?? 0n);
  const paid = chargedMinor(payout, taken);
  const isCheaper = paid < covered;
  const chargeCents = isCheaper ? multiplyDivide(charged, paid, covered, 'up') : charged;
  const entries = [
    ...moved(feeReserveOf(pspId), availableTo(pspId), reserved),
    ...moved(feeAccount, availableTo(pspId), charged - chargeCents),
  ];
  return {
    chargeCents,
    coveredMinor: isCheaper ? paid : covered,
    borneMinor: isCheaper ? 0n : least(paid - covered, payout.fee_borne),
    movements:
      entries.length === 0
        ? []
        : [{ kind: 'network_fee_returned', reference: `${subjectOf(payout)}:${end}`, entries }],
  };
}

/** The ledger rejects entries of zero. */
const moved = (from: AccountOwner, to: AccountOwner, cents: bigint): Entry[] =>
  cents === 0n ? [] : transfer(from, to, 'EUR', cents);
