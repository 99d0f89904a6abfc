import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { getChainState } from '../../chains/state/get-chain-state.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import { listReceipts } from '../../chains/receipts/list-receipts.ts';
import type { PaymentFacts } from './payment-facts.rules.ts';
import type { Payment } from './payment.rules.ts';
import { listChoices } from './payment.store.ts';
import { listRefunds } from './refund.store.ts';
import { listReleases } from './release.store.ts';

/** Facts that cannot change until the end of the transaction. */
export interface LockedFacts extends PaymentFacts {
  /** Height of each chain's newest block. */
  readonly heights: ReadonlyMap<CoinCode, number>;
}

/**
 * Reads all input that determines the state of a payment, in one snapshot. The caller has locked the payment's row. The
 * chains are locked from here to the end of the transaction.
 */
export async function readPaymentFacts(tx: Tx, payment: Payment, now: Date): Promise<LockedFacts> {
  const choices = payment.choice_id === null ? [] : await listChoices(tx, payment.id);
  const coins = [...new Set(choices.map((choice) => choice.coin))];
  await holdChains(tx, coins);
  const heights = new Map<CoinCode, number>();
  const caughtUpAt = new Map<CoinCode, Date>();
  for (const coin of coins) {
    const state = await getChainState(tx, coin);
    heights.set(coin, state.height);
    const readUntil = state.off ? now : state.caughtUpAt;
    if (readUntil) caughtUpAt.set(coin, readUntil);
  }
  const receipts = choices.length === 0 ? [] : await listReceipts(tx, payment.id);
  const refunds = choices.length === 0 ? [] : await listRefunds(tx, payment.id);
  // Nearly all payments have no release; the column saves the query.
  const releases = payment.released_choice_id === null ? [] : await listReleases(tx, payment.id);
  return { payment, choices, receipts, refunds, releases, caughtUpAt, heights, now };
}
