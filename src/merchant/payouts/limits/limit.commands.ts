import { readPspId } from '../../access/credentials/read-psp-id.ts';
import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { parseAmount } from '../../../platform/money.ts';
import { decimalsOf, findCoin, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readReason } from '../../access/audit/read-reason.ts';
import { describeFault } from '../../chains/addresses/require-address.ts';
import { openChains } from '../../chains/open-chains.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import type { PayoutLimits } from './limit.rules.ts';
import {
  changeAddresses,
  changeLimits,
  readPspControls,
  switchAddressesOff,
  type AddressChange,
} from './manage-limits.ts';
import { sayIn } from '../../../platform/problem.ts';

type Values = Record<string, string | boolean | undefined>;

function readCoin(given: string | undefined): CoinCode {
  const coin = findCoin((given ?? '').toUpperCase());
  if (!coin) throw new CommandError('Name the coin by its code.');
  return coin;
}

const noPsp = (pspId: number): CommandError => new CommandError(`There is no PSP ${pspId}.`);

const names = { one: 'one_amount', day: 'day_amount', approval: 'approval_amount' } as const;

/** Returns the given limits; undefined with --none. */
function readLimits(values: Values, coin: CoinCode): Partial<PayoutLimits> | undefined {
  const given = Object.entries(names).filter(([option]) => values[option] !== undefined);
  if (values['none'] === true) {
    if (given.length > 0) throw new CommandError('--none cannot be combined with other options.');
    return undefined;
  }
  return Object.fromEntries(given.map(([option, name]) => [name, readLimit(String(values[option]), coin)]));
}

function readLimit(text: string, coin: CoinCode): bigint | null {
  if (text === 'none') return null;
  const parsed = parseAmount(text, decimalsOf(coin));
  if ('error' in parsed) throw new CommandError(`A limit is an amount of ${coin}, or none.`);
  return parsed.minor;
}

function describe(coin: CoinCode, limits: PayoutLimits): string {
  const show = (minor: bigint | null): string => (minor === null ? 'no limit' : formatAsset(coin, minor));
  return `${coin}  one payout ${show(limits.one_amount)}, 24 hours ${show(limits.day_amount)}, approval above ${show(limits.approval_amount)}`;
}

const addressCommand = (change: AddressChange['change'], summary: string): Command<MerchantSettings> => ({
  name: `psp addresses ${change}`,
  summary,
  usage: '<psp> <coin> <address> [--tag number] --by <e-mail>',
  options: { tag: { type: 'string' }, ...byOption },
  positionals: 3,
  async run(platform, { values, positionals: [psp, code, text = ''] }, print) {
    const pspId = readPspId(psp);
    const coin = readCoin(code);
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const chains = await openChains(platform, platform.settings);
    const tag = typeof values['tag'] === 'string' ? values['tag'] : null;
    const parsed = chains.get(coin).addresses.parse(text, tag);
    if ('fault' in parsed) throw new CommandError(sayIn('en', describeFault(parsed)));
    const outcome = await changeAddresses(platform, { pspId, change, coin, to: parsed.address, by });
    if (outcome === 'unknown') throw noPsp(pspId);
    const after = change === 'add' ? 'on' : 'not on';
    print(
      `${parsed.address.address} is ${after} the list of PSP ${pspId}${outcome === 'already' ? ' already' : ''}.`,
    );
  },
});

export const limitCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'psp limits',
    summary: 'Shows or sets the payout limits of a PSP for a coin.',
    usage:
      '<psp> [<coin> --one <amount> --day <amount> --approval <amount> | --none] [--by e-mail] [--reason text]',
    options: {
      one: { type: 'string' },
      day: { type: 'string' },
      approval: { type: 'string' },
      none: { type: 'boolean' },
      ...byOption,
      reason: { type: 'string' },
    },
    positionals: 2,
    async run(platform, { values, positionals: [psp, code] }, print) {
      const pspId = readPspId(psp);
      const coin = code === undefined ? undefined : readCoin(code);
      const changes = [...Object.keys(names), 'none'].some((option) => values[option] !== undefined);
      if (changes) {
        if (!coin) throw new CommandError('Name the coin too.');
        const limits = readLimits(values, coin);
        const change = {
          pspId,
          coin,
          limits,
          by: (await readStaff(platform, values, moneyRoles)).email,
          reason: readReason(values),
        };
        if (!(await changeLimits(platform, change))) throw noPsp(pspId);
      }
      const controls = await readPspControls(platform, pspId);
      if (!controls) throw noPsp(pspId);
      const shown = controls.limits.filter((row) => coin === undefined || row.coin === coin);
      if (shown.length === 0) print(`PSP ${pspId} has no limits${coin === undefined ? '' : ` for ${coin}`}.`);
      for (const row of shown) print(describe(row.coin, row));
    },
  },
  addressCommand('add', 'Allows an address. From the first one on, all other addresses are rejected.'),
  addressCommand('remove', 'Removes an address from the list. An empty list rejects all payouts.'),
  {
    name: 'psp addresses list',
    summary: 'Lists the allowed payout addresses of a PSP.',
    usage: '<psp>',
    positionals: 1,
    async run(platform, { positionals: [psp] }, print) {
      const pspId = readPspId(psp);
      const controls = await readPspControls(platform, pspId);
      if (!controls) throw noPsp(pspId);
      if (!controls.addresses) return print(`PSP ${pspId} may send to every address.`);
      if (controls.addresses.length === 0) print(`PSP ${pspId} may send to no address.`);
      for (const { coin, address, destination_tag: tag } of controls.addresses) {
        print(`${coin}  ${address}${tag === null ? '' : ` tag ${tag}`}`);
      }
    },
  },
  {
    name: 'psp addresses off',
    summary: 'Deletes the list: every address is allowed again.',
    usage: '<psp> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { values, positionals: [psp] }, print) {
      const pspId = readPspId(psp);
      if (!(await switchAddressesOff(platform, pspId, (await readStaff(platform, values, moneyRoles)).email)))
        throw noPsp(pspId);
      print(`PSP ${pspId} may send to every address.`);
    },
  },
];
