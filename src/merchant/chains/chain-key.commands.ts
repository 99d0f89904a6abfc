import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import { coinCodes, findCoin, type CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { readSigningKey } from './bitcoin/bitcoin-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { readEthereumKey } from './ethereum/ethereum-account.ts';
import { keepChainKey } from './keys/chain-keys.ts';
import { readXrpSigningKey } from './xrp/open-xrp-chain.ts';

type GivenKey = { readonly key: string } | { readonly fault: string };

async function readKey(settings: MerchantSettings, coin: CoinCode, given: string): Promise<GivenKey> {
  if (coin === 'XRP') return readXrpSigningKey(settings, given);
  const read = isBitcoinCoin(coin) ? readSigningKey(settings, coin, given) : readEthereumKey(settings, given);
  return 'fault' in read ? read : { key: read.key.privateExtendedKey };
}

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
];

/** From standard input, so that the key is in no list of processes and no shell's history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key or the wallet's words, for XRP a family seed, from standard input.",
    usage: `<${coinCodes.join('|')}>`,
    async run(platform, { positionals }, print) {
      const coin = findCoin(positionals[0]?.toUpperCase() ?? '');
      if (!coin) throw new CommandError(`chain key takes ${coinCodes.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set: it seals the key ("openssl rand -base64 32" makes one).',
        );
      }
      const read = await readKey(settings, coin, await readInput());
      if ('fault' in read) throw new CommandError(read.fault);
      await keepChainKey(platform, settings.WALLET_KEY, coin, read.key);
      print(`${coin} can be paid out by processes that have this WALLET_KEY, once they are started anew.`);
    },
  };
}
