import { coins } from '../../assets/asset.rules.ts';
import { scriptCoins, type Network, type ScriptCoin } from '../addresses/networks.ts';

/** Coins whose nodes support Bitcoin Core's JSON-RPC. */
export type BitcoinCoin = ScriptCoin;

interface CoinTraits {
  /** Place of the signatures: the witness (BIP-143), or the input with Bitcoin Cash's FORKID. */
  readonly signing: 'witness' | 'forkid';
  /** Fee rate that defines dust (Bitcoin Core's `dustrelayfee`), per 1 000 bytes. */
  readonly dustRate: bigint;
  /** Used while the node has no estimate because its chain is new or empty. */
  readonly fallbackFeeRate: bigint;
  /** Upper limit of every fee rate, so that a wrong estimate of the node cannot give the wallet to the miners. */
  readonly highestFeeRate: bigint;
  /** With `coinType` (SLIP-44) the start of an account's derivation path (BIP-44, BIP-84). */
  readonly purpose: 84 | 44;
  readonly coinType: number;
  /** Blocks that exist only on this chain. Other chains may have the same name and rules. */
  readonly checkpoints: Readonly<Record<Network, readonly Checkpoint[]>>;
}

interface Checkpoint {
  readonly height: number;
  readonly hash: string;
}

const bitcoinGenesis = {
  height: 0,
  hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
};
const bitcoinRegtest = {
  height: 0,
  hash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};

export const traitsOf: Readonly<Record<BitcoinCoin, CoinTraits>> = {
  BTC: {
    signing: 'witness',
    dustRate: 3000n,
    fallbackFeeRate: 20_000n,
    highestFeeRate: 2_000_000n,
    purpose: 84,
    coinType: 0,
    checkpoints: {
      main: [
        bitcoinGenesis,
        // The first block after the split of Bitcoin Cash.
        { height: 478_559, hash: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148' },
      ],
      // No checkpoint, so that testnet 3, testnet 4 and signet all work.
      test: [],
      regtest: [bitcoinRegtest],
    },
  },
  LTC: {
    signing: 'witness',
    dustRate: 30_000n,
    fallbackFeeRate: 10_000n,
    highestFeeRate: 2_000_000n,
    purpose: 84,
    coinType: 2,
    checkpoints: {
      main: [{ height: 0, hash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' }],
      test: [{ height: 0, hash: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0' }],
      regtest: [{ height: 0, hash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9' }],
    },
  },
  BCH: {
    signing: 'forkid',
    dustRate: 3000n,
    fallbackFeeRate: 1000n,
    highestFeeRate: 100_000n,
    purpose: 44,
    coinType: 145,
    checkpoints: {
      main: [
        bitcoinGenesis,
        { height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' },
      ],
      test: [],
      regtest: [bitcoinRegtest],
    },
  },
};

export function isBitcoinCoin(coin: string): coin is BitcoinCoin {
  return scriptCoins.some((candidate) => candidate === coin);
}

/** Compares the network with the chain name of `getblockchaininfo`. Test networks have several names. */
export function isOfNetwork(chain: string, network: Network): boolean {
  return network === 'test' ? chain !== 'main' && chain !== 'regtest' : chain === network;
}

export const describeChain = (coin: BitcoinCoin, network: Network): string =>
  `${coins[coin].name.toLowerCase()} ${network}`;

/** Returns the derivation path of an account. All coins share coin type 1 on test networks. */
export function accountPath(coin: BitcoinCoin, network: Network, account: number): string {
  const { purpose, coinType } = traitsOf[coin];
  return `m/${purpose}'/${network === 'main' ? coinType : 1}'/${account}'`;
}
