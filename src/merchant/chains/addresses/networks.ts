import type { CoinCode } from '../../assets/asset.rules.ts';

export type Network = 'main' | 'test' | 'regtest';
export const networks: readonly Network[] = ['main', 'test', 'regtest'];

export type ScriptCoin = Extract<CoinCode, 'BTC' | 'BCH' | 'LTC'>;
export const scriptCoins: readonly ScriptCoin[] = ['BTC', 'BCH', 'LTC'];

export interface ScriptNetwork {
  /** Human-readable part of BIP-173, or the CashAddr prefix for Bitcoin Cash. */
  readonly prefix: string;
  readonly keyHashVersion: number;
  /**
   * Litecoin once shared Bitcoin's prefixes 3… and 2…, and its nodes still accept them. Here they belong to Bitcoin
   * only, because coins sent to such an address on the wrong chain are lost.
   */
  readonly scriptHashVersion: number;
  /** First four bytes of extended public keys, as wallets of this coin show them for this network. */
  readonly extendedKeyVersions: readonly number[];
}

const testKeys = { tpub: 0x043587cf, vpub: 0x045f1cf6 };
const mainKeys = { xpub: 0x0488b21e, zpub: 0x04b24746 };
const litecoinKeys = { Ltub: 0x019da462, ttub: 0x0436f6e1 };

const bitcoinTest = {
  keyHashVersion: 0x6f,
  scriptHashVersion: 0xc4,
  extendedKeyVersions: [testKeys.tpub, testKeys.vpub],
};
const litecoinTest = {
  keyHashVersion: 0x6f,
  scriptHashVersion: 0x3a,
  extendedKeyVersions: [testKeys.tpub, testKeys.vpub, litecoinKeys.ttub],
};
const cashTest = { keyHashVersion: 0x6f, scriptHashVersion: 0xc4, extendedKeyVersions: [testKeys.tpub] };

export const scriptNetworks: Record<ScriptCoin, Record<Network, ScriptNetwork>> = {
  BTC: {
    main: {
      prefix: 'bc',
      keyHashVersion: 0x00,
      scriptHashVersion: 0x05,
      extendedKeyVersions: [mainKeys.xpub, mainKeys.zpub],
    },
    test: { prefix: 'tb', ...bitcoinTest },
    regtest: { prefix: 'bcrt', ...bitcoinTest },
  },
  LTC: {
    main: {
      prefix: 'ltc',
      keyHashVersion: 0x30,
      scriptHashVersion: 0x32,
      extendedKeyVersions: [mainKeys.xpub, mainKeys.zpub, litecoinKeys.Ltub],
    },
    test: { prefix: 'tltc', ...litecoinTest },
    regtest: { prefix: 'rltc', ...litecoinTest },
  },
  BCH: {
    main: {
      prefix: 'bitcoincash',
      keyHashVersion: 0x00,
      scriptHashVersion: 0x05,
      extendedKeyVersions: [mainKeys.xpub],
    },
    test: { prefix: 'bchtest', ...cashTest },
    regtest: { prefix: 'bchreg', ...cashTest },
  },
};

/** Ethereum wallets show an xpub for every network. A tpub at least excludes the main network. */
export const ethereumKeyVersions: Record<Network, readonly number[]> = {
  main: [mainKeys.xpub],
  test: [mainKeys.xpub, testKeys.tpub],
  regtest: [mainKeys.xpub, testKeys.tpub],
};
