import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Signed } from '../../chains/chain.ts';
import { recordOutgoingTransaction } from '../../chains/outgoing/outgoing-transactions.ts';
import type { PayoutContext, PayoutOwners } from '../payout-owner.ts';
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
 * is covered first, or nothing is stored. Gives what the transaction makes of each payout.
 */
export async function storeSigned(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  toStore: ToStore,
): Promise<PayoutPlace[]> {
  const { batch, payouts, signed, pushed } = toStore;
  const shares = divideFee(
    signed.feeMinor,
    pushed ? weightsOfPushed(pushed) : weightsOf({ weight: signed.weight, paid: signed.paid }),
  );
  const places: PayoutPlace[] = [];
  for (const [index, payout] of payouts.entries()) {
    const feeMinor = (shares[index] ?? 0n) + (pushed?.[index] ?? 0n);
    const trouble = await owners[payout.kind]?.coverFee?.(tx, context, payout, feeMinor);
    if (trouble !== undefined) throw new NotCovered(payout, trouble);
    // A child pays nobody.
    const transactionId = toStore.kind === 'payment' ? signed.transactionId : (payout.transaction_id ?? '');
    places.push({ payoutId: payout.id, transactionId, feeMinor });
  }
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
  return places;
}

/** Where nothing was paid so far, everybody has the same. */
const weightsOfPushed = (pushed: readonly bigint[]): number[] =>
  pushed.every((fee) => fee === 0n) ? pushed.map(() => 1) : pushed.map(Number);
