import type { Platform } from '../../../platform/platform.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { staffActor } from '../../audit/audit.rules.ts';
import { recordAction } from '../../audit/record-action.ts';
import { readAccountNumber } from '../../chains/accounts/open-accounts.ts';
import type { Chain } from '../../chains/chain.ts';
import { lockWallet } from '../payout.store.ts';
import { passNumber, readLastNumber } from './number.store.ts';

/**
 * Writes down where the account's numbers stood when somebody first began to pay from it. A copy of the database from
 * before the first payout then still knows that the numbers after it were used by somebody.
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
  /** The first that may be given out. */
  readonly next: bigint;
  readonly by: string;
  readonly reason: string;
}

/** What was used by somebody else is left out: people have compared what it paid. False where there is no such number. */
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
    context.log.warn({ coin, ...detail, by, reason }, 'payouts leave out numbers that others have used');
    return true;
  });
}
