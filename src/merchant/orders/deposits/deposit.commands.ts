import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff } from '../../../platform/staff/read-staff.ts';
import { moneyRoles, staffActor } from '../../access/audit/audit.rules.ts';
import { recordAction } from '../../access/audit/record-action.ts';
import { changeDepositMode } from './change-deposit-mode.ts';
import { depositModes } from './deposit.rules.ts';

export const depositCommands: readonly Command[] = [
  {
    name: 'psp deposit-mode',
    summary: 'Sets whether deposits of a PSP’s customers are sold for euros at once or held as coins.',
    usage: '<psp> sell|hold --by <e-mail>',
    options: byOption,
    positionals: 2,
    async run(platform, { values, positionals: [psp = '', word] }, print) {
      const mode = depositModes.find((candidate) => candidate === word);
      if (!/^[1-9]\d{0,8}$/.test(psp) || !mode) {
        throw new CommandError('Name the PSP by its number, and sell or hold.');
      }
      const by = staffActor((await readStaff(platform, values, moneyRoles)).email);
      await changeDepositMode(platform, Number(psp), mode, async (tx) =>
        recordAction(tx, platform, {
          action: `deposits ${mode}`,
          subject: `psp:${psp}`,
          by,
          reason: null,
        }),
      );
      print(`Deposits of PSP ${psp} are ${mode === 'sell' ? 'sold' : 'held'} from now on.`);
    },
  },
];
