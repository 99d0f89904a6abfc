import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { keepTypingMs, keepUpdatesMs } from './update.rules.ts';
import { forgetTyping, forgetUpdates } from './update.store.ts';

const batch = 5000;

export function updateCrons({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'social_forget_updates',
      schedule: '*/15 * * * *',
      async run() {
        const nowMs = clock.nowMs();
        while ((await forgetTyping(sql, new Date(nowMs - keepTypingMs), batch)) === batch);
        while ((await forgetUpdates(sql, new Date(nowMs - keepUpdatesMs), batch)) === batch);
      },
    },
  ];
}
