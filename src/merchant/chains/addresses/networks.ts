import type { CoinCode } from '../../assets/asset.rules.ts';

export type Network = 'main' | 'test' | 'regtest';
export const networks: readonly Network[] = ['main', 'test', 'regtest'];

export type ScriptCoin = Extract<CoinCode, 'BTC' | 'BCH' | 'LTC'>;
export const scriptCoins: readonly ScriptCoin[] = ['BTC', 'BCH', 'LTC'];

export interface ScriptNetwork {
  /** Of BIP-173, or of CashAddr for Bitcoin Cash. */
  readonly prefix: string;
  readonly keyHashVersion: number;
  /**
   * Litecoin once shared the 3… and 2… of Bitcoin and its nodes still take them; here they are Bitcoin's, because
   * coins that follow a mistaken address to the other chain are lost.
   */
  readonly scriptHashVersion: number;
  /** First four bytes of extended public keys that wallets of this coin show for this network. */
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

/** Ethereum's wallets show an xpub whatever the network; a tpub says at least that it is not the main one. */
export const ethereumKeyVersions: Record<Network, readonly number[]> = {
  main: [mainKeys.xpub],
  test: [mainKeys.xpub, testKeys.tpub],
  regtest: [mainKeys.xpub, testKeys.tpub],
};
