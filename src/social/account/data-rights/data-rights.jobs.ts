import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import type { SocialContext } from '../../social.context.ts';
import { forgetEndedBars } from '../../access/suspensions/bar-identity.ts';
import { eraseDeletedUsers } from './delete-user.ts';
import { forgetErasedUsers } from './erase-user.ts';

export function dataRightsCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_erase_deleted_users',
      schedule: '17 * * * *',
      async run() {
        await forgetEndedBars(context);
        const erased = await eraseDeletedUsers(context);
        if (erased > 0) context.log.info({ erased }, 'deleted users were erased');
        const forgotten = await forgetErasedUsers(context);
        if (forgotten > 0) context.log.info({ forgotten }, 'cases of erased users were forgotten');
      },
    },
  ];
}
