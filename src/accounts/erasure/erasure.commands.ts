import { CommandError, type Command } from '../../platform/command.ts';
import { ProblemError } from '../../platform/problem.ts';
import { findAccount } from '../support/find-account.ts';
import { requestErasureFor } from './request-erasure.ts';

export const erasureCommands: readonly Command<{ readonly ERASURE_DAYS: number }>[] = [
  {
    name: 'account erase',
    summary:
      'Has somebody erased who asked for it and cannot get in: signed out now, told by mail, gone after ERASURE_DAYS.',
    usage: '<e-mail or uid>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const [who = ''] = positionals;
      const account = await findAccount(platform, who).catch((error: unknown) => {
        if (error instanceof ProblemError) return undefined;
        throw error;
      });
      if (!account)
        throw new CommandError(`There is no account "${who}": name one by its e-mail address or uid.`);
      const { eraseAt } = await requestErasureFor(platform, account.id);
      print(
        `${account.id} (${account.email}) is erased at ${eraseAt.toISOString()}, unless they sign in before.`,
      );
    },
  },
];
