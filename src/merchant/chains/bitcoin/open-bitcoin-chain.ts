import type { Platform } from '../../../platform/platform.ts';
import { StartError } from '../../../platform/start-error.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { openAccounts, type WalletAccounts } from '../accounts/open-accounts.ts';
import { openFormerKeys } from '../accounts/former-keys.ts';
import { createAddressBook } from '../addresses/create-address-book.ts';
import type { Chain, Payer } from '../chain.ts';
import { findChainKey } from '../keys/chain-keys.ts';
import { getAccount, readSigningKey } from './bitcoin-account.ts';
import { describeChain, traitsOf, type BitcoinCoin } from './bitcoin-coins.ts';
import { createBitcoinPayer } from './create-bitcoin-payer.ts';
import { openBitcoinNode, openBitcoinRpc } from './open-bitcoin-node.ts';
import { dustThreshold, feeOf, transactionWeight } from './select-outputs.rules.ts';

/** Polling interval, short enough for a waiting customer. A full node answers in milliseconds. */
const pollMs = { main: 3000, test: 3000, regtest: 300 };

/** A usual payout spends two receipts and pays its recipient and the change. */
const usualInputs = 2;
/** Length of P2WSH and taproot, the longest of the common scripts. */
const usualScriptBytes = 34;

type BitcoinContext = Pick<Platform, 'sql' | 'log'>;

/** Opens a coin with its own node, which may still be unavailable. Undefined if none is configured. */
export async function openBitcoinChain(
  context: BitcoinContext,
  settings: MerchantSettings,
  coin: BitcoinCoin,
): Promise<Chain | undefined> {
  const url = settings[`${coin}_NODE`];
  if (url === '') return undefined;
  const network = settings[`${coin}_NETWORK`];
  const account = getAccount(settings, coin).publicExtendedKey;
  const accounts = await openAccounts(context, coin, account);
  return {
    coin,
    network: describeChain(coin, network),
    addresses: createAddressBook(coin, network, account),
    accountNumber: accounts.number,
    node: openBitcoinNode(openBitcoinRpc(url), coin, network),
    payer: await openPayer(context, settings, coin, accounts),
    pollMs: pollMs[network],
    usualFee: (feeRate) => usualFee(coin, feeRate),
    spendingFee: (feeRate) => spendingFee(coin, feeRate),
    leastPayout: ({ destination }) => dustThreshold(destination, traitsOf[coin].dustRate),
  };
}

async function openPayer(
  context: BitcoinContext,
  settings: MerchantSettings,
  coin: BitcoinCoin,
  { former }: WalletAccounts,
): Promise<Payer | undefined> {
  const stored = await findChainKey(context, settings.WALLET_KEY, coin);
  if (stored === undefined) {
    context.log.info({ coin }, 'this process accepts payments but cannot pay out: it has no key');
    return undefined;
  }
  const read = readSigningKey(settings, coin, stored);
  if ('fault' in read) {
    throw new StartError(
      `The key that signs ${coin} is not of the account of ${coin}_XPUB. Store the right one with "praca chain key ${coin}".`,
    );
  }
  const keys = openFormerKeys(context, { coin, walletKey: settings.WALLET_KEY }, former, (key, account) =>
    readSigningKey(settings, coin, key, account),
  );
  return createBitcoinPayer(coin, read.key, keys);
}

function usualFee(coin: BitcoinCoin, feeRate: bigint): bigint {
  const { signing } = traitsOf[coin];
  return feeOf(transactionWeight(signing, usualInputs, [usualScriptBytes, usualScriptBytes]), feeRate);
}

/** Returns the fee of one more input. */
function spendingFee(coin: BitcoinCoin, feeRate: bigint): bigint {
  const { signing } = traitsOf[coin];
  const weightOf = (inputs: number): number => transactionWeight(signing, inputs, [usualScriptBytes]);
  return feeOf(weightOf(2) - weightOf(1), feeRate);
}
