import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { hash160 } from '@scure/btc-signer/utils.js';
import { encodeAccountID } from 'ripple-address-codec';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { createAddressBook } from '../../addresses/create-address-book.ts';
import type { Network } from '../../addresses/networks.ts';
import type { AddressBook } from '../../chain.ts';

/** Published like the sandbox's other secrets: everybody knows it, and no coin of any value is kept by it. */
const sandboxMnemonic =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** Whose address formats the simulated chains use. */
export const sandboxNetwork: Network = 'test';

const paths: Record<CoinCode, string> = {
  BTC: "m/84'/1'/0'",
  LTC: "m/84'/1'/0'",
  BCH: "m/44'/1'/0'",
  ETH: "m/44'/60'/0'",
  XRP: "m/44'/144'/0'/0/0",
};

const testVersions = { public: 0x043587cf, private: 0x04358394 };

let root: HDKey | undefined;

function rootKey(): HDKey {
  // BIP-39 without a passphrase. By OpenSSL: in JavaScript it would take a noticeable part of the start.
  root ??= HDKey.fromMasterSeed(pbkdf2Sync(sandboxMnemonic, 'mnemonic', 2048, 64, 'sha512'), testVersions);
  return root;
}

export interface SandboxWallet {
  readonly addresses: AddressBook;
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

const wallets = new Map<CoinCode, SandboxWallet>();

export function getSandboxWallet(coin: CoinCode): SandboxWallet {
  let wallet = wallets.get(coin);
  if (!wallet) wallets.set(coin, (wallet = openWallet(coin)));
  return wallet;
}

function openWallet(coin: CoinCode): SandboxWallet {
  const key = rootKey().derive(paths[coin]);
  const { publicKey, privateKey } = key;
  if (!publicKey || !privateKey) throw new Error('a wallet without keys');
  const account = coin === 'XRP' ? encodeAccountID(hash160(publicKey)) : key.publicExtendedKey;
  return { addresses: createAddressBook(coin, sandboxNetwork, account), publicKey, privateKey };
}
