import { CommandError, type Command } from '../../platform/command.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { cancelPayout, listPayouts } from './manage-payouts.ts';
import type { PayoutOwners } from './payout-owner.ts';
import type { Payout } from './payout.rules.ts';

const shown = 200;

const ended: Record<string, string> = {
  SIGNED: 'is signed: its transaction may be mined at any time',
  COMPLETED: 'is paid',
  FAILED: 'has failed already',
  REVERSED: 'was reversed already',
};

export const payoutCommands = (owners: PayoutOwners): readonly Command[] => [
  {
    name: 'payout list',
    summary: 'Lists the payouts that are not done, the oldest first.',
    async run(platform, _input, print) {
      const payouts = await listPayouts(platform, shown);
      if (payouts.length === 0) print('No payouts are waiting.');
      for (const payout of payouts) describe(payout, platform.clock.nowMs()).forEach(print);
      if (payouts.length === shown) print(`These are the oldest ${shown}.`);
    },
  },
  {
    name: 'payout cancel',
    summary: 'Gives up a payout that was not signed yet; its money goes back.',
    usage: '<payout>',
    async run(platform, { positionals: [id = ''] }, print) {
      const outcome = await cancelPayout(platform, owners, id);
      if (outcome === 'unknown') throw new CommandError('There is no such payout.');
      if (outcome !== 'cancelled') throw new CommandError(`Payout ${id} ${ended[outcome]}.`);
      print(`Payout ${id} is cancelled; its money is back.`);
    },
  },
];

function describe(payout: Payout, nowMs: number): string[] {
  const minutes = Math.max(0, Math.floor((nowMs - payout.created_at.getTime()) / 60_000));
  const tag = payout.destination_tag === null ? '' : ` tag ${payout.destination_tag}`;
  const amount = `${formatAsset(payout.coin, payout.amount)} ${payout.coin}`;
  return [
    `${payout.id}  ${payout.status}  ${amount} to ${payout.address}${tag}  ${payout.kind} of PSP ${payout.psp_id}, ${minutes} min`,
    ...(payout.transaction_id === null ? [] : [`     transaction ${payout.transaction_id}`]),
    ...(payout.trouble === null ? [] : [`     waits: ${payout.trouble}`]),
  ];
}
