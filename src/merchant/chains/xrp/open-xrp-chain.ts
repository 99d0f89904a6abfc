import type { Platform } from '../../../platform/platform.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import { missingAccount } from '../accounts/missing-account.ts';
import { AccountFault } from '../addresses/extended-public-key.ts';
import type { AddressBook, Chain, Payer } from '../chain.ts';
import { findChainKey } from '../keys/chain-keys.ts';
import type { XrpPayerOptions } from './create-xrp-payer.ts';
import { openXrpConnection } from './xrp-connection.ts';
import { describeNetwork, readNetworkId } from './xrp-network.rules.ts';
import { openXrpNode } from './open-xrp-node.ts';
import { findAccount } from './read-account.ts';
import { listXrpKeys, readStoredXrpKey, writeXrpKey, type XrpKey } from './xrp-key.ts';

/**
 * Polling interval, short enough that a waiting customer sees a payment within one ledger. A node answers in
 * milliseconds.
 */
const pollMs = 1000;

type XrpContext = Pick<Platform, 'sql' | 'log'>;
type XrpSettings = Pick<MerchantSettings, 'XRP_NODE' | 'XRP_ADDRESS' | 'XRP_NETWORK' | 'WALLET_KEY'>;

/** Opens XRP with the configured node, which may still be unavailable. Undefined if none is configured. */
export async function openXrpChain(context: XrpContext, settings: XrpSettings): Promise<Chain | undefined> {
  if (settings.XRP_NODE === '') return undefined;
  const { addresses, networkId } = readXrpAccount(settings);
  const { account } = addresses;
  const connection = openXrpConnection(settings.XRP_NODE);
  const key = await openKey(context, settings);
  return {
    coin: 'XRP',
    network: describeNetwork(networkId),
    addresses,
    accountNumber: 0,
    node: openXrpNode(connection, { account, networkId, ...(key ? { signer: key.address } : {}) }),
    payer: key && (await openPayer({ account, networkId, key })),
    pollMs,
    // The fee does not depend on the content of a transaction.
    usualFee: (feeRate) => feeRate,
  };
}

/**
 * Opens the signing key. The node verifies before each signing that the account accepts it, because a regular key can
 * change at any time.
 */
async function openKey(context: XrpContext, settings: XrpSettings): Promise<XrpKey | undefined> {
  const stored = await findChainKey(context, settings.WALLET_KEY, 'XRP');
  if (stored === undefined) {
    const coin = 'XRP';
    context.log.info({ coin }, 'this process accepts payments but cannot pay out: it has no key');
    return undefined;
  }
  const key = await readStoredXrpKey(stored);
  if (!key)
    throw new StartError('The stored key of XRP is not a seed. Store it again with "praca chain key XRP".');
  return key;
}

async function openPayer(options: XrpPayerOptions): Promise<Payer> {
  // Loads the ledger's codec, two megabytes that a process without a key does not need.
  const { createXrpPayer } = await import('./create-xrp-payer.ts');
  return createXrpPayer(options);
}

/** Reads the operator's key: the account's master key, or its current regular key according to the node. */
export async function readXrpSigningKey(
  settings: XrpSettings,
  given: string,
): Promise<{ readonly key: string } | { readonly fault: string }> {
  const { account } = readXrpAccount(settings).addresses;
  const keys = await listXrpKeys(given);
  if (keys.length === 0) return { fault: 'The input is not a family seed (s… or sEd…).' };
  const own = keys.find((key) => key.address === account);
  if (own) return { key: writeXrpKey(own) };
  if (settings.XRP_NODE === '') return { fault: 'The seed is not that of XRP_ADDRESS.' };
  try {
    const entry = await findAccount(openXrpConnection(settings.XRP_NODE), account);
    const regular = keys.find((key) => entry?.regularKey === key.address);
    if (regular) return { key: writeXrpKey(regular) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      fault: `The seed is not that of XRP_ADDRESS, and the regular key of the account is unknown: ${reason}.`,
    };
  }
  return { fault: 'The seed is neither that of XRP_ADDRESS nor that of its regular key.' };
}

/** Reads the account and network from the settings. Throws an explanation if they are invalid. */
export function readXrpAccount(settings: XrpSettings): { addresses: AddressBook; networkId: number } {
  const networkId = readNetworkId(settings.XRP_NETWORK);
  if (networkId === undefined) throw new StartError('XRP_NETWORK names no network.');
  if (settings.XRP_ADDRESS === '') {
    throw missingAccount('XRP', {
      node: settings.XRP_NODE,
      setting: 'XRP_ADDRESS',
      takes: 'the classic address (r…) of the account that takes XRP',
    });
  }
  try {
    const addresses = createAddressBook('XRP', networkId === 0 ? 'main' : 'test', settings.XRP_ADDRESS);
    return { addresses, networkId };
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new StartError(`XRP_ADDRESS ${error.message}.`);
  }
}
