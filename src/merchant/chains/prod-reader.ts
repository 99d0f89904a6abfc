import type { Signals } from '../../platform/signals/signals.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/** Whoever reads a chain looks at it, and at its reviews, as soon as it hears this; the payload is the coin. */
export const prodChannel = 'chain-prod';

/** After the commit. */
export function prodReader(signals: Signals, coin: CoinCode): void {
  signals.publish(prodChannel, coin);
}
