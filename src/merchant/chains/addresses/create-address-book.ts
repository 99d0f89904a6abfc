import { hash160 } from '@scure/btc-signer/utils.js';
import { isValidClassicAddress } from 'ripple-address-codec';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address, AddressBook, ParsedAddress } from '../chain.ts';
import { encodeCashAddress } from './cash-address.ts';
import { addressOfKey } from './ethereum-address.ts';
import { AccountFault, createKeyring, readAccountKey } from './extended-public-key.ts';
import { ethereumKeyVersions, scriptNetworks, type Network, type ScriptCoin } from './networks.ts';
import { parseAddress } from './parse-address.ts';
import { paymentUri } from './payment-uri.ts';
import { payToKeyHash, payToWitness } from './scripts.ts';
import { encodeSegwitAddress } from './segwit-address.ts';
import { accountOf, xrpDestination } from './xrp-address.ts';
import { addressWords } from '../../details/address-words.rules.ts';

type Derive = AddressBook['derive'];

/**
 * Creates the address book of an account. `account` is the extended public key (BIP-84 for Bitcoin and Litecoin, BIP-44
 * for Bitcoin Cash and Ethereum), or the classic address for XRP. Throws `AccountFault` if it is neither or belongs to
 * another coin or network.
 */
export function createAddressBook(coin: CoinCode, network: Network, account: string): AddressBook {
  const parse = (text: string, tag?: string | null): ParsedAddress => parseAddress(coin, network, text, tag);
  return {
    account,
    derive: deriveFor(coin, network, account),
    ...(coin === 'XRP' ? { ofTag: (tag: number) => ofTag(account, tag) } : {}),
    parse: coin === 'XRP' ? (text, tag) => demandOwnTag(parse(text, tag), account) : parse,
    paymentUri: (to, amountMinor) => paymentUri(coin, network, to, amountMinor),
    owns: coin === 'XRP' ? (destination) => accountOf(destination) === account : () => false,
  };
}

function deriveFor(coin: CoinCode, network: Network, account: string): Derive {
  switch (coin) {
    case 'XRP':
      return deriveTags(account);
    case 'ETH':
      return deriveEthereum(network, account);
    default:
      return deriveScripts(coin, network, account);
  }
}

function deriveScripts(coin: ScriptCoin, network: Network, account: string): Derive {
  const { prefix, extendedKeyVersions } = scriptNetworks[coin][network];
  const keyOf = createKeyring(readAccountKey(account, extendedKeyVersions));
  const addressOf = (key: Uint8Array): Address => {
    const hash = hash160(key);
    return coin === 'BCH'
      ? plain(encodeCashAddress(prefix, 'key', hash), payToKeyHash(hash))
      : plain(encodeSegwitAddress(prefix, 0, hash), payToWitness(0, hash));
  };
  return (branch, index) => addressOf(keyOf(branch, index));
}

function deriveEthereum(network: Network, account: string): Derive {
  const keyOf = createKeyring(readAccountKey(account, ethereumKeyVersions[network]), 'uncompressed');
  return (branch, index) => {
    const address = addressOfKey(keyOf(branch, index));
    return plain(address, address.toLowerCase());
  };
}

const plain = (address: string, destination: string): Address => ({
  address,
  destinationTag: null,
  destination,
});

const tagsOfBranch = 2 ** 31;

function ofTag(account: string, number: number): Address {
  const tag = String(number);
  return { address: account, destinationTag: tag, destination: xrpDestination(account, tag) };
}

/**
 * Derives tags for one account. Consecutive indexes give distant tags, so that a mistyped digit reaches no other
 * payment. The factor is odd, so no tag repeats. Only older versions and the sandbox's wallet use these tags; others
 * are drawn at random.
 */
function deriveTags(account: string): Derive {
  if (!isValidClassicAddress(account))
    throw new AccountFault('is not a classic address (r…) of the XRP Ledger');
  return (branch, index) => {
    if (!Number.isInteger(index) || index < 0 || index >= tagsOfBranch) {
      throw new RangeError(`there is no tag number ${index}`);
    }
    const spread = (Math.imul(index + 1, 0x9e3779b1) >>> 0) % tagsOfBranch;
    return ofTag(account, branch * tagsOfBranch + spread);
  };
}

/** Rejects our own account without a tag, because coins sent there could not be assigned. */
function demandOwnTag(parsed: ParsedAddress, account: string): ParsedAddress {
  const untagged =
    'address' in parsed && parsed.address.address === account && parsed.address.destinationTag === null;
  return untagged
    ? {
        fault: 'tag_required',
        say: addressWords.tagOfSharedAccount,
      }
    : parsed;
}
