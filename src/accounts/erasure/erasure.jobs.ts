import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { eraseUsers } from './erase-users.ts';

export function erasureCrons(context: AccountsContext): CronDefinition[] {
  return [
    {
      name: 'accounts_erase_users',
      schedule: '*/15 * * * *',
      run: async () => void (await eraseUsers(context)),
    },
  ];
}
