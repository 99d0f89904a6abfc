import type { HDKey } from '@scure/bip32';
import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { missingAccount } from '../accounts/missing-account.ts';
import { AccountFault, readAccountKey } from '../addresses/extended-public-key.ts';
import { scriptNetworks } from '../addresses/networks.ts';
import { findAccountKey, type ReadKey } from '../keys/account-key.ts';
import { accountPath, type BitcoinCoin } from './bitcoin-coins.ts';

/** Returns the account in the settings, or a former one given as text. It derives addresses and cannot sign. */
export function getAccount(
  settings: MerchantSettings,
  coin: BitcoinCoin,
  text = settings[`${coin}_XPUB`],
): HDKey {
  if (text === '') {
    throw missingAccount(coin, {
      node: settings[`${coin}_NODE`],
      setting: `${coin}_XPUB`,
      takes: `the extended public key of the account that takes ${coin}`,
    });
  }
  try {
    return readAccountKey(text, scriptNetworks[coin][settings[`${coin}_NETWORK`]].extendedKeyVersions);
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new StartError(`${coin}_XPUB ${error.message}; ${coin}_NETWORK is ${settings[`${coin}_NETWORK`]}.`);
  }
}

/** Finds the private key of this account in an extended private key or a recovery phrase. */
export const readSigningKey = (
  settings: MerchantSettings,
  coin: BitcoinCoin,
  given: string,
  account?: string,
): ReadKey =>
  findAccountKey(given, {
    account: getAccount(settings, coin, account),
    setting: `${coin}_XPUB`,
    pathOf: (account) => accountPath(coin, settings[`${coin}_NETWORK`], account),
  });
