import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { keepTypingMs, keepUpdatesMs } from './live.rules.ts';
import { deleteOldPresences } from './presence.store.ts';
import { forgetTyping, forgetUpdates } from './update.store.ts';

const batch = 5000;

export function liveCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_forget_updates',
      schedule: '*/15 * * * *',
      async run() {
        const nowMs = context.clock.nowMs();
        while ((await forgetTyping(context.sql, new Date(nowMs - keepTypingMs), batch)) === batch);
        while ((await forgetUpdates(context.sql, new Date(nowMs - keepUpdatesMs), batch)) === batch);
        await deleteOldPresences(context.sql, context.clock.now());
      },
    },
  ];
}
