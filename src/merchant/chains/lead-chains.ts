import { startLoop, type Loop } from '../../platform/loop.ts';
import type { Candidacy } from '../../platform/postgres/leader-election.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { Chain } from './chain.ts';

/** Work for each chain that exactly one process does at a time. */
export interface ChainWork {
  /** Repeated calls have no effect. */
  start(): void;
  close(): Promise<void>;
}

export function leadChains(
  { leaderElection }: Pick<MerchantContext, 'leaderElection'>,
  chains: readonly Chain[],
  nameOf: (chain: Chain) => string,
  work: (chain: Chain, signal: AbortSignal) => Promise<void>,
): ChainWork {
  let candidacies: Candidacy[] = [];
  return {
    start() {
      if (candidacies.length > 0) return;
      candidacies = chains.map((chain) =>
        leaderElection.campaign(nameOf(chain), (signal) => work(chain, signal)),
      );
    },
    async close() {
      await Promise.all(candidacies.splice(0).map((one) => one.resign()));
    },
  };
}

interface Watch {
  readonly turnMs: number;
  look(): Promise<unknown>;
  /** Message to log if a turn fails. */
  readonly complaint: string;
}

/** Runs a turn for the chain at each interval, even after a turn fails. */
export function watchChain(
  { log }: Pick<MerchantContext, 'log'>,
  chain: Chain,
  signal: AbortSignal,
  { turnMs, look, complaint }: Watch,
): Loop {
  return startLoop(signal, async () => {
    await look().catch((error: unknown) => {
      // The chain's reader already reports a node that is unavailable.
      if (error instanceof ProblemError && error.code === 'node_unavailable') return;
      log.warn({ err: error, coin: chain.coin }, complaint);
    });
    return turnMs;
  });
}
