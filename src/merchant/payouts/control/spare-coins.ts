import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, Payer, PayingAccount } from '../../chains/chain.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';
import { isFrozen } from '../../freezes/freeze-payouts.ts';
import { sumAvailable } from '../numbers/available.ts';
import { lockWallet } from '../payout.store.ts';
import { readNeeds } from './control.store.ts';

export interface WalletState {
  /** Confirmed, used by nobody, and within reach of one transaction. */
  readonly spendableMinor: bigint;
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
  const spendableMinor =
    payer.funds === 'outputs'
      ? await sumWithinReach(tx, chain, payer, feeRate)
      : await sumAvailable(tx, chain, account);
  return { spendableMinor, neededMinor: needs.amount + BigInt(needs.count) * chain.usualFee(feeRate) };
}

/** What one transaction can bring of the outputs, each less what its own way in costs. */
async function sumWithinReach(tx: Tx, chain: Chain, payer: Payer, feeRate: bigint): Promise<bigint> {
  const costMinor = chain.spendingFee?.(feeRate) ?? 0n;
  return (await listSpendable(tx, chain.coin, payer))
    .slice(0, payer.mostInputs)
    .reduce((sum, { amountMinor }) => (amountMinor > costMinor ? sum + amountMinor - costMinor : sum), 0n);
}
