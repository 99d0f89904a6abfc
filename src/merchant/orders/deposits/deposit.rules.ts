import type { CoinCode } from '../../assets/asset.rules.ts';
import type { CustomerDetails } from '../../customers/customer.rules.ts';
import { availableTo, heldFor, tradingAccount, transfer, type Entry } from '../../books/ledger.rules.ts';

/** Details of a depositing customer. The IP address is optional. */
export type DepositingCustomer = Omit<CustomerDetails, 'customer_ip_address'> &
  Partial<Pick<CustomerDetails, 'customer_ip_address'>>;

/** What happens to deposited coins: they are sold for euros at once, or held. */
export const depositModes = ['sell', 'hold'] as const;
export type DepositMode = (typeof depositModes)[number];

export interface DepositedCoins {
  pspId: number;
  coin: CoinCode;
  amountMinor: bigint;
  /** Null if the coins are held. */
  euroAmountMinor: bigint | null;
}

/** Returns the entries that turn deposited coins into the merchant's balance. */
export function settleEntries({ pspId, coin, amountMinor, euroAmountMinor }: DepositedCoins): Entry[] {
  if (euroAmountMinor === null) return transfer(heldFor(pspId), availableTo(pspId), coin, amountMinor);
  return [
    ...transfer(heldFor(pspId), tradingAccount, coin, amountMinor),
    // A few units of a cheap coin are worth less than a cent.
    ...(euroAmountMinor === 0n ? [] : transfer(tradingAccount, availableTo(pspId), 'EUR', euroAmountMinor)),
  ];
}
