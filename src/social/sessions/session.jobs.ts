import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { removeOldFailures } from '../staff/sign-in-staff.ts';
import { removeExpiredSessions } from './end-sessions.ts';

export function sessionCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_forget_old_sessions',
      schedule: '41 * * * *',
      async run() {
        await removeExpiredSessions(context);
        await removeOldFailures(context);
      },
    },
  ];
}
