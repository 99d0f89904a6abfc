import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import { forgetOldSessions } from '../sessions/end-sessions.ts';
import type { SocialContext } from '../social.context.ts';
import { forgetFailures } from '../staff/sign-in-staff.ts';
import { eraseDeletedUsers } from './delete-user.ts';

export function dataRightsCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_erase_deleted_users',
      schedule: '17 * * * *',
      async run() {
        const erased = await eraseDeletedUsers(context);
        if (erased > 0) context.log.info({ erased }, 'deleted users were erased');
      },
    },
    {
      name: 'social_forget_old_sessions',
      schedule: '41 * * * *',
      async run() {
        await forgetOldSessions(context);
        await forgetFailures(context);
      },
    },
  ];
}
