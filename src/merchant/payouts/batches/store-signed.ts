import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Signed } from '../../chains/chain.ts';
import { recordOutgoingTransaction } from '../../chains/outgoing/outgoing-transactions.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { coverFees, type Charged } from '../cover-fee.ts';
import type { Payout } from '../payout.rules.ts';
import { divideFee, weightsOf, type BatchTransaction } from './batch.rules.ts';
import { insertSigned, type Batch, type PayoutPlace } from './batch.store.ts';
import { sayIn, type Sentence } from '../../../platform/problem.ts';

/** Rolls back a signing whose fee this payout cannot pay. */
export class NotCovered extends Error {
  readonly payout: Payout;
  readonly trouble: Sentence;

  constructor(payout: Payout, trouble: Sentence) {
    super(`the fee of a payout is not covered: ${sayIn('en', trouble)}`);
    this.payout = payout;
    this.trouble = trouble;
  }
}

export interface StoredTransaction {
  /** The new batch and transaction of each payout. */
  readonly places: PayoutPlace[];
  /** Charges to the merchants, which the caller posts at the end of the transaction. */
  readonly movements: Movement[];
  /** Payouts whose part is not fully covered: the provider pays the rest. */
  readonly lacking: readonly Charged[];
}

interface ToStore {
  readonly batch: Pick<Batch, 'id' | 'coin'>;
  readonly generation: number;
  readonly kind: BatchTransaction['kind'];
  /** All payouts of the batch; for a payment, in the order of its recipients. */
  readonly payouts: readonly Payout[];
  readonly signed: Extract<Signed, { readonly bytes: string }>;
  readonly feeRate: bigint;
  /**
   * For a child: each payout's share in the fees of its ancestors. The child's fee is divided in the same proportion.
   */
  readonly pushed?: readonly bigint[];
}

/**
 * Stores the bytes, with the inputs that they spend and the fee share of each payout, before they leave the process.
 * The fees are covered first (`coverFees`); otherwise nothing is stored.
 */
export async function storeSigned(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'rates'>,
  toStore: ToStore,
): Promise<StoredTransaction> {
  const { batch, payouts, signed, pushed } = toStore;
  const shares = divideFee(
    signed.feeMinor,
    pushed ? weightsOfPushed(pushed) : weightsOf({ weight: signed.weight, paid: signed.paid }),
  );
  const fees = payouts.map((payout, index) => ({
    payout,
    feeMinor: (shares[index] ?? 0n) + (pushed?.[index] ?? 0n),
  }));
  const raised = toStore.generation > 0;
  const cover = await coverFees(tx, context, fees, { transactionId: signed.transactionId, raised });
  if ('trouble' in cover) throw new NotCovered(cover.payout, cover.trouble);
  const places = fees.map(({ payout, feeMinor }): PayoutPlace => ({
    payoutId: payout.id,
    // A child has no recipients.
    transactionId: toStore.kind === 'payment' ? signed.transactionId : (payout.transaction_id ?? ''),
    feeMinor,
  }));
  await recordOutgoingTransaction(tx, {
    coin: batch.coin,
    transactionId: signed.transactionId,
    subjectId: batch.id,
    spends: signed.spends,
  });
  await insertSigned(tx, {
    coin: batch.coin,
    batchId: batch.id,
    generation: toStore.generation,
    kind: toStore.kind,
    transactionId: signed.transactionId,
    bytes: signed.bytes,
    feeMinor: signed.feeMinor,
    feeRate: toStore.feeRate,
    weight: signed.weight,
    lastHeight: signed.lastHeight,
    signedAt: context.clock.now(),
    shares: payouts.map((payout, index) => ({
      payoutId: payout.id,
      outputIndex: signed.paid[index]?.outputIndex ?? null,
      feeMinor: shares[index] ?? 0n,
    })),
  });
  return { places, movements: cover.movements, lacking: cover.lacking };
}

/** If the ancestors had no fee, all payouts get an equal share. */
const weightsOfPushed = (pushed: readonly bigint[]): number[] =>
  pushed.every((fee) => fee === 0n) ? pushed.map(() => 1) : pushed.map(Number);
