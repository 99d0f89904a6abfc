import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { findPresentAccount, selectFormerAccounts, type FormerAccount } from './former-account.store.ts';

export interface WalletAccounts {
  /** Of the present one. */
  readonly number: number;
  readonly former: readonly FormerAccount[];
}

/** The place of the account that the settings name. Throws a sentence where the database belongs to another. */
export async function openAccounts(
  { sql }: { readonly sql: Tag },
  coin: CoinCode,
  account: string,
): Promise<WalletAccounts> {
  const present = await findPresentAccount(sql, coin);
  if (present !== undefined && present !== account) {
    throw new StartError(
      `This database belongs to another ${coin} account than ${coin}_XPUB names. Where the new one is to take its place, say so with "praca chain rotate ${coin}"; else use another database.`,
    );
  }
  const former = await selectFormerAccounts(sql, coin);
  return { number: former.length, former };
}

/** Of the present account. */
export async function readAccountNumber(sql: Tag, coin: CoinCode): Promise<number> {
  return (await selectFormerAccounts(sql, coin)).length;
}
