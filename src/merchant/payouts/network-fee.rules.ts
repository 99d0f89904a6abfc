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
} from '../ledger/ledger.rules.ts';
import type { Payout } from './payout.rules.ts';

/** Cents for a network's fee at the price at which the merchant would buy it, rounded up. */
export function feeCents(coin: CoinCode, feeMinor: bigint, price: Price): bigint {
  const scale = 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals);
  return multiplyDivide(feeMinor, price, scale, 'up');
}

/** With the order: the estimate is set aside. */
export const reserveFee = (pspId: number, orderId: string, cents: bigint): Movement => ({
  kind: 'network_fee',
  reference: orderId,
  entries: moved(availableTo(pspId), feeReserveOf(pspId), cents),
});

/** The order that the merchant knows, as with what was set aside; the payout keeps them apart. */
const subjectOf = ({ id, order_id: orderId }: Pick<Payout, 'id' | 'order_id'>): string =>
  orderId === null ? id : `${orderId}:${id}`;

/** What a merchant has to be charged for: not what the receiver leaves the network. */
export const chargedMinor = (
  { fee_allowance: allowance }: Pick<Payout, 'fee_allowance'>,
  feeMinor: bigint,
): bigint => (feeMinor > allowance ? feeMinor - allowance : 0n);

export interface FeeCharge {
  /** In all, of the coins that it covers. */
  readonly chargeCents: bigint;
  readonly coveredMinor: bigint;
  /** Of the merchant's part what its euros do not reach for. */
  readonly borneMinor: bigint;
  /** In all, if they reached for it. */
  readonly wantedCents: bigint;
  /** What stays set aside. */
  readonly reserveCents: bigint;
  /** What the balance has to give beside what was set aside. */
  readonly extraCents: bigint;
  /** Undefined where nothing is taken. */
  readonly movement: Movement | undefined;
}

export interface FeePart {
  readonly transactionId: string;
  readonly feeMinor: bigint;
  /** What the merchant can give beside what was set aside. */
  readonly availableCents: bigint;
  readonly price: () => Price;
}

/**
 * With the signing, where the fee is known: what was set aside pays it, and the balance what that lacks. So the coins
 * that the network gets are paid for at the price of the moment at which they are spent. Where the fee is raised, only
 * the rest is charged, with what an earlier raise left uncovered. Nothing where all of it is covered.
 */
export function chargeFee(payout: Payout, part: FeePart): FeeCharge | undefined {
  const { psp_id: pspId, fee_reserve: reserved } = payout;
  const dueMinor = chargedMinor(payout, part.feeMinor) - payout.fee_covered;
  if (dueMinor <= 0n) return undefined;
  const dueCents = feeCents(payout.coin, dueMinor, part.price());
  const hadCents = least(dueCents, reserved + part.availableCents);
  // Down to whole units of the coin, so that nobody is charged for what is not covered.
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
 * With the end, which the payout's fee is that of: the rest goes back, and all of it where nothing was paid to the
 * network but what it took for a transaction that paid nobody. Where a cheaper transaction was mined than the
 * dearest that was signed, so does what that would have cost: first to the provider, what it was to bear, then to the
 * merchant.
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

/** The ledger takes no entry of zero. */
const moved = (from: AccountOwner, to: AccountOwner, cents: bigint): Entry[] =>
  cents === 0n ? [] : transfer(from, to, 'EUR', cents);
