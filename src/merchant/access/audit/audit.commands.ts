import type { Command } from '../../../platform/command.ts';
import { describeActions } from './list-actions.ts';

const shown = 200;

export const auditCommands: readonly Command[] = [
  {
    name: 'payout log',
    summary:
      'Lists decisions about payouts, limits, freezes, screenings and wallets with their authors, newest first.',
    usage: '[payout, psp:number, coin, screening or proposal]',
    positionals: 1,
    async run(platform, { positionals: [subject = null] }, print) {
      const lines = await describeActions(platform, subject, shown);
      if (lines.length === 0)
        print(subject === null ? 'Nothing was decided yet.' : `Nothing was decided about ${subject} yet.`);
      lines.forEach(print);
    },
  },
];
