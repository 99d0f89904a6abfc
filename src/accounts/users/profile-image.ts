import type { AccountsContext } from '../accounts.context.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import type { UserRow } from './user.store.ts';

type Pictured = Pick<UserRow, 'id' | 'first_name' | 'last_name' | 'picture_name' | 'picture_url'>;

export const profileImageOf = (context: AccountsContext, user: Pictured): string =>
  pictureUrl(context, {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    pictureName: user.picture_name,
    pictureUrl: user.picture_url,
  });
