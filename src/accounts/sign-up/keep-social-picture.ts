import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { fetchSocialPicture } from '../pictures/fetch-social-picture.ts';
import { storePicture } from '../pictures/store-picture.ts';
import { setPictureName } from '../users/change-user.ts';
import { findUserById } from '../users/find-user.ts';

export const socialPictureJobName = 'accounts_keep_social_picture';

/** Takes a copy of the picture that a social user has elsewhere, once; without one the initials stay. */
export async function keepSocialPicture(
  context: AccountsContext,
  payload: { userId: string; url: string },
): Promise<void> {
  const image = await fetchSocialPicture(context, payload.url);
  if (!image) return;
  await transaction(context.sql, async (tx) => {
    const user = await findUserById(tx, payload.userId);
    if (!user || user.picture_name !== null) return;
    await setPictureName(tx, user.id, await storePicture(tx, context, user.id, image));
  });
}
