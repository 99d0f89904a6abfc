import type { AccountsContext } from '../accounts.context.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import type { UserRow } from './user.store.ts';

export const profileImageOf = (context: AccountsContext, user: UserRow): string =>
  pictureUrl(context, {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    pictureName: user.picture_name,
    pictureUrl: user.picture_url,
  });
