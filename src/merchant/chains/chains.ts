import type { Platform } from '../../platform/platform.ts';
import { StartError } from '../../platform/start-error.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Chain } from './chain.ts';
import { listChainIdentities } from './state/chain-state.store.ts';

/** The coins that are offered here; all others are unknown. */
export interface Chains {
  readonly codes: readonly CoinCode[];
  readonly all: readonly Chain[];
  find(code: string): Chain | undefined;
  /** Throws `not_found`. */
  get(code: string): Chain;
}

export function listChains(all: readonly Chain[]): Chains {
  const byCode = new Map<string, Chain>(all.map((chain) => [chain.coin, chain]));
  const find = (code: string): Chain | undefined => byCode.get(code);
  return {
    codes: all.map((chain) => chain.coin),
    all,
    find,
    get(code) {
      const chain = find(code);
      if (!chain) throw problem('not_found', { detail: 'There is no such coin.' });
      return chain;
    },
  };
}

/** Reading another chain over what was read of one, or for other addresses, would make nonsense of both. */
export async function refuseOtherChains(platform: Pick<Platform, 'sql'>, chains: Chains): Promise<void> {
  for (const { coin, network, account } of await listChainIdentities(platform.sql)) {
    const chain = chains.find(coin);
    if (!chain) continue;
    if (chain.network !== network) {
      throw new StartError(
        `This database has read ${coin} from "${network}", and the settings now name "${chain.network}". Use another database.`,
      );
    }
    if (chain.addresses.account !== account) {
      throw new StartError(
        `This database belongs to another ${coin} account than the settings name. Use another database.`,
      );
    }
  }
}
