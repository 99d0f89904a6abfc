import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readReason } from '../../access/audit/read-reason.ts';
import type { PayoutOwners } from '../payout-owner.ts';
import { decidePayout, type DecisionOutcome, type PayoutDecision } from './decide-payout.ts';

const refusals: Record<Exclude<DecisionOutcome, 'done' | 'already'>, string> = {
  unknown: 'There is no such payout.',
  own_request: 'You asked for this payout: another person must decide.',
  not_waiting: 'This payout does not wait for approval.',
};

const decisionCommand = (
  owners: PayoutOwners,
  decision: PayoutDecision['decision'],
  summary: string,
  done: string,
): Command => ({
  name: `payout ${decision}`,
  summary,
  usage: '<payout> --by <e-mail> [--reason text]',
  options: { ...byOption, reason: { type: 'string' } },
  positionals: 1,
  async run(platform, { values, positionals: [payoutId = ''] }, print) {
    const by = (await readStaff(platform, values, moneyRoles)).email;
    const outcome = await decidePayout(platform, owners, {
      payoutId,
      decision,
      by,
      reason: readReason(values),
    });
    if (outcome !== 'done' && outcome !== 'already') throw new CommandError(refusals[outcome]);
    print(`Payout ${payoutId} is ${done}${outcome === 'already' ? ' already' : ''}.`);
  },
});

export const controlCommands = (owners: PayoutOwners): readonly Command[] => [
  decisionCommand(owners, 'approve', 'Approves a payout that waits for a second person.', 'approved'),
  decisionCommand(
    owners,
    'reject',
    'Rejects a payout that waits for a second person; its money goes back.',
    'rejected',
  ),
];
