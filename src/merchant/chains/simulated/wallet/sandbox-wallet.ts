import { hash160 } from '@scure/btc-signer/utils.js';
import { encodeAccountID } from 'ripple-address-codec';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { createAddressBook } from '../../addresses/create-address-book.ts';
import type { Network } from '../../addresses/networks.ts';
import type { Address, AddressBook } from '../../chain.ts';

/** Network of the address formats that simulated chains use. */
export const sandboxNetwork: Network = 'test';

interface Account {
  readonly extendedPublicKey: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

const bitcoin: Account = {
  extendedPublicKey:
    'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M',
  publicKey: '03b88e0fbe3f646337ed93bc0c0f3b843fcf7d2589e5ec884754e6402027a890b4',
  privateKey: '7262788152f6450e0f0b336847e5ed3ea4319e10b793c3a7488a474aa4fbeaae',
};

/**
 * Accounts of the mnemonic "abandon … about", which is public like the sandbox's other secrets and protects nothing of
 * value. Constants, since deriving them would slow down every start noticeably.
 */
export const sandboxAccounts: Readonly<Record<CoinCode, Account>> = {
  BTC: bitcoin,
  LTC: bitcoin,
  BCH: {
    extendedPublicKey:
      'tpubDC5FSnBiZDMmhiuCmWAYsLwgLYrrT9rAqvTySfuCCrgsWz8wxMXUS9Tb9iVMvcRbvFcAHGkMD5Kx8koh4GquNGNTfohfk7pgjhaPCdXpoba',
    publicKey: '028b42cd4776376c82791b494155151f56c2d7b471e0c7a526a7ce60dd872e3867',
    privateKey: '073b2f615ab20717ec7a7cca1d8842b4bcad0502da9f2e496e60cb52770d782d',
  },
  ETH: {
    extendedPublicKey:
      'tpubDDaRj4Gb7q8V1P8hETLKbMRQyWRAkL1Sph3mQdTFgJHQefHqXajb6sXWyvKfEQo46xJYKA29vMhEUsBgf7QpEYL17aJwAQ7NDb8koR13eMV',
    publicKey: '02eae4b876a8696134b868f88cc2f51f715f2dbedb7446b8e6edf3d4541c4eb67b',
    privateKey: 'e9b91c428e679f857fbfa0203440eaeaabb0ca46d80e70b6aa6250696ac0dfc7',
  },
  XRP: {
    extendedPublicKey:
      'tpubDGMieTzvNUTEQ3N34HH3sda9AFnfnY7cXaCf9na2t8Jfpa44agUDZcnVLQQdF6v4Ebf4o2HQGbHkuhvNH2aVwHG5Bg3hxeENDJeFS37Li43',
    publicKey: '031d68bc1a142e6766b2bdfb006ccfe135ef2e0e2e94abb5cf5c9ab6104776fbae',
    privateKey: '90802a50aa84efb6cdb225f17c27616ea94048c179142fecf03f4712a07ea7a4',
  },
};

const untagged = (address: string, destination: string): Address => ({
  address,
  destinationTag: null,
  destination,
});

/** Addresses of the wallets' endowments. Constants for the same reason. */
const sandboxPayingAddresses: Readonly<Record<CoinCode, Address>> = {
  BTC: untagged('tb1qy82lr46l285nra26znc6panlccxu6rw4m9nx2s', '001421d5f1d75f51e931f55a14f1a0f67fc60dcd0dd5'),
  LTC: untagged(
    'tltc1qy82lr46l285nra26znc6panlccxu6rw4zd3c6e',
    '001421d5f1d75f51e931f55a14f1a0f67fc60dcd0dd5',
  ),
  BCH: untagged(
    'bchtest:qpkxr2u4rca90jwm8gyxe2sk92gsw4t09vwyrmhqq8',
    '76a9146c61ab951e3a57c9db3a086caa162a9107556f2b88ac',
  ),
  ETH: untagged('0x1c296993601Bc377023ad6578625Ac30Eac8Bf19', '0x1c296993601bc377023ad6578625ac30eac8bf19'),
  XRP: {
    address: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3',
    destinationTag: '2147483648',
    destination: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3:2147483648',
  },
};

export interface SandboxWallet {
  readonly addresses: AddressBook;
  readonly payingAddress: Address;
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
  const { extendedPublicKey, ...keys } = sandboxAccounts[coin];
  const publicKey = Buffer.from(keys.publicKey, 'hex');
  const account = coin === 'XRP' ? encodeAccountID(hash160(publicKey)) : extendedPublicKey;
  return {
    addresses: createAddressBook(coin, sandboxNetwork, account),
    payingAddress: sandboxPayingAddresses[coin],
    publicKey,
    privateKey: Buffer.from(keys.privateKey, 'hex'),
  };
}
