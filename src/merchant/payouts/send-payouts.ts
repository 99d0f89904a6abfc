import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Broadcast, Chain } from '../chains/chain.ts';
import { holdChains } from '../chains/state/hold-chains.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { recordTransaction } from '../orders/record-transaction.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { pauseMs, type Payout } from './payout.rules.ts';
import { getBytes, listDue, lockPayout, saveAttempt } from './payout.store.ts';
import { reviewPayout, type ReviewContext } from './review-payout.ts';

export type SendContext = ReviewContext & Pick<MerchantContext, 'sql'>;

/** After so many the sender looks for new payouts to sign before it goes on. */
const batch = 100;

/** Hands stored bytes to the node: for the first time, or again because they are in no block. */
export async function sendPayouts(
  context: SendContext,
  chain: Chain,
  owners: PayoutOwners,
  stopping: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listDue(context.sql, chain.coin, context.clock.now(), batch)) {
    if (stopping.aborted) return;
    // A payout that cannot be reviewed must not hold up the others; a node that is away holds up all of them.
    const bytes = await findBytesToSend(context, chain, owners, id).catch((error: unknown) => {
      failures.push(error);
    });
    // A node that does not answer may have taken them; the same bytes are sent again, and pay once.
    if (bytes !== undefined) await recordAttempt(context, id, await chain.node.broadcast(bytes));
  }
  if (failures.length > 0) throw failures[0];
}

function findBytesToSend(
  context: SendContext,
  chain: Chain,
  owners: PayoutOwners,
  id: string,
): Promise<string | undefined> {
  return transaction(context.sql, async (tx) => {
    // Were it mined between the reading of its transaction and of the height, it would seem to have missed its last block.
    await holdChains(tx, [chain.coin]);
    const verdict = await reviewPayout(tx, context, owners, id);
    return verdict === 'send' ? getBytes(tx, id) : undefined;
  });
}

async function recordAttempt(context: SendContext, id: string, result: Broadcast): Promise<void> {
  const refusal = result.outcome === 'refused' ? `the node refused it: ${result.reason}` : null;
  const before = await transaction(context.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (!payout) return undefined;
    const pause = pauseMs(payout.attempts, refusal === null);
    await saveAttempt(tx, { id, dueAt: new Date(context.clock.nowMs() + pause), trouble: refusal });
    if (refusal === null) await recordTransaction(tx, payout.order_id, payout.transaction_id);
    return payout;
  });
  if (before) logRefusal(context, before, refusal);
}

/** Logged when it begins and when it ends; the metric shows that it lasts. */
function logRefusal(context: SendContext, before: Payout, refusal: string | null): void {
  const about = { payout: before.id, coin: before.coin, transaction: before.transaction_id };
  if (refusal !== null && before.trouble === null) context.log.error(about, `a payout waits: ${refusal}`);
  if (refusal === null && before.trouble !== null) context.log.info(about, 'a payout goes on');
}
