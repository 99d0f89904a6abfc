import { startLoop, type Loop } from '../../platform/loop.ts';
import type { Candidacy } from '../../platform/postgres/leader-election.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { Chain } from './chain.ts';

/** Work that of all processes one does for each chain. */
export interface ChainWork {
  /** Once, however often it is called. */
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
  /** What is logged where it cannot be done. */
  readonly complaint: string;
}

/** Looks after a chain turn by turn, whatever a turn comes to. */
export function watchChain(
  { log }: Pick<MerchantContext, 'log'>,
  chain: Chain,
  signal: AbortSignal,
  { turnMs, look, complaint }: Watch,
): Loop {
  return startLoop(signal, async () => {
    await look().catch((error: unknown) => {
      // Whoever reads the chain tells that it cannot be read.
      if (error instanceof ProblemError && error.code === 'node_unavailable') return;
      log.warn({ err: error, coin: chain.coin }, complaint);
    });
    return turnMs;
  });
}
