import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { removeExpiredSessions } from './end-sessions.ts';

export function sessionCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_forget_old_sessions',
      schedule: '41 * * * *',
      run: () => removeExpiredSessions(context),
    },
  ];
}
