import type { HDKey } from '@scure/bip32';
import type { Platform } from '../../../platform/platform.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { ReadKey } from '../keys/account-key.ts';
import { openFormerKey } from '../keys/chain-keys.ts';
import type { FormerAccount } from './former-account.store.ts';

export interface FormerKeys {
  /** By the number of their accounts. */
  readonly keys: ReadonlyMap<number, HDKey>;
  readonly lacks: ReadonlySet<number>;
}

/** The keys of accounts whose place others have taken: coins lie there, and customers may still pay to them. */
export function openFormerKeys(
  { log }: Pick<Platform, 'log'>,
  { coin, walletKey }: { readonly coin: CoinCode; readonly walletKey: string },
  former: readonly FormerAccount[],
  read: (stored: string, account: string) => ReadKey,
): FormerKeys {
  const keys = new Map<number, HDKey>();
  const lacks = new Set<number>();
  for (const { number, account, sealed_key: sealed } of former) {
    const found = sealed && read(openFormerKey(walletKey, coin, sealed), account);
    if (found && 'key' in found) keys.set(number, found.key);
    else lacks.add(number);
  }
  if (lacks.size > 0) {
    log.warn(
      { coin, accounts: [...lacks] },
      'keys of former accounts are missing, and what lies there cannot be moved: store them with "praca chain key"',
    );
  }
  return { keys, lacks };
}
