import type { CoinCode } from '../assets/asset.rules.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Chain } from './chain.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** The coins that this process offers. All others are unknown. */
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
      if (!chain) throw problem('not_found', { say: merchantWords.noSuchCoin });
      return chain;
    },
  };
}
