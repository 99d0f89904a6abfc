import type { AccountsContext } from '../../accounts.context.ts';
import { pictureUrl } from '../../users/pictures/picture.rules.ts';
import type { User } from '../../users/find-user.ts';

/** Returns what other services learn about a person, by the names of OpenID Connect. */
export const describeUser = (context: Pick<AccountsContext, 'baseUrl'>, user: User) => ({
  // A social provider may state no address.
  ...(user.email === '' ? {} : { email: user.email, email_verified: user.emailConfirmedAt !== null }),
  name: [user.firstName, user.lastName].filter((name) => name !== '').join(' '),
  given_name: user.firstName,
  family_name: user.lastName,
  picture: pictureUrl(context, user),
});
