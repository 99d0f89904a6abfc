import { CommandError, type Command } from '../../platform/command.ts';
import { changeDepositMode } from './change-deposit-mode.ts';
import { depositModes } from './deposit.rules.ts';

export const depositCommands: readonly Command[] = [
  {
    name: 'psp deposit-mode',
    summary: 'Sells what the customers of a PSP deposit for euros at once, or holds it as coins.',
    usage: '<psp> sell|hold',
    positionals: 2,
    async run(platform, { positionals: [psp = '', word] }, print) {
      const mode = depositModes.find((candidate) => candidate === word);
      if (!/^[1-9]\d{0,8}$/.test(psp) || !mode) {
        throw new CommandError('Name the PSP by its number, and sell or hold.');
      }
      await changeDepositMode(platform, Number(psp), mode);
      print(`Deposits of PSP ${psp} are ${mode === 'sell' ? 'sold' : 'held'} from now on.`);
    },
  },
];
