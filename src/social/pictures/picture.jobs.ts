import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { forgetOldCopies } from './copy-picture.ts';

export function pictureCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    { name: 'social_forget_picture_copies', schedule: '41 4 * * *', run: () => forgetOldCopies(context) },
  ];
}
