import { addJob, type JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { fetchSocialPicture } from './fetch-social-picture.ts';
import { lacksPicture } from './picture.store.ts';
import { storePicture } from './store-picture.ts';

const socialPictureJobName = 'accounts_keep_social_picture';

export interface SocialPicture {
  userId: string;
  url: string;
}

/** Queues the copy as a job, because the other server may be slow. */
export function queueSocialPicture(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  picture: SocialPicture,
): void {
  addJob(tx, context.clock, socialPictureJobName, { ...picture }, { maxAttempts: 5 });
}

/** Copies the picture of a social user once. If that fails, the initials remain. */
async function keepSocialPicture(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'settings' | 'log'>,
  { userId, url }: SocialPicture,
): Promise<void> {
  const image = await fetchSocialPicture(context, url);
  if (!image) return;
  await transaction(context.sql, async (tx) => {
    if (await lacksPicture(tx, userId)) await storePicture(tx, context, userId, image);
  });
}

export function pictureJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: socialPictureJobName,
      // This job waits for servers that a user chose. Its own lane keeps confirmation mails from waiting behind it.
      lane: 'pictures',
      run: (payload) => keepSocialPicture(context, payload as SocialPicture),
    },
  ];
}
