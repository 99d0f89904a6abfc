import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { parseAmount } from '../../../platform/money.ts';
import { decimalsOf, findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { openChains } from '../../chains/open-chains.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { describeCeilings } from './list-ceilings.ts';
import { CeilingRefused, decideCeiling, proposeCeiling, type CeilingProposal } from './manage-ceilings.ts';

type Values = Record<string, string | boolean | undefined>;

function readWanted(coin: CoinCode, text: string | undefined, values: Values): CeilingProposal['wanted'] {
  const { cold, tag } = values;
  if (values['none'] === true) {
    if (text !== undefined || cold !== undefined || tag !== undefined)
      throw new CommandError('--none cannot be combined with other options.');
    return undefined;
  }
  const amount = parseAmount(text ?? '', decimalsOf(coin));
  if ('error' in amount || typeof cold !== 'string') {
    throw new CommandError('Give the ceiling and the cold address, or --none.');
  }
  return { ceilingMinor: amount.minor, address: cold, destinationTag: typeof tag === 'string' ? tag : null };
}

const decision = (word: 'approve' | 'reject', summary: string): Command<MerchantSettings> => ({
  name: `wallet ${word}`,
  summary,
  usage: '<proposal> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { values, positionals: [id = ''] }, print) {
    const outcome = await decideCeiling(platform, {
      id,
      decision: word,
      by: (await readStaff(platform, values, moneyRoles)).email,
    });
    if (outcome === 'unknown') throw new CommandError('There is no such proposal.');
    if (outcome === 'own_proposal')
      throw new CommandError('You proposed it yourself: another person must decide.');
    if (outcome === 'decided') throw new CommandError('That was decided already.');
    print(`Proposal ${id} is ${word === 'approve' ? 'approved' : 'rejected'}.`);
  },
});

export const coldCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'wallet ceiling',
    summary:
      'Proposes a limit for a hot wallet and the cold address for the rest. Another person approves it.',
    usage: '<coin> (<amount> --cold <address> [--tag number] | --none) --by <e-mail>',
    options: {
      cold: { type: 'string' },
      tag: { type: 'string' },
      none: { type: 'boolean' },
      ...byOption,
    },
    positionals: 2,
    async run(platform, { values, positionals: [code = '', text] }, print) {
      const coin = findCoin(code.toUpperCase());
      if (!coin) throw new CommandError('Name the coin by its code.');
      const proposal = {
        coin,
        wanted: readWanted(coin, text, values),
        by: (await readStaff(platform, values, moneyRoles)).email,
      };
      const chains = await openChains(platform, platform.settings);
      const id = await proposeCeiling({ ...platform, chains }, proposal).catch((error: unknown) => {
        throw error instanceof CeilingRefused ? new CommandError(error.message) : error;
      });
      print(`Proposed: ${id}`);
      print(`Nothing changes until another person runs: praca wallet approve ${id} --by <e-mail>`);
    },
  },
  decision('approve', 'Approves a proposed ceiling and cold address.'),
  decision('reject', 'Rejects a proposed ceiling.'),
  {
    name: 'wallet list',
    summary: 'Lists the active and proposed ceilings of the hot wallets.',
    positionals: 0,
    async run(platform, _input, print) {
      const lines = await describeCeilings(platform);
      if (lines.length === 0) print('No wallet has a ceiling.');
      lines.forEach(print);
    },
  },
];
