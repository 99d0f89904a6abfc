import { startLoop } from '../../../platform/loop.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Chain } from '../chain.ts';
import { leadChains, type ChainWork } from '../lead-chains.ts';
import { runReviews, type Reviewers } from '../reviews/run-reviews.ts';
import { saveFault } from '../state/chain-state.store.ts';
import { wakeChannel } from '../wake-chain-reader.ts';
import { ChainFault, type ChainFaultCode } from './chain-fault.ts';
import { measureChains } from './measure-chains.ts';
import { ReaderMemory, readChain, type ReadContext } from './read-chain.ts';

const longestPauseMs = 30_000;
/**
 * A node may change branches several times in a row while it is read. Only after this many times the reader logs a
 * warning.
 */
const usualMoves = 5;
const movedPauseMs = 50;

export const chainLeadership = (chain: Pick<Chain, 'coin'>): string => `chain:${chain.coin}`;

/** Part of the context that reading needs. The reviewers get the whole context. */
type ReaderContext = ReadContext & Pick<MerchantContext, 'chains' | 'leaderElection' | 'metrics'>;

/** Starts the readers. For each chain exactly one process reads it and runs its reviews. */
export function openChainReaders<Context extends ReaderContext>(
  context: Context,
  reviewers: Reviewers<Context>,
): ChainWork {
  measureChains(context);
  return leadChains(context, context.chains.all, chainLeadership, (chain, signal) =>
    followChain(context, chain, reviewers, signal),
  );
}

async function followChain<Context extends ReaderContext>(
  context: Context,
  chain: Chain,
  reviewers: Reviewers<Context>,
  signal: AbortSignal,
): Promise<void> {
  const memory = new ReaderMemory();
  const outage = new Outage(context, chain);
  const turn = async (): Promise<number> => {
    let pauseMs = chain.pollMs;
    try {
      const { complete } = await readChain(context, chain, memory, signal);
      outage.end();
      if (!complete) pauseMs = 0;
    } catch (error) {
      if (signal.aborted) return 0;
      pauseMs = await outage.record(error);
    }
    // Runs also while the node is unavailable: reviews of earlier updates may be due.
    return (await reviewAll(context, reviewers, chain, signal)) ? 0 : pauseMs;
  };
  context.log.info({ coin: chain.coin, network: chain.network }, 'reading the chain');
  const loop = startLoop(signal, turn);
  const unsubscribe = context.signals.subscribe(wakeChannel, (coin) => {
    if (coin === undefined || coin === chain.coin) loop.wake();
  });
  try {
    await loop.ended;
  } finally {
    unsubscribe();
  }
}

async function reviewAll<Context extends ReaderContext>(
  context: Context,
  reviewers: Reviewers<Context>,
  chain: Chain,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await runReviews(context, reviewers, chain.coin, signal);
  } catch (error) {
    context.log.warn({ err: error, coin: chain.coin }, 'reviews could not be run');
    return false;
  }
}

/** Logs one line when a chain can no longer be read and one when it can again, no matter how long the outage lasts. */
class Outage {
  readonly #context: ReadContext;
  readonly #chain: Chain;
  #failures = 0;
  #told: ChainFaultCode | undefined;
  #saved: ChainFaultCode | undefined;

  constructor(context: ReadContext, chain: Chain) {
    this.#context = context;
    this.#chain = chain;
  }

  /** Returns how long to wait before the next request to the node. */
  async record(error: unknown): Promise<number> {
    const code = error instanceof ChainFault ? error.code : 'not_stored';
    this.#failures += 1;
    if (code === 'node_moved' && this.#failures < usualMoves) return movedPauseMs;
    if (this.#told !== code) {
      this.#told = code;
      const level = code === 'deep_reorganisation' ? 'error' : 'warn';
      this.#context.log[level](
        { err: error, coin: this.#chain.coin, fault: code },
        'the chain cannot be read',
      );
    }
    await this.#save(code);
    return Math.min(this.#chain.pollMs * 2 ** Math.min(this.#failures, 10), longestPauseMs);
  }

  end(): void {
    if (this.#told !== undefined)
      this.#context.log.info({ coin: this.#chain.coin }, 'the chain is read again');
    this.#failures = 0;
    this.#told = undefined;
    this.#saved = undefined;
  }

  async #save(code: ChainFaultCode): Promise<void> {
    if (this.#saved === code) return;
    try {
      await saveFault(this.#context.sql, this.#chain.coin, code);
      this.#saved = code;
    } catch {
      // The database is unavailable too. A later attempt stores the fault.
    }
  }
}
