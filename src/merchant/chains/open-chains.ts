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
import { listChainIdentities } from './state/chain-state.store.ts';

/** `look` writes nothing and leaves out simulated chains that do not exist yet. */
type OpenMode = 'use' | 'look';
type Opening = { readonly coin: CoinCode; readonly mode: OpenMode };

/**
 * Opens the coins that this process offers: with a node if one is configured, otherwise simulated if the settings allow
 * it.
 */
export async function openChains(
  platform: Platform,
  settings: MerchantSettings,
  mode: OpenMode = 'use',
): Promise<Chains> {
  const openings = await Promise.allSettled(
    coinCodes.map((coin) => openChain(platform, settings, { coin, mode })),
  );
  // Throws only after all have settled, so that no chain is still opening when the caller sees the error.
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

/** Throws if the database was read from another network or belongs to another account. */
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
 * Throws an explanation if a coin has a node but its account is missing or belongs to another network. Without a node,
 * throws only if the setting is not a valid account.
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

/** Lists for the start banner the coins that the settings enable. No chain is open yet. */
export function describeCoins(settings: MerchantSettings): string {
  const real = coinCodes.filter((coin) => settings[`${coin}_NODE`] !== '');
  const simulated = settings.SIMULATED_CHAINS ? coinCodes.filter((coin) => !real.includes(coin)) : [];
  const parts = [
    ...(real.length > 0 ? [real.join(', ')] : []),
    ...(simulated.length > 0 ? [`${simulated.join(', ')} (simulated)`] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'none: no node is set';
}
