import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { findPresentAccount, selectFormerAccounts, type FormerAccount } from './former-account.store.ts';

export interface WalletAccounts {
  /** Number of the present account. */
  readonly number: number;
  readonly former: readonly FormerAccount[];
}

/**
 * Returns the number of the account in the settings, with the former accounts. Throws an explanation if the database
 * belongs to another account.
 */
export async function openAccounts(
  { sql }: { readonly sql: Tag },
  coin: CoinCode,
  account: string,
): Promise<WalletAccounts> {
  const present = await findPresentAccount(sql, coin);
  if (present !== undefined && present !== account) {
    throw new StartError(
      `This database belongs to another ${coin} account than that of ${coin}_XPUB. To replace the account, run "praca chain rotate ${coin}"; otherwise use another database.`,
    );
  }
  const former = await selectFormerAccounts(sql, coin);
  return { number: former.length, former };
}

export async function readAccountNumber(sql: Tag, coin: CoinCode): Promise<number> {
  return (await selectFormerAccounts(sql, coin)).length;
}
