import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { scriptCoins, type ScriptCoin } from './addresses/networks.ts';
import { readSigningKey } from './bitcoin/bitcoin-account.ts';
import { keepChainKey } from './keys/chain-keys.ts';
import { readXrpSigningKey } from './xrp/open-xrp-chain.ts';

const keyCoins = [...scriptCoins, 'XRP'] as const;

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
];

/** From standard input, so that the key is in no list of processes and no shell's history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key or the wallet's words, for XRP a family seed, from standard input.",
    usage: `<${keyCoins.join('|')}>`,
    async run(platform, { positionals }, print) {
      const coin = keyCoins.find((candidate) => candidate === positionals[0]?.toUpperCase());
      if (!coin) throw new CommandError(`chain key takes ${keyCoins.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set: it seals the key ("openssl rand -base64 32" makes one).',
        );
      }
      const given = await readInput();
      const read =
        coin === 'XRP' ? await readXrpSigningKey(settings, given) : readExtendedKey(settings, coin, given);
      if ('fault' in read) throw new CommandError(read.fault);
      await keepChainKey(platform, settings.WALLET_KEY, coin, read.key);
      print(`${coin} can be paid out by processes that have this WALLET_KEY, once they are started anew.`);
    },
  };
}

function readExtendedKey(settings: MerchantSettings, coin: ScriptCoin, given: string) {
  const read = readSigningKey(settings, coin, given);
  return 'fault' in read ? read : { key: read.key.privateExtendedKey };
}
