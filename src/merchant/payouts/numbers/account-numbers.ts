import type { Platform } from '../../../platform/platform.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { readAccountNumber } from '../../chains/accounts/open-accounts.ts';
import type { Chain } from '../../chains/chain.ts';
import { lockWallet } from '../payout.store.ts';
import { passNumber, readLastNumber } from './number.store.ts';

/**
 * Stores the account's next number before its first payout. A database restored to that state can then detect that
 * later numbers were used.
 */
export async function noteFirstNumber(context: Pick<Platform, 'sql'>, chain: Chain): Promise<void> {
  const { coin, node, payer, accountNumber } = chain;
  const paying = { coin, account: accountNumber };
  if (payer?.funds !== 'sequence' || (await readLastNumber(context.sql, paying)) !== null) return;
  const account = await node.readAccount?.();
  if (account) await passNumber(context.sql, paying, account.nextNumber - 1n);
}

export interface PassedNumbers {
  readonly coin: CoinCode;
  /** The first number that may be used. */
  readonly next: bigint;
  readonly by: string;
  readonly reason: string;
}

/**
 * Skips numbers that were used elsewhere, after staff have compared the transactions. Returns false if no number would
 * be skipped.
 */
export function passNumbers(
  context: Pick<Platform, 'sql' | 'clock' | 'log'>,
  { coin, next, by, reason }: PassedNumbers,
): Promise<boolean> {
  return transaction(context.sql, async (tx) => {
    await lockWallet(tx, coin);
    const paying = { coin, account: await readAccountNumber(tx, coin) };
    const last = await readLastNumber(tx, paying);
    if (last === null || next <= last + 1n) return false;
    await passNumber(tx, paying, next - 1n);
    const detail = { from: String(last + 1n), next: String(next) };
    recordAction(tx, context, { action: 'number', subject: coin, by: staffActor(by), reason, detail });
    context.log.warn(
      { coin, ...detail, by, reason },
      'payouts skip account numbers that were used elsewhere',
    );
    return true;
  });
}
