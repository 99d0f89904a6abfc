import type { CoinCode } from '../assets/asset.rules.ts';
import type { CustomerDetails } from '../customers/customer.rules.ts';
import { availableTo, heldFor, tradingAccount, transfer, type Entry } from '../ledger/ledger.rules.ts';

/** Who deposits: the IP address only where the merchant gives one. */
export type DepositingCustomer = Omit<CustomerDetails, 'customer_ip_address'> &
  Partial<Pick<CustomerDetails, 'customer_ip_address'>>;

/** What becomes of deposited coins: sold for euros at once, or held as they are. */
export const depositModes = ['sell', 'hold'] as const;
export type DepositMode = (typeof depositModes)[number];

export interface DepositedCoins {
  pspId: number;
  coin: CoinCode;
  amountMinor: bigint;
  /** Null where the coins are held. */
  euroAmountMinor: bigint | null;
}

/** From what came in to what the merchant can spend. */
export function settleEntries({ pspId, coin, amountMinor, euroAmountMinor }: DepositedCoins): Entry[] {
  if (euroAmountMinor === null) return transfer(heldFor(pspId), availableTo(pspId), coin, amountMinor);
  return [
    ...transfer(heldFor(pspId), tradingAccount, coin, amountMinor),
    // A few units of a cheap coin are worth less than a cent.
    ...(euroAmountMinor === 0n ? [] : transfer(tradingAccount, availableTo(pspId), 'EUR', euroAmountMinor)),
  ];
}
