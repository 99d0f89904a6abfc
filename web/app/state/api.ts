import { accounts, social, type Accounts, type Social } from '@praca/client';
import { readLanguage } from '../texts/language.ts';

/** Who was signed in last on this device: no secret, only which drawer to open. */
const userKey = 'praca.user';

export const lastUser = (): string | undefined => localStorage.getItem(userKey) ?? undefined;
export const setLastUser = (userId: string | undefined): void => {
  if (userId === undefined) localStorage.removeItem(userKey);
  else localStorage.setItem(userKey, userId);
};

let heardSignOut = (): void => {};
/** Told when the server has ended the session, however it came to that. */
export const onSignedOut = (listener: () => void): void => {
  heardSignOut = listener;
};

const { origin } = location;

/** Everything that the app asks of the server goes through these two. */
export const api: Social = social({
  baseUrl: `${origin}/social`,
  language: readLanguage(),
  session: { url: `${origin}/app/session`, isSignedIn: lastUser() !== undefined },
  onRefreshToken: (token) => {
    if (token === undefined) heardSignOut();
  },
});

export const accountsApi: Accounts = accounts({ baseUrl: `${origin}/accounts`, language: readLanguage() });
