import { startLoop } from '../../platform/loop.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Chain } from '../chains/chain.ts';
import { leadChains, type ChainWork } from '../chains/lead-chains.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import { UnknownSpendWatch } from '../chains/freezes/unknown-spends.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import { getChainState } from '../chains/state/get-chain-state.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { listOpenBatches } from './batches/batch.store.ts';
import { raiseFees } from './batches/raise-fees.ts';
import { measurePayouts } from './measure-payouts.ts';
import { noteFirstNumber } from './numbers/account-numbers.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { hasWork } from './payout.store.ts';
import { payoutsChannel } from './request-payout.ts';
import { sendPayouts } from './send-payouts.ts';
import { signPayouts } from './sign-payouts.ts';

/** Poll interval for new and due payouts that no signal announced. */
const pollMs = 1000;
/** Interval of reviewing all open batches, in addition to the reviews after chain changes. */
const lookAgainMs = 600_000;
/** Maximum pause while the node or the database is unreachable. */
const longestPauseMs = 30_000;

/**
 * Pays requested payouts. It runs in processes with keys, and one of them leads for each coin. Two simultaneous leaders
 * do no harm: funds are chosen under a PostgreSQL lock, and both send the same bytes.
 */
export function openPayoutSender(context: MerchantContext, owners: PayoutOwners): ChainWork {
  measurePayouts(context);

  const pay = async (chain: Chain, stopping: AbortSignal): Promise<void> => {
    context.log.info({ coin: chain.coin }, 'paying out');
    let failures = 0;
    let lookedAtMs = -Infinity;
    const watch = new UnknownSpendWatch();
    const reading = new FirstReading(context, chain);
    const loop = startLoop(stopping, async () => {
      try {
        if (context.clock.nowMs() - lookedAtMs >= lookAgainMs) {
          await noteFirstNumber(context, chain);
          await reviewOpenBatches(context, chain);
          lookedAtMs = context.clock.nowMs();
        }
        const isWaitedFor = await hasWork(context.sql, chain.coin, context.clock.now());
        if (isWaitedFor && (await reading.isDone())) {
          await inTurn([
            () => signPayouts(context, chain, owners, stopping, watch),
            () => raiseFees(context, chain, stopping),
            () => sendPayouts(context, chain, owners, stopping),
          ]);
        }
        if (failures > 0) context.log.info({ coin: chain.coin }, 'paying out again');
        failures = 0;
      } catch (error) {
        if (failures === 0 && !stopping.aborted) {
          context.log.warn({ err: error, coin: chain.coin }, 'payouts wait; trying again');
        }
        failures += 1;
      }
      return pauseAfter(failures);
    });
    const unsubscribe = context.signals.subscribe(payoutsChannel, () => {
      // While the node is unreachable, a new payout does not shorten the pause.
      if (failures === 0) loop.wake();
    });
    await loop.ended.finally(unsubscribe);
  };

  const payable = context.chains.all.filter((chain) => chain.payer !== undefined);
  return leadChains(context, payable, ({ coin }) => `payouts:${coin}`, pay);
}

/**
 * Waits until the chain has been read to its end since this process began to pay. The stored state may be older than
 * the node's, for example in a restored backup, so coins that look free may have been spent.
 */
class FirstReading {
  readonly #context: Pick<MerchantContext, 'sql' | 'signals'>;
  readonly #chain: Chain;
  readonly #sinceMs = performance.now();
  #done = false;

  constructor(context: Pick<MerchantContext, 'sql' | 'signals'>, chain: Chain) {
    this.#context = context;
    this.#chain = chain;
  }

  async isDone(): Promise<boolean> {
    if (this.#done) return true;
    const { ageMs } = await getChainState(this.#context.sql, this.#chain.coin);
    this.#done = ageMs < performance.now() - this.#sinceMs;
    if (!this.#done) wakeChainReader(this.#context.signals, this.#chain.coin);
    return this.#done;
  }
}

/**
 * Queues a review of every open batch when a sender starts, and from time to time: a batch may need one although its
 * chain has not changed.
 */
async function reviewOpenBatches({ sql }: MerchantContext, { coin }: Chain): Promise<void> {
  const open = await listOpenBatches(sql, coin);
  await transaction(sql, (tx) =>
    queueReviews(
      tx,
      open.map((subjectId) => ({ coin, purpose: 'payout', subjectId })),
    ),
  );
}

/** Runs each step even if an earlier one fails: signed payouts are sent even if signing fails. */
async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const pauseAfter = (failures: number): number =>
  failures === 0 ? pollMs : Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 10));
