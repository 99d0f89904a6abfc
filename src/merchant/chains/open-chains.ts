import type { Platform } from '../../platform/platform.ts';
import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { openBitcoinChain } from './bitcoin/open-bitcoin-chain.ts';
import type { Chain } from './chain.ts';
import { listChains, refuseOtherChains, type Chains } from './chains.ts';
import { openSimulatedChain } from './simulated/open-simulated-chain.ts';

/** The coins that this process offers: each by a node that is configured, else simulated where that is wanted. */
export async function openChains(platform: Platform, settings: MerchantSettings): Promise<Chains> {
  const opened = await Promise.all(coinCodes.map((coin) => openChain(platform, settings, coin)));
  const chains = listChains(opened.filter((chain) => chain !== undefined));
  await refuseOtherChains(platform, chains);
  const on = chains.all.map(({ coin, network }) => `${coin} (${network})`);
  platform.log.info({ coins: on }, 'coins that are on');
  return chains;
}

async function openChain(
  platform: Platform,
  settings: MerchantSettings,
  coin: CoinCode,
): Promise<Chain | undefined> {
  const real = isBitcoinCoin(coin) ? await openBitcoinChain(platform, settings, coin) : undefined;
  if (real) return real;
  return settings.SIMULATED_CHAINS ? openSimulatedChain(platform, coin) : undefined;
}
