import { CommandError, type Command } from '../../../platform/command.ts';
import { byOption, readStaff, recordStaffAct } from '../../../platform/staff/read-staff.ts';
import { listWaitingRegistrations, resendConfirmation } from './resend-confirmation.ts';

export const signUpCommands: readonly Command[] = [
  {
    name: 'account resend-confirmation',
    summary: 'Mails the confirmation link of a new account again. The previous link stops working.',
    usage: '<e-mail> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals, values }, print) {
      const by = await readStaff(platform, values, ['admin', 'support']);
      const [who = ''] = positionals;
      const [newest] = await listWaitingRegistrations(platform, who);
      if (!newest) throw new CommandError(`There is no unconfirmed sign-up with "${who}".`);
      await resendConfirmation(platform, newest.id, (tx) =>
        recordStaffAct(tx, platform, by, { act: 'account.confirmation_resent', subject: newest.id }),
      );
      print(
        `The link is mailed to ${newest.email} again and works until ${newest.expires_at.toISOString()}.`,
      );
    },
  },
];
