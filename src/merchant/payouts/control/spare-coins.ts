import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, PayingAccount } from '../../chains/chain.ts';
import { sumWithinReach } from '../../chains/outgoing/list-spendable.ts';
import { isFrozen } from '../../freezes/freeze-payouts.ts';
import { sumAvailable } from '../numbers/available.ts';
import { lockWallet } from '../payout.store.ts';
import { readNeeds } from './control.store.ts';

export interface WalletState {
  /** Confirmed, and used by nobody. */
  readonly spendableMinor: bigint;
  /** What of it one transaction can bring. */
  readonly reachMinor: bigint;
  /** What payouts that are not signed yet will take, those that wait for people included. */
  readonly neededMinor: bigint;
}

/**
 * What lies in the hot wallet, under its lock: nothing is signed beside it until the commit. Nothing where payouts are
 * frozen, or where coins are on their way to the cold wallet already. The account is the one that pays, where the chain
 * has accounts, as its node had it a moment ago.
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
      ? await sumWithinReach(tx, chain, payer, feeRate)
      : await sumAvailable(tx, chain, account).then((minor) => ({ totalMinor: minor, reachMinor: minor }));
  return {
    spendableMinor: totalMinor,
    reachMinor,
    neededMinor: needs.amount + BigInt(needs.count) * chain.usualFee(feeRate),
  };
}
