import type { Signals } from '../../platform/signals/signals.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/** Whoever reads a chain asks its node, and runs its reviews, as soon as it hears this; the payload is the coin. */
export const wakeChannel = 'wake-chain-reader';

/** To be called after the commit: before it the reader would find nothing. */
export function wakeChainReader(signals: Signals, coin: CoinCode): void {
  signals.publish(wakeChannel, coin);
}
