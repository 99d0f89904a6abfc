import { findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Chains } from '../offered-chains.ts';
import { simulatedNetwork } from './simulated-coin.rules.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export const listSimulatedCoins = (chains: Chains): CoinCode[] =>
  chains.all.filter((chain) => chain.network === simulatedNetwork).map((chain) => chain.coin);

/**
 * Returns the coin if its chain is simulated. Coins of real chains cannot be sent or mined by the sandbox, so they
 * count as unknown here.
 */
export function getSimulatedCoin(chains: Chains, code: string): CoinCode {
  const coin = findCoin(code);
  if (coin === undefined || chains.find(coin)?.network !== simulatedNetwork) {
    throw problem('not_found', { say: merchantWords.noSuchSimulatedCoin });
  }
  return coin;
}
