import { CommandError, type Command } from '../../platform/command.ts';
import { listWaitingRegistrations, resendConfirmation } from './resend-confirmation.ts';

export const signUpCommands: readonly Command[] = [
  {
    name: 'account resend-confirmation',
    summary: 'Mails the link that confirms a new account once more; the one before stops working.',
    usage: '<e-mail>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const [who = ''] = positionals;
      const [newest] = await listWaitingRegistrations(platform, who);
      if (!newest) throw new CommandError(`No sign-up with "${who}" waits to be confirmed.`);
      await resendConfirmation(platform, newest.id);
      print(
        `The link goes to ${newest.email} once more, and works until ${newest.expires_at.toISOString()}.`,
      );
    },
  },
];
