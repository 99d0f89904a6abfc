import type { Network } from '../addresses/networks.ts';

interface EthereumNetwork {
  readonly name: string;
  /** Chain id of EIP-155. */
  readonly chainId: bigint;
  /** Hash of block 0. Absent for regtest, where every developer creates a separate chain. */
  readonly genesis?: string;
}

export const ethereumNetworks: Readonly<Record<Network, EthereumNetwork>> = {
  main: {
    name: 'ethereum main',
    chainId: 1n,
    genesis: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  },
  test: {
    name: 'ethereum sepolia',
    chainId: 11_155_111n,
    genesis: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
  },
  regtest: { name: 'ethereum regtest', chainId: 31_337n },
};
