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

/** A batch with its payouts and signed transactions, as the chain shows them at present. */
export interface BatchFacts {
  readonly batch: Batch;
  readonly payouts: readonly Payout[];
  /** Oldest first. */
  readonly transactions: readonly SeenTransaction[];
  readonly shares: readonly ShareRow[];
  readonly state: ChainState;
}

/** Locks the batch and its payouts until the commit. The caller must hold the chain. */
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
