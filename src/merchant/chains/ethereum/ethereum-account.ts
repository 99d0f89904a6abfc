import type { HDKey } from '@scure/bip32';
import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { missingAccount } from '../accounts/missing-account.ts';
import { AccountFault, readAccountKey } from '../addresses/extended-public-key.ts';
import { ethereumKeyVersions } from '../addresses/networks.ts';
import { findAccountKey, type ReadKey } from '../keys/account-key.ts';

/** Returns the account in the settings, or a former one given as text. It derives addresses and cannot sign. */
export function getEthereumAccount(settings: MerchantSettings, text = settings.ETH_XPUB): HDKey {
  const { ETH_NETWORK: network } = settings;
  if (text === '') {
    throw missingAccount('ETH', {
      node: settings.ETH_NODE,
      setting: 'ETH_XPUB',
      takes: "the extended public key of the account that takes ETH (m/44'/60'/0')",
    });
  }
  try {
    return readAccountKey(text, ethereumKeyVersions[network]);
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new StartError(`ETH_XPUB ${error.message}; ETH_NETWORK is ${network}.`);
  }
}

/** Finds the private key of this account. Wallets use the same paths on all networks. */
export const readEthereumKey = (settings: MerchantSettings, given: string, account?: string): ReadKey =>
  findAccountKey(given, {
    account: getEthereumAccount(settings, account),
    setting: 'ETH_XPUB',
    pathOf: (account) => `m/44'/60'/${account}'`,
  });
