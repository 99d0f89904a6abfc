import { least } from '../../../platform/money.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, PayingAccount } from '../../chains/chain.ts';
import { chainAccount } from '../../ledger/ledger.rules.ts';
import { readBalance } from '../../ledger/read-balance.ts';
import { sumSigned } from '../payout.store.ts';
import { sumWaiting } from './number.store.ts';

/**
 * What the account that pays has left for payouts and their fees. An account has no outputs: the ledger knows its
 * balance, of which signed payouts will take their part. What the network keeps back is no part of it, nor what lies at
 * the addresses of customers until it is collected: that only the node can say.
 */
export async function sumAvailable(
  tx: Tx,
  { coin, accountNumber }: Pick<Chain, 'coin' | 'accountNumber'>,
  account: PayingAccount | undefined,
): Promise<bigint> {
  const bookedMinor = -(await readBalance(tx, chainAccount, coin));
  const spendableMinor = account?.spendableMinor ?? bookedMinor;
  // What is in a block has left the account already, and the books when it is deep enough.
  return least(
    bookedMinor - (await sumSigned(tx, coin)),
    spendableMinor - (await sumWaiting(tx, { coin, account: accountNumber })),
  );
}
