import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { fetchSocialPicture } from './fetch-social-picture.ts';
import { lacksPicture } from './picture.store.ts';
import { storePicture } from './store-picture.ts';

export const socialPictureJobName = 'accounts_keep_social_picture';

export interface SocialPicture {
  userId: string;
  url: string;
}

/** By a job: another's server may take its time. */
export function queueSocialPicture(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  picture: SocialPicture,
): void {
  addJob(tx, context.clock, socialPictureJobName, { ...picture }, { maxAttempts: 5 });
}

/** Takes a copy of the picture that a social user has elsewhere, once; without one the initials stay. */
export async function keepSocialPicture(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'settings' | 'log'>,
  { userId, url }: SocialPicture,
): Promise<void> {
  const image = await fetchSocialPicture(context, url);
  if (!image) return;
  await transaction(context.sql, async (tx) => {
    if (await lacksPicture(tx, userId)) await storePicture(tx, context, userId, image);
  });
}
