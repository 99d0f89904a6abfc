import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Chain } from '../chains/chain.ts';
import { holdChains } from '../chains/state/hold-chains.ts';
import { isFrozen } from '../freezes/freeze-payouts.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { recordTransaction } from '../orders/record-transaction.ts';
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

export type SendContext = ReviewContext & Pick<MerchantContext, 'sql'>;

/** After so many the sender looks for new payouts to sign before it goes on. */
const roundLimit = 100;

interface Sendable {
  readonly transactionId: string;
  readonly bytes: string;
}

/** Hands stored bytes to the node: for the first time, or again because they are in no block. */
export async function sendPayouts(
  context: SendContext,
  chain: Chain,
  owners: PayoutOwners,
  stopping: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listDue(context.sql, chain.coin, context.clock.now(), roundLimit)) {
    if (stopping.aborted) return;
    // A batch that cannot be reviewed must not hold up the others; a node that is away holds up all of them.
    const lines = await findBytesToSend(context, chain, owners, id).catch((error: unknown) => {
      failures.push(error);
      return [];
    });
    // A node that does not answer may have taken them; the same bytes are sent again, and pay once.
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
    // Were it mined between the reading of its transaction and of the height, it would seem to have missed its last block.
    await holdChains(tx, [chain.coin]);
    const lines = await reviewBatch(tx, context, owners, id);
    if (lines.length === 0) return [];
    // What a node has seen may be mined whatever we do; only what nobody has seen can still be kept back.
    const frozen = await isFrozen(tx, chain.coin);
    if (!(await markBroadcast(tx, id, frozen, context.clock.now()))) return [];
    const bytes = new Map((await listBytes(tx, id)).map((row) => [row.transaction_id, row.bytes]));
    return lines.map((line) =>
      line.map((transactionId) => ({ transactionId, bytes: bytes.get(transactionId) ?? '' })),
    );
  });
}

interface Outcome {
  /** What the node said of the newest, where it would not take it. */
  readonly refusal: string | null;
  readonly taken: readonly string[];
}

/** Of each line what the node takes first: those after it are excluded by it, and pay less. */
async function sendLines(chain: Chain, lines: readonly (readonly Sendable[])[]): Promise<Outcome> {
  let refusal: string | null = null;
  const taken: string[] = [];
  for (const line of lines) {
    for (const { transactionId, bytes } of line) {
      const result = await chain.node.broadcast(bytes);
      if (result.outcome !== 'refused') {
        taken.push(transactionId);
        break;
      }
      refusal ??= `the node refused it: ${result.reason}`;
    }
  }
  return { refusal, taken };
}

async function recordAttempt(context: SendContext, id: string, { refusal, taken }: Outcome): Promise<void> {
  const before = await transaction(context.sql, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch) return undefined;
    const pause = pauseMs(batch.attempts, refusal === null);
    await saveAttempt(tx, { id, dueAt: new Date(context.clock.nowMs() + pause), trouble: refusal });
    const payouts = await lockBatchPayouts(tx, id);
    for (const payout of payouts) {
      // Not what pushes it: that is no payment of anybody's.
      const shown = taken.find((transactionId) => transactionId === payout.transaction_id);
      if (shown !== undefined) await recordTransaction(tx, payout.order_id, shown);
    }
    return { ...batch, payouts };
  });
  if (before) logRefusal(context, before, refusal);
}

/** Logged when it begins and when it ends; the metric shows that it lasts. */
function logRefusal(
  context: SendContext,
  before: Batch & { readonly payouts: readonly Payout[] },
  refusal: string | null,
): void {
  const about = { batch: before.id, coin: before.coin, payouts: before.payouts.map((payout) => payout.id) };
  if (refusal !== null && before.trouble === null) context.log.error(about, `a payout waits: ${refusal}`);
  if (refusal === null && before.trouble !== null) context.log.info(about, 'a payout goes on');
}
