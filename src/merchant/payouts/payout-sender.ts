import { startLoop } from '../../platform/loop.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { Chain } from '../chains/chain.ts';
import { leadChains, type ChainWork } from '../chains/lead-chains.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import { StrangerWatch } from '../freezes/strangers.ts';
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

/** How soon new and due payouts are found where no signal tells of them. */
const pollMs = 1000;
/** How often everything that is under way is looked at, besides when its chain changes. */
const lookAgainMs = 600_000;
/** The pause grows up to this while the node or the database is away. */
const longestPauseMs = 30_000;

/**
 * Pays out what was requested, in a process that holds keys; of those one leads for each coin. Two that both believe to
 * lead do no harm: funds are chosen under a lock in PostgreSQL, and the bytes that they send are the same.
 */
export function openPayoutSender(context: MerchantContext, owners: PayoutOwners): ChainWork {
  measurePayouts(context);

  const pay = async (chain: Chain, stopping: AbortSignal): Promise<void> => {
    context.log.info({ coin: chain.coin }, 'paying out');
    let failures = 0;
    let lookedAtMs = -Infinity;
    const watch = new StrangerWatch();
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
      // While the node is away, a new payout does not cut the pause short.
      if (failures === 0) loop.wake();
    });
    await loop.ended.finally(unsubscribe);
  };

  const payable = context.chains.all.filter((chain) => chain.payer !== undefined);
  return leadChains(context, payable, ({ coin }) => `payouts:${coin}`, pay);
}

/**
 * Whether the chain was read to its end since this process began to pay. What is stored may be older than the node, as in
 * a restored backup: coins that look free may have been spent.
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
 * A process of the version before takes a review of a batch for one of nobody, and drops it: whoever begins to pay, and
 * then from time to time, has all of them looked at again.
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

/** Each, whatever becomes of those before it: what is signed is sent, also where nothing more can be. */
async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const pauseAfter = (failures: number): number =>
  failures === 0 ? pollMs : Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 10));
