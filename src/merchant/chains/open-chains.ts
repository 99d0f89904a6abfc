import type { Platform } from '../../platform/platform.ts';
import { StartError } from '../../platform/start-error.ts';
import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { AccountFault, readVersion } from './addresses/extended-public-key.ts';
import { getAccount } from './bitcoin/bitcoin-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { openBitcoinChain } from './bitcoin/open-bitcoin-chain.ts';
import type { Chain } from './chain.ts';
import { getEthereumAccount } from './ethereum/ethereum-account.ts';
import { openEthereumChain } from './ethereum/open-ethereum-chain.ts';
import { listChains, type Chains } from './offered-chains.ts';
import { hasBegun, openSimulatedChain } from './simulated/open-simulated-chain.ts';
import { openXrpChain, readXrpAccount } from './xrp/open-xrp-chain.ts';
import { refuseOtherChains } from './state/refuse-other-chains.ts';

/** Who only looks writes nothing, and leaves out simulated chains that have not begun. */
type OpenMode = 'use' | 'look';
type Opening = { readonly coin: CoinCode; readonly mode: OpenMode };

/** The coins that this process offers: each by a node that is configured, else simulated where that is wanted. */
export async function openChains(
  platform: Platform,
  settings: MerchantSettings,
  mode: OpenMode = 'use',
): Promise<Chains> {
  const openings = await Promise.allSettled(
    coinCodes.map((coin) => openChain(platform, settings, { coin, mode })),
  );
  // Only when nobody is at work any more: whoever looks next must not find one of them half begun.
  const opened = openings.map((opening) => {
    if (opening.status === 'rejected') throw opening.reason;
    return opening.value;
  });
  const chains = listChains(opened.filter((chain) => chain !== undefined));
  await refuseOtherChains(platform, chains);
  const on = chains.all.map(({ coin, network }) => `${coin} (${network})`);
  platform.log.info({ coins: on }, 'coins that are on');
  return chains;
}

async function openChain(
  platform: Platform,
  settings: MerchantSettings,
  { coin, mode }: Opening,
): Promise<Chain | undefined> {
  const real = await openRealChain(platform, settings, { coin, mode });
  if (real) return real;
  if (!settings.SIMULATED_CHAINS || (mode === 'look' && !(await hasBegun(platform, coin)))) return undefined;
  return openSimulatedChain(platform, coin);
}

async function openRealChain(
  platform: Platform,
  settings: MerchantSettings,
  { coin, mode }: Opening,
): Promise<Chain | undefined> {
  if (isBitcoinCoin(coin)) return openBitcoinChain(platform, settings, coin);
  return coin === 'ETH' ? openEthereumChain(platform, settings, mode) : openXrpChain(platform, settings);
}

/**
 * Throws a sentence where a coin has a node, and its account is missing or not of its network; where it has none, only
 * if what is named is no account at all.
 */
export function checkAccount(settings: MerchantSettings, coin: CoinCode): void {
  const hasNode = settings[`${coin}_NODE`] !== '';
  if (coin === 'XRP') {
    if (hasNode || settings.XRP_ADDRESS !== '') readXrpAccount(settings);
  } else if (hasNode) {
    if (isBitcoinCoin(coin)) getAccount(settings, coin);
    else getEthereumAccount(settings);
  } else if (settings[`${coin}_XPUB`] !== '') checkAccountKey(`${coin}_XPUB`, settings[`${coin}_XPUB`]);
}

function checkAccountKey(setting: string, text: string): void {
  try {
    readVersion(text);
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new StartError(`${setting} ${error.message}.`);
  }
}

/** For the banner: what the settings switch on, before anything is opened. */
export function describeCoins(settings: MerchantSettings): string {
  const real = coinCodes.filter((coin) => settings[`${coin}_NODE`] !== '');
  const simulated = settings.SIMULATED_CHAINS ? coinCodes.filter((coin) => !real.includes(coin)) : [];
  const parts = [
    ...(real.length > 0 ? [real.join(', ')] : []),
    ...(simulated.length > 0 ? [`${simulated.join(', ')} (simulated)`] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'none: no node is set';
}
