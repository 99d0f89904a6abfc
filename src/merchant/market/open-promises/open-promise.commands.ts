import { readPspId } from '../../access/credentials/read-psp-id.ts';
import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { parseAmount } from '../../../platform/money.ts';
import { euroDecimals, formatAsset } from '../../assets/asset.rules.ts';
import { moneyRoles } from '../../access/audit/audit.rules.ts';
import { readReason } from '../../access/audit/read-reason.ts';
import type { MerchantSettings } from '../../merchant.context.ts';
import { changeOpenLimit } from './manage-open-limit.ts';
import { readOpenPromises, type OpenPosition } from './read-open-promises.ts';

export const openPromiseCommands: readonly Command<MerchantSettings>[] = [
  {
    name: 'psp open-limit',
    summary: 'Sets the limit in euros on the open quotes and unpaid payments of a PSP.',
    usage: '<psp> <euros|none> --by <e-mail> [--reason text]',
    options: { ...byOption, reason: { type: 'string' } },
    positionals: 2,
    async run(platform, { values, positionals: [psp = '', amount = ''] }, print) {
      const pspId = readPspId(psp);
      const parsed = parseAmount(amount, euroDecimals);
      if (amount !== 'none' && 'error' in parsed) throw new CommandError('A limit is euros, or none.');
      const cents = 'error' in parsed ? null : parsed.minor;
      const by = (await readStaff(platform, values, moneyRoles)).email;
      const change = { pspId, cents, by, reason: readReason(values) };
      if (!(await changeOpenLimit(platform, change))) throw new CommandError(`There is no PSP ${psp}.`);
      print(
        cents === null
          ? `PSP ${psp} has no limit of its own.`
          : `PSP ${psp} may have ${formatAsset('EUR', cents)} EUR open.`,
      );
    },
  },
  {
    name: 'promises list',
    summary: 'Shows the total of open quotes and unpaid payments, and the cost of a price move of 5 %.',
    positionals: 0,
    async run(platform, _input, print) {
      const { coins, psps } = await readOpenPromises(platform);
      for (const position of coins) print(describe(position.of ?? 'all', position));
      for (const position of psps) print(describe(`PSP ${position.of}`, position));
    },
  },
];

const describe = (of: string, { count, cents, limitCents, lossCents }: OpenPosition): string =>
  `${of.padEnd(8)}  ${count} open, ${formatAsset('EUR', cents)} of ${formatAsset('EUR', limitCents)} EUR, 5 % are ${formatAsset('EUR', lossCents)} EUR`;
