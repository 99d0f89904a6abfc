import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { endPresentAccount, lockPresentAccount, selectFormerAccounts } from './former-account.store.ts';

export interface Rotation {
  readonly coin: CoinCode;
  /** Extended public key of the account that replaces the present one. */
  readonly account: string;
  readonly by: string;
  readonly reason: string;
}

export type Rotated = { readonly number: number } | { readonly refusal: string };

/**
 * Replaces the account: from now on addresses are derived from the new one, and payouts need its key. Addresses
 * assigned before stay watched. The key of the former account is kept, since it holds coins and may receive more.
 */
export function rotateAccount(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
  rotation: Rotation,
): Promise<Rotated> {
  return transaction(context.sql, async (tx) => {
    const { coin, account, by, reason } = rotation;
    const refusal = await findRefusal(tx, rotation);
    if (refusal !== undefined) return { refusal };
    const number = (await selectFormerAccounts(tx, coin)).length;
    await endPresentAccount(tx, coin, { number, next: account, now: context.clock.now() });
    const detail = { account: String(number + 1) };
    recordAction(tx, context, { action: 'rotate', subject: coin, by: staffActor(by), reason, detail });
    context.log.warn({ coin, ...detail, by, reason }, 'the account was replaced');
    return { number: number + 1 };
  });
}

async function findRefusal(tx: Tx, { coin, account }: Rotation): Promise<string | undefined> {
  const present = await lockPresentAccount(tx, coin);
  if (present === undefined) return `No ${coin} was read yet: any account can be set.`;
  if (present === account) return `${coin}_XPUB names the account that this database has already.`;
  // A former account must not return: its address indexes would repeat, and its key was retired for a reason.
  const former = await selectFormerAccounts(tx, coin);
  return former.some((one) => one.account === account)
    ? `The account of ${coin}_XPUB was replaced before and cannot be used again.`
    : undefined;
}
