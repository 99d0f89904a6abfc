import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  availableTo,
  payoutAccount,
  tradingAccount,
  transfer,
  type Entry,
} from '../../books/ledger.rules.ts';

/** Books the sale of coins to the merchant, and moves them to the payout account. */
export function reserveEntries(
  pspId: number,
  coin: CoinCode,
  coinAmountMinor: bigint,
  euroAmountMinor: bigint,
): Entry[] {
  return [
    ...transfer(availableTo(pspId), tradingAccount, 'EUR', euroAmountMinor),
    ...transfer(tradingAccount, payoutAccount, coin, coinAmountMinor),
  ];
}

/** Gives back exactly the amounts taken; the present price is ignored. */
export function giveBackEntries(...reserved: Parameters<typeof reserveEntries>): Entry[] {
  return reserveEntries(...reserved).map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
}
