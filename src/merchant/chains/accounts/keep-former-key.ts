import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { sealChainKey } from '../keys/chain-keys.ts';
import { saveFormerKey, selectFormerAccounts } from './former-account.store.ts';

/** Stores the key of whichever former account it is of; false where it is of none. */
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
