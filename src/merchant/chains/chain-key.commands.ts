import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { scriptCoins } from './addresses/networks.ts';
import { readSigningKey } from './bitcoin/bitcoin-account.ts';
import { keepChainKey } from './keys/chain-keys.ts';

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
];

/** From standard input, so that the key is in no list of processes and no shell's history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key, or the wallet's words, from standard input.",
    usage: `<${scriptCoins.join('|')}>`,
    async run(platform, { positionals }, print) {
      const coin = scriptCoins.find((candidate) => candidate === positionals[0]?.toUpperCase());
      if (!coin) throw new CommandError(`chain key takes ${scriptCoins.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set: it seals the key ("openssl rand -base64 32" makes one).',
        );
      }
      const read = readSigningKey(settings, coin, await readInput());
      if ('fault' in read) throw new CommandError(read.fault);
      await keepChainKey(platform, settings.WALLET_KEY, coin, read.key.privateExtendedKey);
      print(`${coin} can be paid out by processes that have this WALLET_KEY, once they are started anew.`);
    },
  };
}
