import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readReason } from '../../access/audit/read-reason.ts';
import type { PayoutOwners } from '../payout-owner.ts';
import { describeScreenings } from './list-screenings.ts';
import { decideScreening } from './record-screening.ts';

const shown = 200;

const decision = (owners: PayoutOwners, word: 'allow' | 'deny', summary: string): Command => ({
  name: `screening ${word}`,
  summary,
  usage: '<screening> --by <e-mail> [--reason text]',
  options: { ...byOption, reason: { type: 'string' } },
  positionals: 1,
  async run(platform, { values, positionals: [id = ''] }, print) {
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const outcome = await decideScreening(platform, owners, {
      id,
      decision: word,
      by,
      reason: readReason(values),
    });
    if (outcome === 'unknown') throw new CommandError('There is no such screening.');
    if (outcome === 'decided') throw new CommandError('This screening has a final decision already.');
    print(`Screening ${id}: ${word}${outcome === 'already' ? ' already' : ''}.`);
  },
});

export const screeningCommands = (owners: PayoutOwners): readonly Command[] => [
  {
    name: 'screening list',
    summary: 'Lists held screenings, oldest first; with --denied, also refused coins.',
    usage: '[--denied]',
    options: { denied: { type: 'boolean' } },
    positionals: 0,
    async run(platform, { values }, print) {
      const lines = await describeScreenings(platform, values['denied'] === true, shown);
      if (lines.length === 0) print('Screening holds nothing.');
      lines.forEach(print);
    },
  },
  decision(owners, 'allow', 'Allows held coins to be credited or sent.'),
  decision(owners, 'deny', 'Keeps incoming coins out of the ledger; ends a payout, whose money goes back.'),
];
