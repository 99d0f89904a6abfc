import type { Examine, Finding } from '../../platform/postgres/examine-database.ts';
import { coinCodes, type CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { createAddressBook } from './addresses/create-address-book.ts';
import { getPayingAccount } from './addresses/paying-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { openBitcoinNode, openBitcoinRpc } from './bitcoin/open-bitcoin-node.ts';
import type { ChainNode } from './chain.ts';
import { getEthereumAccount } from './ethereum/ethereum-account.ts';
import { openEthereumNode } from './ethereum/open-ethereum-node.ts';
import { openRpc } from './rpc/rpc.ts';
import { readXrpAccount } from './xrp/open-xrp-chain.ts';
import { openXrpConnection } from './xrp/xrp-connection.ts';
import { openXrpNode } from './xrp/open-xrp-node.ts';

const timeoutMs = 8000;

/** Asks each node of the settings for its newest block. Needs no database. */
export async function examineNodes(examine: Examine, settings: MerchantSettings): Promise<void> {
  const coins = coinCodes.filter((coin) => settings[`${coin}_NODE`] !== '');
  await Promise.all(coins.map((coin) => examine(`node of ${coin}`, () => examineNode(settings, coin))));
}

async function examineNode(settings: MerchantSettings, coin: CoinCode): Promise<Finding> {
  try {
    const { height } = await openNode(settings, coin).tip();
    return { fine: `answers, height ${height}` };
  } catch (error) {
    return {
      problem: error instanceof Error ? error.message : String(error),
      advice: `start the node, or correct ${coin}_NODE; then "praca chain check"`,
    };
  }
}

function openNode(settings: MerchantSettings, coin: CoinCode): ChainNode {
  if (isBitcoinCoin(coin)) {
    const rpc = openBitcoinRpc(settings[`${coin}_NODE`], timeoutMs);
    return openBitcoinNode(rpc, coin, settings[`${coin}_NETWORK`]);
  }
  if (coin === 'XRP') {
    const { addresses, networkId } = readXrpAccount(settings);
    return openXrpNode(openXrpConnection(settings.XRP_NODE, { timeoutMs }), {
      account: addresses.account,
      networkId,
    });
  }
  const { ETH_NODE: url, ETH_NETWORK: network } = settings;
  const addresses = createAddressBook('ETH', network, getEthereumAccount(settings).publicExtendedKey);
  const rpc = openRpc(url, { version: '2.0', timeoutMs });
  return openEthereumNode(rpc, { network, highestFeeRate: 0n, paying: getPayingAccount(addresses, 0) });
}
