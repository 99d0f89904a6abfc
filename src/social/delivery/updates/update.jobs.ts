import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../../social.context.ts';
import { keepTypingMs, keepUpdatesMs } from './update.rules.ts';
import { forgetTyping, forgetUpdates } from './update.store.ts';

export function updateCrons({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'social_forget_updates',
      schedule: '*/15 * * * *',
      async run() {
        const nowMs = clock.nowMs();
        await inBatches((limit) => forgetTyping(sql, new Date(nowMs - keepTypingMs), limit));
        await inBatches((limit) => forgetUpdates(sql, new Date(nowMs - keepUpdatesMs), limit));
      },
    },
  ];
}
