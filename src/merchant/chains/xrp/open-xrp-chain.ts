import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import { AccountFault } from '../addresses/extended-public-key.ts';
import type { AddressBook, Chain } from '../chain.ts';
import { openXrpConnection } from './xrp-connection.ts';
import { describeNetwork, readNetworkId } from './xrp-network.rules.ts';
import { openXrpNode } from './open-xrp-node.ts';

/** A customer who watches sees a payment within a ledger; a node answers in milliseconds. */
const pollMs = 1000;

type XrpSettings = Pick<MerchantSettings, 'XRP_NODE' | 'XRP_ADDRESS' | 'XRP_NETWORK'>;

/** By a node, where one is configured. It need not be up yet. */
export function openXrpChain(settings: XrpSettings): Chain | undefined {
  if (settings.XRP_NODE === '') return undefined;
  const { addresses, networkId } = readXrpAccount(settings);
  const connection = openXrpConnection(settings.XRP_NODE);
  return {
    coin: 'XRP',
    network: describeNetwork(networkId),
    addresses,
    node: openXrpNode(connection, { account: addresses.account, networkId }),
    payer: undefined,
    pollMs,
    // A transaction has one price, whatever is in it.
    usualFee: (feeRate) => feeRate,
  };
}

/** What the settings say of the account; throws a sentence where it is none. */
function readXrpAccount(settings: XrpSettings): { addresses: AddressBook; networkId: number } {
  const networkId = readNetworkId(settings.XRP_NETWORK);
  if (networkId === undefined) throw new StartError('XRP_NETWORK names no network.');
  if (settings.XRP_ADDRESS === '') {
    throw new StartError(
      'XRP_NODE is set and XRP_ADDRESS is not: set it to the classic address (r…) of the account that takes XRP.',
    );
  }
  try {
    const addresses = createAddressBook('XRP', networkId === 0 ? 'main' : 'test', settings.XRP_ADDRESS);
    return { addresses, networkId };
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new StartError(`XRP_ADDRESS ${error.message}.`);
  }
}
