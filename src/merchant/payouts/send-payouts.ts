import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Chain } from '../chains/chain.ts';
import { holdChains } from '../chains/state/hold-chains.ts';
import { isFrozen } from '../chains/freezes/freeze-payouts.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { recordTransaction } from '../orders/change-order.ts';
import {
  listBytes,
  listDue,
  lockBatch,
  lockBatchPayouts,
  markBroadcast,
  saveAttempt,
  type Batch,
} from './batches/batch.store.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { pauseMs, type Payout } from './payout.rules.ts';
import { reviewBatch, type ReviewContext } from './review-payout.ts';
import { sayIn, type Sentence } from '../../platform/problem.ts';
import { storeSentence } from '../details/stored-sentence.rules.ts';
import { payoutWords } from '../details/payout-words.rules.ts';

export type SendContext = ReviewContext & Pick<MerchantContext, 'sql'>;

/** Batches sent before the sender looks for new payouts to sign. */
const roundLimit = 100;

interface Sendable {
  readonly transactionId: string;
  readonly bytes: string;
}

/** Sends stored bytes to the node, for the first time or again because they are unmined. */
export async function sendPayouts(
  context: SendContext,
  chain: Chain,
  owners: PayoutOwners,
  stopping: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listDue(context.sql, chain.coin, context.clock.now(), roundLimit)) {
    if (stopping.aborted) return;
    // A batch whose review fails does not block the others; an unreachable node blocks all of them.
    const lines = await findBytesToSend(context, chain, owners, id).catch((error: unknown) => {
      failures.push(error);
      return [];
    });
    // A node that does not answer may have accepted the bytes. Sending the same bytes again cannot pay twice.
    if (lines.length > 0) await recordAttempt(context, id, await sendLines(chain, lines));
  }
  if (failures.length > 0) throw failures[0];
}

function findBytesToSend(
  context: SendContext,
  chain: Chain,
  owners: PayoutOwners,
  id: string,
): Promise<Sendable[][]> {
  return transaction(context.sql, async (tx) => {
    // The lock keeps transaction and height consistent: if a block were stored in between, a mined transaction could
    // seem expired.
    await holdChains(tx, [chain.coin]);
    const lines = await reviewBatch(tx, context, owners, id);
    if (lines.length === 0) return [];
    // A freeze can hold back only bytes that were never sent; a node may have any other bytes mined.
    const frozen = await isFrozen(tx, chain.coin);
    if (!(await markBroadcast(tx, id, frozen, context.clock.now()))) return [];
    const bytes = new Map((await listBytes(tx, id)).map((row) => [row.transaction_id, row.bytes]));
    return lines.map((line) =>
      line.map((transactionId) => ({ transactionId, bytes: bytes.get(transactionId) ?? '' })),
    );
  });
}

interface Outcome {
  /** The node's refusal of the newest transaction; null if it accepted it. */
  readonly refusal: Sentence | null;
  readonly taken: readonly string[];
}

/** Sends each line until the node accepts a transaction: it excludes the ones after it, which pay less. */
async function sendLines(chain: Chain, lines: readonly (readonly Sendable[])[]): Promise<Outcome> {
  let refusal: Sentence | null = null;
  const taken: string[] = [];
  for (const line of lines) {
    for (const { transactionId, bytes } of line) {
      const result = await chain.node.broadcast(bytes);
      if (result.outcome !== 'refused') {
        taken.push(transactionId);
        break;
      }
      refusal ??= { say: payoutWords.refusedByNode, values: { reason: result.reason } };
    }
  }
  return { refusal, taken };
}

async function recordAttempt(context: SendContext, id: string, { refusal, taken }: Outcome): Promise<void> {
  const before = await transaction(context.sql, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch) return undefined;
    const pause = pauseMs(batch.attempts, refusal === null);
    await saveAttempt(tx, {
      id,
      dueAt: new Date(context.clock.nowMs() + pause),
      trouble: refusal && storeSentence(refusal),
    });
    const payouts = await lockBatchPayouts(tx, id);
    for (const payout of payouts) {
      // A child is not shown, because it pays no recipient.
      const shown = taken.find((transactionId) => transactionId === payout.transaction_id);
      if (shown !== undefined) await recordTransaction(tx, payout.order_id, shown);
    }
    return { ...batch, payouts };
  });
  if (before) logRefusal(context, before, refusal);
}

/** Logs the first refusal and the recovery. The metric shows the duration. */
function logRefusal(
  context: SendContext,
  before: Batch & { readonly payouts: readonly Payout[] },
  refusal: Sentence | null,
): void {
  const about = { batch: before.id, coin: before.coin, payouts: before.payouts.map((payout) => payout.id) };
  if (refusal !== null && before.trouble === null)
    context.log.error(about, `a payout waits: ${sayIn('en', refusal)}`);
  if (refusal === null && before.trouble !== null) context.log.info(about, 'a payout goes on');
}
