import { findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Chains } from '../offered-chains.ts';
import { simulatedNetwork } from './simulated-coin.rules.ts';

export const listSimulatedCoins = (chains: Chains): CoinCode[] =>
  chains.all.filter((chain) => chain.network === simulatedNetwork).map((chain) => chain.coin);

/** A coin on a real chain can be neither sent nor mined at will: it is as unknown here as one that does not exist. */
export function getSimulatedCoin(chains: Chains, code: string): CoinCode {
  const coin = findCoin(code);
  if (coin === undefined || chains.find(coin)?.network !== simulatedNetwork) {
    throw problem('not_found', { detail: 'There is no such simulated coin.' });
  }
  return coin;
}
