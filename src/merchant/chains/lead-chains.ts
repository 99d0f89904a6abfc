import type { Candidacy } from '../../platform/postgres/leader-election.ts';
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
