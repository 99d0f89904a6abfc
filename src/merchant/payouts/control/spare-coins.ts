import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, PayingAccount } from '../../chains/chain.ts';
import { sumSpendablePerTransaction } from '../../chains/outgoing/list-spendable.ts';
import { isFrozen } from '../../chains/freezes/freeze-payouts.ts';
import { sumAvailable } from '../numbers/available.ts';
import { lockWallet } from '../payout.store.ts';
import { readNeeds } from './control.store.ts';

export interface WalletState {
  /** Confirmed and unspent. */
  readonly spendableMinor: bigint;
  /** The part that one transaction can spend. */
  readonly reachMinor: bigint;
  /** Amount and fees of all unsigned payouts, including those that wait for a decision. */
  readonly neededMinor: bigint;
}

/**
 * Locks and reads the hot wallet; no payout is signed until the commit. Returns undefined if payouts are frozen or a
 * transfer to the cold wallet is under way. `account` is the paying account as recently reported by its node, on chains
 * with accounts.
 */
export async function readWalletState(
  tx: Tx,
  chain: Chain,
  feeRate: bigint,
  account: PayingAccount | undefined,
): Promise<WalletState | undefined> {
  const { coin, payer } = chain;
  assert(payer, `no process without a payer looks after the wallet of ${coin}`);
  await lockWallet(tx, coin);
  if (await isFrozen(tx, coin)) return undefined;
  const needs = await readNeeds(tx, coin);
  if (needs.cold > 0) return undefined;
  const { totalMinor, reachMinor } =
    payer.funds === 'outputs'
      ? await sumSpendablePerTransaction(tx, chain, payer, feeRate)
      : await sumAvailable(tx, chain, account).then((minor) => ({ totalMinor: minor, reachMinor: minor }));
  return {
    spendableMinor: totalMinor,
    reachMinor,
    neededMinor: needs.amount + BigInt(needs.count) * chain.usualFee(feeRate),
  };
}
