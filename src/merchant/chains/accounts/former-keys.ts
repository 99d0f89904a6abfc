import type { HDKey } from '@scure/bip32';
import type { Platform } from '../../../platform/platform.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { ReadKey } from '../keys/account-key.ts';
import { openFormerKey, sealChainKey } from '../keys/chain-keys.ts';
import { saveFormerKey, selectFormerAccounts, type FormerAccount } from './former-account.store.ts';

export interface FormerKeys {
  /** Signing keys of former accounts by account number. */
  readonly keys: ReadonlyMap<number, HDKey>;
  readonly lacks: ReadonlySet<number>;
}

/** Opens the keys of former accounts, which still hold coins and may still receive payments. */
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
      'keys of former accounts are missing, so their coins cannot be moved: store the keys with "praca chain key"',
    );
  }
  return { keys, lacks };
}

/** Stores a key for the former account that it belongs to. Returns false if it belongs to none. */
export async function keepFormerKey(
  { sql }: { readonly sql: Tag },
  walletKey: string,
  coin: CoinCode,
  read: (account: string) => Promise<{ readonly key: string } | { readonly fault: string }>,
): Promise<boolean> {
  for (const { number, account } of await selectFormerAccounts(sql, coin)) {
    const found = await read(account);
    if ('fault' in found) continue;
    await saveFormerKey(sql, coin, number, sealChainKey(walletKey, coin, found.key));
    return true;
  }
  return false;
}
