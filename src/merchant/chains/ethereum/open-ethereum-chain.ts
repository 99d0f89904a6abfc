import type { MerchantSettings } from '../../merchant.context.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import type { Chain } from '../chain.ts';
import { openRpc } from '../rpc/rpc.ts';
import { getEthereumAccount } from './ethereum-account.ts';
import { ethereumNetworks } from './ethereum-networks.ts';
import { openEthereumNode } from './open-ethereum-node.ts';
import { plainGas } from './to-chain-block.ts';

/** A block comes every twelve seconds; what waits is shown sooner. */
const pollMs = { main: 4000, test: 4000, regtest: 300 };
const weiOfGwei = 10n ** 9n;

/** Ether by a node of its own, where one is configured. The node need not be up yet. */
export async function openEthereumChain(settings: MerchantSettings): Promise<Chain | undefined> {
  const { ETH_NODE: url, ETH_NETWORK: network } = settings;
  if (url === '') return undefined;
  const account = getEthereumAccount(settings).publicExtendedKey;
  const highestFeeRate = BigInt(settings.ETH_FEE_CEILING) * weiOfGwei;
  return {
    coin: 'ETH',
    network: ethereumNetworks[network].name,
    addresses: createAddressBook('ETH', network, account),
    node: openEthereumNode(openRpc(url, { version: '2.0' }), network, highestFeeRate),
    payer: undefined,
    pollMs: pollMs[network],
    usualFee: (feeRate) => plainGas * feeRate,
  };
}
