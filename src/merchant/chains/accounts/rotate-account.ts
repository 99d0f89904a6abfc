import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../audit/audit.rules.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { endPresentAccount, lockPresentAccount, selectFormerAccounts } from './former-account.store.ts';

export interface Rotation {
  readonly coin: CoinCode;
  /** The account that is to take the place of the present one, by its extended public key. */
  readonly account: string;
  readonly by: string;
  readonly reason: string;
}

/** The number of the account that begins, or why none does. */
export type Rotated = { readonly number: number } | { readonly refusal: string };

/**
 * From now on addresses are taken from another account, and a key of it is needed to pay out. What was given out before
 * stays watched; the key of the account that ends is kept, since coins lie there and more may come.
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
    context.log.warn({ coin, ...detail, by, reason }, 'another account takes the place of the one before');
    return { number: number + 1 };
  });
}

async function findRefusal(tx: Tx, { coin, account }: Rotation): Promise<string | undefined> {
  const present = await lockPresentAccount(tx, coin);
  if (present === undefined) return `No ${coin} was read yet: any account can be set.`;
  if (present === account) return `${coin}_XPUB names the account that this database has already.`;
  // Its addresses are counted on by numbers that it has used, and its key was given up for a reason.
  const former = await selectFormerAccounts(tx, coin);
  return former.some((one) => one.account === account)
    ? `The account of ${coin}_XPUB was exchanged for another once, and does not come back.`
    : undefined;
}
