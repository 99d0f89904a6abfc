import type { Signals } from '../../platform/signals/signals.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/** Signal that makes the reader of a chain poll its node and run its reviews at once. The payload is the coin. */
export const wakeChannel = 'wake-chain-reader';

/** Call this after the commit. Before it, the reader finds nothing new. */
export function wakeChainReader(signals: Signals, coin: CoinCode): void {
  signals.publish(wakeChannel, coin);
}
