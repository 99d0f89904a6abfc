import { CommandError, type Command } from '../../../platform/command.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff, recordStaffAct } from '../../../platform/staff/read-staff.ts';
import { findAccount } from './find-account.ts';
import { requestErasureFor } from '../../profile/erasure/request-erasure.ts';

export const erasureCommands: readonly Command<{ readonly ERASURE_DAYS: number }>[] = [
  {
    name: 'account erase',
    summary:
      'Requests the erasure of an account for its owner: ends its sessions, notifies the owner by mail, and erases it after ERASURE_DAYS.',
    usage: '<e-mail or uid> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals, values }, print) {
      const by = await readStaff(platform, values, ['admin']);
      const [who = ''] = positionals;
      const account = await findAccount(platform, who).catch((error: unknown) => {
        if (error instanceof ProblemError) return undefined;
        throw error;
      });
      if (!account)
        throw new CommandError(`There is no account "${who}": name one by its e-mail address or uid.`);
      const { eraseAt } = await requestErasureFor(platform, account.id, (tx, at) =>
        recordStaffAct(tx, platform, by, {
          act: 'account.erasure_requested',
          subject: account.id,
          detail: { at: at.toISOString() },
        }),
      );
      print(
        `${account.id} (${account.email}) is erased at ${eraseAt.toISOString()}, unless they sign in before.`,
      );
    },
  },
];
