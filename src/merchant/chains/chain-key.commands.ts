import { text } from 'node:stream/consumers';
import { CommandError, type Command } from '../../platform/command.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { byOption, readStaff } from '../../platform/staff/read-staff.ts';
import type { Platform, PlatformSettings } from '../../platform/platform.ts';
import { coinCodes, findCoin, type CoinCode } from '../assets/asset.rules.ts';
import { moneyRoles, staffActor } from '../access/audit/audit.rules.ts';
import { readReason } from '../access/audit/read-reason.ts';
import { recordAction } from '../access/audit/record-action.ts';
import type { MerchantSettings } from '../merchant.context.ts';
import { keepFormerKey } from './accounts/former-keys.ts';
import { rotateAccount } from './accounts/rotate-account.ts';
import { getAccount, readSigningKey } from './bitcoin/bitcoin-account.ts';
import { isBitcoinCoin } from './bitcoin/bitcoin-coins.ts';
import { getEthereumAccount, readEthereumKey } from './ethereum/ethereum-account.ts';
import { keepChainKey } from './keys/chain-keys.ts';
import { readXrpSigningKey } from './xrp/open-xrp-chain.ts';

type KeyPlatform = Platform<PlatformSettings & MerchantSettings>;
type GivenKey = { readonly key: string } | { readonly fault: string };

/** Reads the key of the account in the settings, or of another account given by its extended public key. */
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

/** XRP is excluded: its account is an address, not an extended public key. */
const rotated = coinCodes.filter((coin) => coin !== 'XRP');

const restart = 'after a restart.';

/** Stores the key and returns the message for the operator. */
async function keepKey(platform: KeyPlatform, coin: CoinCode, given: string): Promise<string> {
  const { settings } = platform;
  const read = await readKey(settings, coin, given);
  if ('key' in read) {
    await keepChainKey(platform, settings.WALLET_KEY, coin, read.key);
    return `Processes with this WALLET_KEY can pay out ${coin} ${restart}`;
  }
  const kept = await keepFormerKey(platform, settings.WALLET_KEY, coin, (account) =>
    readKey(settings, coin, given, account),
  );
  if (!kept) throw new CommandError(read.fault);
  return `The key belongs to a former account of ${coin}. Processes with this WALLET_KEY can move its coins ${restart}`;
}

async function rotate(
  platform: KeyPlatform,
  { positionals, values }: { positionals: string[]; values: Record<string, string | boolean | undefined> },
  print: (line: string) => void,
): Promise<void> {
  const coin = findCoin(positionals[0]?.toUpperCase() ?? '');
  if (!coin) throw new CommandError(`chain rotate takes ${rotated.join(' or ')}.`);
  if (coin === 'XRP') {
    throw new CommandError(
      'The account of XRP is its address, which cannot be replaced. Set another regular key for it instead.',
    );
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
  print(`Processes with this ${coin}_XPUB take new addresses of ${coin} from its account.`);
  print(`Store its key with "praca chain key ${coin}" and restart all processes.`);
}

export const chainKeyCommands: readonly Command<MerchantSettings>[] = [
  chainKeyCommand(() => text(process.stdin)),
  {
    name: 'chain rotate',
    summary:
      'Replaces the present account with that of {COIN}_XPUB. The former addresses stay watched, and their coins are moved.',
    usage: `<${rotated.join('|')}> --by <e-mail> --reason <text>`,
    options: { ...byOption, reason: { type: 'string' } },
    positionals: 1,
    run: rotate,
  },
];

/** Reads the key from standard input, so that it appears in no process list and no shell history. */
export function chainKeyCommand(readInput: () => Promise<string>): Command<MerchantSettings> {
  return {
    name: 'chain key',
    summary:
      "Stores the key that signs a coin's payouts, sealed with WALLET_KEY. Reads the account's extended private key or recovery phrase (XRP: a family seed) from standard input.",
    usage: `<${coinCodes.join('|')}> --by <e-mail>`,
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals }, print) {
      const coin = findCoin(positionals[0]?.toUpperCase() ?? '');
      if (!coin) throw new CommandError(`chain key takes ${coinCodes.join(' or ')}.`);
      const { settings } = platform;
      if (settings.WALLET_KEY === '') {
        throw new CommandError(
          'WALLET_KEY is not set. It seals the key; create one with "openssl rand -base64 32".',
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
