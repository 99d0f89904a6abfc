import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { byOption, readStaff } from '../../platform/staff/read-staff.ts';
import type { Platform, PlatformSettings } from '../../platform/platform.ts';
import { coinCodes, findCoin, type CoinCode } from '../assets/asset.rules.ts';
import { moneyRoles, staffActor } from '../audit/audit.rules.ts';
import { readReason } from '../audit/read-reason.ts';
import { recordAction } from '../audit/record-action.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { keepFormerKey } from './accounts/keep-former-key.ts';
import { rotateAccount } from './accounts/rotate-account.ts';
import { getAccount, readSigningKey } from './bitcoin/bitcoin-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { getEthereumAccount, readEthereumKey } from './ethereum/ethereum-account.ts';
import { keepChainKey } from './keys/chain-keys.ts';
import { readXrpSigningKey } from './xrp/open-xrp-chain.ts';

type KeyPlatform = Platform<PlatformSettings & MerchantSettings>;
type GivenKey = { readonly key: string } | { readonly fault: string };

/** Of the account that the settings name, or of another by its extended public key. */
async function readKey(
  settings: MerchantSettings,
  coin: CoinCode,
  given: string,
  account?: string,
): Promise<GivenKey> {
  if (coin === 'XRP') return readXrpSigningKey(settings, given);
  const read = isBitcoinCoin(coin)
    ? readSigningKey(settings, coin, given, account)
    : readEthereumKey(settings, given, account);
  return 'fault' in read ? read : { key: read.key.privateExtendedKey };
}

/** The account of XRP is an address. */
const rotated = coinCodes.filter((coin) => coin !== 'XRP');

const restart = 'once they are started anew.';

/** What is to be told about it. */
async function keepKey(platform: KeyPlatform, coin: CoinCode, given: string): Promise<string> {
  const { settings } = platform;
  const read = await readKey(settings, coin, given);
  if ('key' in read) {
    await keepChainKey(platform, settings.WALLET_KEY, coin, read.key);
    return `${coin} can be paid out by processes that have this WALLET_KEY, ${restart}`;
  }
  const kept = await keepFormerKey(platform, settings.WALLET_KEY, coin, (account) =>
    readKey(settings, coin, given, account),
  );
  if (!kept) throw new CommandError(read.fault);
  return `The key is of a former account of ${coin}: processes that have this WALLET_KEY can move what lies there, ${restart}`;
}

async function rotate(
  platform: KeyPlatform,
  { positionals, values }: { positionals: string[]; values: Record<string, string | boolean | undefined> },
  print: (line: string) => void,
): Promise<void> {
  const coin = findCoin(positionals[0]?.toUpperCase() ?? '');
  if (!coin) throw new CommandError(`chain rotate takes ${rotated.join(' or ')}.`);
  if (coin === 'XRP') {
    throw new CommandError('The account of XRP is its address: name another regular key for it instead.');
  }
  const { settings } = platform;
  const reason = readReason(values);
  if (reason === null) throw new CommandError('Say why: --reason <text>.');
  const by = (await readStaff(platform, values, moneyRoles)).email;
  const { publicExtendedKey: account } = isBitcoinCoin(coin)
    ? getAccount(settings, coin)
    : getEthereumAccount(settings);
  const outcome = await rotateAccount(platform, { coin, account, by, reason });
  if ('refusal' in outcome) throw new CommandError(outcome.refusal);
  print(`New addresses of ${coin} are taken from the account of ${coin}_XPUB by processes that name it.`);
  print(`Store its key with "praca chain key ${coin}" and start all processes anew.`);
}

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
  {
    name: 'chain rotate',
    summary:
      'Lets the account of {COIN}_XPUB take the place of the one before, whose addresses stay watched and whose coins are moved.',
    usage: `<${rotated.join('|')}> --by <e-mail> --reason <text>`,
    options: { ...byOption, reason: { type: 'string' } },
    positionals: 1,
    run: rotate,
  },
];

/** From standard input, so that the key is in no list of processes and no shell's history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key or the wallet's words, for XRP a family seed, from standard input.",
    usage: `<${coinCodes.join('|')}> --by <e-mail>`,
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const coin = findCoin(positionals[0]?.toUpperCase() ?? '');
      if (!coin) throw new CommandError(`chain key takes ${coinCodes.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set: it seals the key ("openssl rand -base64 32" makes one).',
        );
      }
      const by = staffActor((await readStaff(platform, values, moneyRoles)).email);
      const kept = await keepKey(platform, coin, await readInput());
      await transaction(platform.sql, async (tx) =>
        recordAction(tx, platform, { action: 'key stored', subject: coin, by, reason: null }),
      );
      print(kept);
    },
  };
}
