import { StartError } from '../../../platform/start-error.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** Said where a coin has a node, and also by commands for its account while it has none yet. */
export function missingAccount(
  coin: CoinCode,
  { node, setting, takes }: { readonly node: string; readonly setting: string; readonly takes: string },
): StartError {
  const lack = node === '' ? `${setting} is not set` : `${coin}_NODE is set and ${setting} is not`;
  return new StartError(`${lack}: set it to ${takes}.`);
}
