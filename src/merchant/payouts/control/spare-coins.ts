import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain } from '../../chains/chain.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';
import { isFrozen } from '../../freezes/freeze-payouts.ts';
import { chainAccount } from '../../ledger/ledger.rules.ts';
import { readBalance } from '../../ledger/read-balance.ts';
import { lockWallet, sumSigned } from '../payout.store.ts';
import { readNeeds } from './control.store.ts';

export interface WalletState {
  /** Confirmed, and used by nobody. */
  readonly spendableMinor: bigint;
  /** What payouts that are not signed yet will take, those that wait for people included. */
  readonly neededMinor: bigint;
}

/**
 * What lies in the hot wallet, under its lock: nothing is signed beside it until the commit. Nothing where payouts are
 * frozen, or where coins are on their way to the cold wallet already.
 */
export async function readWalletState(
  tx: Tx,
  chain: Chain,
  feeRate: bigint,
): Promise<WalletState | undefined> {
  const { coin, payer } = chain;
  assert(payer, `no process without a payer looks after the wallet of ${coin}`);
  await lockWallet(tx, coin);
  if (await isFrozen(tx, coin)) return undefined;
  const needs = await readNeeds(tx, coin);
  if (needs.cold > 0) return undefined;
  const outputs = payer.funds === 'outputs' ? await listSpendable(tx, coin) : undefined;
  const spendableMinor = outputs
    ? outputs.reduce((sum, output) => sum + output.amountMinor, 0n)
    : -(await readBalance(tx, chainAccount, coin)) - (await sumSigned(tx, coin));
  return { spendableMinor, neededMinor: needs.amount + BigInt(needs.count) * chain.usualFee(feeRate) };
}
