import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readAdjustment } from '../read-adjustment.ts';
import { decideAdjustment, type AdjustmentDecision, type AdjustmentOutcome } from './decide-adjustment.ts';
import { listAdjustments } from './list-adjustments.ts';
import { proposeAdjustment } from './propose-adjustment.ts';

const propose = (group: 'adjustment' | 'psp', word: 'credit' | 'debit', summary: string): Command => ({
  name: `${group} ${word}`,
  summary,
  usage: '<psp> <amount> <asset> <reference> --by <e-mail>',
  options: byOption,
  positionals: 'any',
  async run(platform, { values, positionals }, print) {
    const { pspId, asset, amountMinor, reference } = readAdjustment(
      positionals,
      word === 'credit' ? 1n : -1n,
    );
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const outcome = await proposeAdjustment(platform, { pspId, asset, amountMinor, reference, by });
    if (outcome === 'unknown_psp') throw new CommandError(`There is no PSP ${pspId}.`);
    if (outcome === 'booked_before') throw new CommandError(`"${reference}" was booked before.`);
    if (typeof outcome === 'string') throw new CommandError('That was not proposed.');
    print(`Proposed: ${outcome.proposed}`);
    print(
      `Nothing is booked until another person runs: praca adjustment confirm ${outcome.proposed} --by <e-mail>`,
    );
  },
});

const refusals: Record<Exclude<AdjustmentOutcome, 'done' | 'already'>, string> = {
  unknown: 'There is no such proposal.',
  own_proposal: 'You proposed it yourself: another person must decide.',
  decided: 'That was decided already.',
  expired: 'The proposal has expired after a day without confirmation: propose it again.',
  booked_before: 'Its reference was booked before.',
};

const decide = (decision: AdjustmentDecision['decision'], summary: string, done: string): Command => ({
  name: `adjustment ${decision}`,
  summary,
  usage: '<proposal> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { values, positionals: [id = ''] }, print) {
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const outcome = await decideAdjustment(platform, { id, decision, by }).catch((error: unknown) => {
      throw error instanceof ProblemError ? new CommandError(error.message) : error;
    });
    if (outcome !== 'done' && outcome !== 'already') throw new CommandError(refusals[outcome]);
    print(`Proposal ${id} is ${done}${outcome === 'already' ? ' already' : ''}.`);
  },
});

export const adjustmentCommands: readonly Command[] = [
  // `psp credit` and `psp debit` are aliases of these commands, kept for compatibility.
  ...(['adjustment', 'psp'] as const).flatMap((group) => [
    propose(
      group,
      'credit',
      'Proposes to book money that a PSP has paid in; another person confirms it within a day.',
    ),
    propose(
      group,
      'debit',
      'Proposes to book money that was paid out to a PSP; another person confirms it within a day.',
    ),
  ]),
  decide('confirm', 'Books a proposal made by another person.', 'booked'),
  decide('reject', 'Rejects a proposed adjustment, or withdraws your own.', 'rejected'),
  {
    name: 'adjustment list',
    summary: 'Lists proposed adjustments of PSPs that wait for a second person.',
    positionals: 0,
    async run(platform, _input, print) {
      const open = await listAdjustments(platform);
      if (open.length === 0) print('Nothing is proposed.');
      for (const { id, psp_id: pspId, asset, amount, reference, proposed_by: by, expires_at: end } of open) {
        print(
          `${id}  PSP ${pspId}  ${formatAsset(asset, amount)} ${asset}  "${reference}"  by ${by}, until ${end.toISOString()}`,
        );
      }
    },
  },
];
