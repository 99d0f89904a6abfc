import type { Signals } from '../../../platform/signals/signals.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { chainProdChannel } from '../chain-reader.ts';

/** After the commit: whoever reads this chain looks at once instead of with its next turn. */
export function prodReader(signals: Signals, coin: CoinCode): void {
  signals.publish(chainProdChannel, coin);
}
