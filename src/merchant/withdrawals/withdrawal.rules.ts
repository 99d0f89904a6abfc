import type { CoinCode } from '../assets/asset.rules.ts';
import { availableTo, payoutAccount, tradingAccount, transfer, type Entry } from '../ledger/ledger.rules.ts';

/** The merchant buys the coins, and they go to those that are on their way out. */
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

/** Exactly what was taken goes back, whatever the coins are worth by then. */
export function giveBackEntries(...reserved: Parameters<typeof reserveEntries>): Entry[] {
  return reserveEntries(...reserved).map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
}
