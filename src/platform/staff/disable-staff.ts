import { CommandError, type Command } from '../command.ts';
import { disableStaff } from './staff.store.ts';

export const disableStaffCommand: Command = {
  name: 'staff disable',
  summary: 'Shuts a member of staff out, at once and with all tokens.',
  usage: '<email>',
  options: {},
  async run(platform, { positionals }, print) {
    const email = positionals[0]?.normalize('NFC').trim() ?? '';
    if (email === '') throw new CommandError('staff disable takes an e-mail address.');
    if (!(await disableStaff(platform.sql, email, platform.clock.now()))) {
      throw new CommandError(`Nobody on the staff has the address ${email}.`);
    }
    print(`Disabled ${email}.`);
  },
};
