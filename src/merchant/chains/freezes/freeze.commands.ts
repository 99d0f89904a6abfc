import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCoin, type CoinCode } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readReason } from '../../access/audit/read-reason.ts';
import { freezePayouts, thawPayouts, type FreezeInput } from './freeze-payouts.ts';

type Values = Record<string, string | boolean | undefined>;

async function readInput(platform: Pick<Platform, 'home'>, values: Values): Promise<FreezeInput> {
  const reason = readReason(values);
  if (reason === null) throw new CommandError('Say why: --reason <text>.');
  return {
    coin: readCoin(values['coin']),
    by: (await readStaff(platform, values, moneyRoles)).email,
    reason,
  };
}

function readCoin(given: string | boolean | undefined): CoinCode | undefined {
  if (given === undefined) return undefined;
  const coin = findCoin(String(given).toUpperCase());
  if (!coin) throw new CommandError('There is no such coin.');
  return coin;
}

const options = { coin: { type: 'string' }, ...byOption, reason: { type: 'string' } } as const;
const usage = '[--coin code] --by <e-mail> --reason <text>';

export const freezeCommands: readonly Command[] = [
  {
    name: 'payout freeze',
    summary: 'Stops the signing of payouts at once, in every process. No payout is lost.',
    usage,
    options,
    positionals: 0,
    async run(platform, { values }, print) {
      const coins = await freezePayouts(platform, await readInput(platform, values));
      print(
        coins.length === 0 ? 'These payouts are frozen already.' : `Frozen: ${coins.toSorted().join(', ')}.`,
      );
    },
  },
  {
    name: 'payout thaw',
    summary: 'Resumes payouts.',
    usage,
    options,
    positionals: 0,
    async run(platform, { values }, print) {
      const coins = await thawPayouts(platform, await readInput(platform, values));
      print(
        coins.length === 0 ? 'None of these payouts is frozen.' : `Resumed: ${coins.toSorted().join(', ')}.`,
      );
    },
  },
];
