import { StartError } from '../../../platform/start-error.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** Error if a coin has a node but no account, or if a command needs the account. */
export function missingAccount(
  coin: CoinCode,
  { node, setting, takes }: { readonly node: string; readonly setting: string; readonly takes: string },
): StartError {
  const lack = node === '' ? `${setting} is not set` : `${coin}_NODE is set and ${setting} is not`;
  return new StartError(`${lack}: set it to ${takes}.`);
}
