import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { greetRegistration } from './greet-registration.ts';
import { greetJobName } from './queue-greeting.ts';
import { keepSocialPicture, socialPictureJobName } from './keep-social-picture.ts';

export function signUpJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: greetJobName,
      run: (payload) => greetRegistration(context, (payload as { id: string }).id),
    },
    {
      name: socialPictureJobName,
      run: (payload) => keepSocialPicture(context, payload as { userId: string; url: string }),
    },
  ];
}
