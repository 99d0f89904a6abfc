import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { listOutgoingTransactions } from '../../chains/outgoing/outgoing-transactions.ts';
import { getChainState, type ChainState } from '../../chains/state/get-chain-state.ts';
import type { Payout } from '../payout.rules.ts';
import type { SeenTransaction } from './batch.rules.ts';
import {
  listBatchTransactions,
  listShares,
  lockBatch,
  lockBatchPayouts,
  type Batch,
  type ShareRow,
} from './batch.store.ts';

/** A batch with everything that was signed for it, as the chain has that now. */
export interface BatchFacts {
  readonly batch: Batch;
  readonly payouts: readonly Payout[];
  /** The first one first. */
  readonly transactions: readonly SeenTransaction[];
  readonly shares: readonly ShareRow[];
  readonly state: ChainState;
}

/** Locked until the commit; the caller keeps the chain still. */
export async function lockBatchFacts(tx: Tx, id: string): Promise<BatchFacts | undefined> {
  const batch = await lockBatch(tx, id);
  if (!batch) return undefined;
  const [payouts, signed, shares, outgoing, state] = await Promise.all([
    lockBatchPayouts(tx, id),
    listBatchTransactions(tx, id),
    listShares(tx, id),
    listOutgoingTransactions(tx, id),
    getChainState(tx, batch.coin),
  ]);
  const transactions = signed.map((one): SeenTransaction => {
    const seen = outgoing.find((candidate) => candidate.transactionId === one.transaction_id);
    assert(seen, `nothing is known of the transaction ${one.transaction_id}`);
    const { coin: _coin, transactionId: _transactionId, ...shown } = seen;
    return { ...one, ...shown };
  });
  return { batch, payouts, transactions, shares, state };
}
