import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { keepSocialPicture, socialPictureJobName, type SocialPicture } from './keep-social-picture.ts';

export function pictureJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: socialPictureJobName,
      // Waits for servers that a user chose: confirmation mails must not wait behind it.
      lane: 'pictures',
      run: (payload) => keepSocialPicture(context, payload as SocialPicture),
    },
  ];
}
