import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { readSigningKey } from './bitcoin/bitcoin-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { readEthereumKey } from './ethereum/ethereum-account.ts';
import type { ReadKey } from './keys/account-key.ts';
import { keepChainKey } from './keys/chain-keys.ts';

type KeyedCoin = Exclude<CoinCode, 'XRP'>;
const keyedCoins: readonly KeyedCoin[] = ['BTC', 'BCH', 'LTC', 'ETH'];

const readKey = (settings: MerchantSettings, coin: KeyedCoin, given: string): ReadKey =>
  isBitcoinCoin(coin) ? readSigningKey(settings, coin, given) : readEthereumKey(settings, given);

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
];

/** From standard input, so that the key is in no list of processes and no shell's history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key, or the wallet's words, from standard input.",
    usage: `<${keyedCoins.join('|')}>`,
    async run(platform, { positionals }, print) {
      const coin = keyedCoins.find((candidate) => candidate === positionals[0]?.toUpperCase());
      if (!coin) throw new CommandError(`chain key takes ${keyedCoins.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set: it seals the key ("openssl rand -base64 32" makes one).',
        );
      }
      const read = readKey(settings, coin, await readInput());
      if ('fault' in read) throw new CommandError(read.fault);
      await keepChainKey(platform, settings.WALLET_KEY, coin, read.key.privateExtendedKey);
      print(`${coin} can be paid out by processes that have this WALLET_KEY, once they are started anew.`);
    },
  };
}
