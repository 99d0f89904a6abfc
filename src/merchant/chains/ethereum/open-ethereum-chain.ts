import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { openAccounts, type WalletAccounts } from '../accounts/open-accounts.ts';
import { openFormerKeys } from '../accounts/former-keys.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import { getPayingAccount } from '../addresses/paying-account.ts';
import type { AddressBook, Chain, OwnAddress, Payer } from '../chain.ts';
import { findChainKey } from '../keys/chain-keys.ts';
import { keepAddress } from '../receipts/address.store.ts';
import { openRpc } from '../rpc/rpc.ts';
import { createEthereumPayer } from './create-ethereum-payer.ts';
import { getEthereumAccount, readEthereumKey } from './ethereum-account.ts';
import { ethereumNetworks } from './ethereum-networks.ts';
import { openEthereumNode } from './open-ethereum-node.ts';
import { plainGas } from './to-chain-block.ts';

/** Polling interval. A block arrives every twelve seconds; unconfirmed payments should appear sooner. */
const pollMs = { main: 4000, test: 4000, regtest: 300 };
const weiOfGwei = 10n ** 9n;

type EthereumContext = Pick<Platform, 'sql' | 'log' | 'clock'>;

/** Opens Ethereum with the configured node, which may still be unavailable. Undefined if none is configured. */
export async function openEthereumChain(
  context: EthereumContext,
  settings: MerchantSettings,
  mode: 'use' | 'look' = 'use',
): Promise<Chain | undefined> {
  const { ETH_NODE: url, ETH_NETWORK: network } = settings;
  if (url === '') return undefined;
  const account = getEthereumAccount(settings).publicExtendedKey;
  const addresses = createAddressBook('ETH', network, account);
  const accounts = await openAccounts(context, 'ETH', account);
  const paying = getPayingAccount(addresses, accounts.number);
  if (mode === 'use') await watchPayingAccount(context, paying, accounts.number);
  const highestFeeRate = BigInt(settings.ETH_FEE_CEILING) * weiOfGwei;
  return {
    coin: 'ETH',
    network: ethereumNetworks[network].name,
    addresses,
    accountNumber: accounts.number,
    node: openEthereumNode(openRpc(url, { version: '2.0' }), { network, highestFeeRate, paying }),
    payer: await openPayer(context, settings, { addresses, accounts, highestFeeRate }),
    payingAddress: paying,
    formerPayingAddresses: accounts.former.map((former) =>
      getPayingAccount(createAddressBook('ETH', network, former.account), former.number),
    ),
    pollMs: pollMs[network],
    usualFee: (feeRate, gas) => (gas === undefined ? plainGas : BigInt(gas)) * feeRate,
    // A receipt has to be collected before it can be paid out.
    spendingFee: (feeRate) => plainGas * feeRate,
  };
}

/** Watches the paying account. Coins sent to it belong to the provider. */
async function watchPayingAccount(
  { sql, clock }: EthereumContext,
  paying: OwnAddress,
  account: number,
): Promise<void> {
  const createdAt = clock.now();
  const subjectId = newId(createdAt.getTime());
  await keepAddress(sql, { ...paying, coin: 'ETH', account, purpose: 'funds', subjectId, createdAt });
}

interface PayingWallet {
  readonly addresses: AddressBook;
  readonly accounts: WalletAccounts;
  readonly highestFeeRate: bigint;
}

async function openPayer(
  context: EthereumContext,
  settings: MerchantSettings,
  { addresses, accounts, highestFeeRate }: PayingWallet,
): Promise<Payer | undefined> {
  const stored = await findChainKey(context, settings.WALLET_KEY, 'ETH');
  if (stored === undefined) {
    context.log.info({ coin: 'ETH' }, 'this process accepts payments but cannot pay out: it has no key');
    return undefined;
  }
  const read = readEthereumKey(settings, stored);
  if ('fault' in read) {
    throw new StartError(
      'The key that signs ETH is not of the account of ETH_XPUB. Store the right one with "praca chain key ETH".',
    );
  }
  const { chainId } = ethereumNetworks[settings.ETH_NETWORK];
  const walletKey = settings.WALLET_KEY;
  const former = openFormerKeys(context, { coin: 'ETH', walletKey }, accounts.former, (key, account) =>
    readEthereumKey(settings, key, account),
  );
  const { number: accountNumber } = accounts;
  return createEthereumPayer({
    account: read.key,
    accountNumber,
    former,
    addresses,
    chainId,
    highestFeeRate,
  });
}
