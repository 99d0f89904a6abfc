import { accounts, social, type Accounts, type Social } from '@praca/client';
import { readLanguage } from '../texts/language.ts';

/** Id of the last signed-in user of this device. It is not a secret; it selects the local database. */
const userKey = 'praca.user';

export const lastUser = (): string | undefined => localStorage.getItem(userKey) ?? undefined;
export const setLastUser = (userId: string | undefined): void => {
  if (userId === undefined) localStorage.removeItem(userKey);
  else localStorage.setItem(userKey, userId);
};

let heardSignOut = (): void => {};
/** Registers the function to call when the server has ended the session. */
export const onSignedOut = (listener: () => void): void => {
  heardSignOut = listener;
};

const { origin } = location;

/** Clients for the two services. All requests of the app go through them. */
export const api: Social = social({
  baseUrl: `${origin}/social`,
  language: readLanguage(),
  session: { url: `${origin}/app/session`, isSignedIn: lastUser() !== undefined },
  onRefreshToken: (token) => {
    if (token === undefined) heardSignOut();
  },
});

export const accountsApi: Accounts = accounts({ baseUrl: `${origin}/accounts`, language: readLanguage() });
