import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import { deleteOldPresences } from './presence.store.ts';

export function liveCrons({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'social_forget_presences',
      schedule: '*/15 * * * *',
      async run() {
        await inBatches((limit) => deleteOldPresences(sql, clock.now(), limit));
      },
    },
  ];
}
