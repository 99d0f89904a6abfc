import { multiplyDivide } from '../../platform/money.ts';
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

/** What a merchant still has to be charged for: not what the receiver leaves the network. */
export const chargedMinor = (
  { fee_allowance: allowance }: Pick<Payout, 'fee_allowance'>,
  feeMinor: bigint,
): bigint => (feeMinor > allowance ? feeMinor - allowance : 0n);

export interface FeeCharge {
  /** What is charged in all, and what stays set aside. */
  readonly chargeCents: bigint;
  readonly reserveCents: bigint;
  /** What the balance has to give beside what was set aside. */
  readonly extraCents: bigint;
  readonly movement: Movement;
}

/**
 * With the signing, where the fee is known: what was set aside pays it, and the balance what that lacks. So the coins
 * that the network gets are paid for at the price of the moment at which they are spent.
 */
export function chargeFee(payout: Payout, transactionId: string, chargeCents: bigint): FeeCharge {
  const { psp_id: pspId, fee_reserve: reserved } = payout;
  const fromReserve = chargeCents < reserved ? chargeCents : reserved;
  const extraCents = chargeCents - fromReserve;
  return {
    chargeCents,
    reserveCents: reserved - fromReserve,
    extraCents,
    movement: {
      kind: 'network_fee_charged',
      reference: `${payout.id}:${transactionId}`,
      entries: [
        ...moved(feeReserveOf(pspId), feeAccount, fromReserve),
        ...moved(availableTo(pspId), feeAccount, extraCents),
      ],
    },
  };
}

/** With the end: the rest goes back, and all of it where nothing was paid to the network. */
export function settleFee(payout: Payout, end: 'COMPLETED' | 'FAILED' | 'REVERSED'): Movement[] {
  const { psp_id: pspId, fee_reserve: reserved, fee_charge: charged } = payout;
  const entries = [
    ...moved(feeReserveOf(pspId), availableTo(pspId), reserved),
    ...(end === 'COMPLETED' ? [] : moved(feeAccount, availableTo(pspId), charged)),
  ];
  return entries.length === 0
    ? []
    : [{ kind: 'network_fee_returned', reference: `${payout.id}:${end}`, entries }];
}

/** The ledger takes no entry of zero. */
const moved = (from: AccountOwner, to: AccountOwner, cents: bigint): Entry[] =>
  cents === 0n ? [] : transfer(from, to, 'EUR', cents);
