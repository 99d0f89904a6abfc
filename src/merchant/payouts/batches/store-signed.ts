import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Signed } from '../../chains/chain.ts';
import { recordOutgoingTransaction } from '../../chains/outgoing/outgoing-transactions.ts';
import type { Movement } from '../../ledger/ledger.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { coverFees, type Charged } from '../cover-fee.ts';
import type { Payout } from '../payout.rules.ts';
import { divideFee, weightsOf, type BatchTransaction } from './batch.rules.ts';
import { insertSigned, type Batch, type PayoutPlace } from './batch.store.ts';

/** Rolls everything back that was to be signed with this payout's fee. */
export class NotCovered extends Error {
  readonly payout: Payout;
  readonly trouble: string;

  constructor(payout: Payout, trouble: string) {
    super(`nobody covers the fee of a payout: ${trouble}`);
    this.payout = payout;
    this.trouble = trouble;
  }
}

export interface StoredTransaction {
  /** What it makes of each payout. */
  readonly places: PayoutPlace[];
  /** What the merchants pay for it, for the caller to post, last in the transaction. */
  readonly movements: Movement[];
  /** Whose part is not all covered: the provider pays the rest. */
  readonly lacking: readonly Charged[];
}

interface ToStore {
  readonly batch: Pick<Batch, 'id' | 'coin'>;
  readonly generation: number;
  readonly kind: BatchTransaction['kind'];
  /** All of the batch, a payment's in the order of its recipients. */
  readonly payouts: readonly Payout[];
  readonly signed: Extract<Signed, { readonly bytes: string }>;
  readonly feeRate: bigint;
  /** Of a child: what each has of the transactions that it pushes, by which its own fee is divided. */
  readonly pushed?: readonly bigint[];
}

/**
 * The bytes, with what they use up and what they cost everybody, before anybody but us has seen them. Each payout's fee
 * is covered first (`coverFees`), or nothing is stored.
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
    // A child pays nobody.
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

/** Where nothing was paid so far, everybody has the same. */
const weightsOfPushed = (pushed: readonly bigint[]): number[] =>
  pushed.every((fee) => fee === 0n) ? pushed.map(() => 1) : pushed.map(Number);
