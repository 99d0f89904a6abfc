import { buildUrl } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { PracaError } from './praca-error.ts';
import { readAnswer, send, type ClientOptions } from './send.ts';
import type { FetchedToken } from './token-keeper.ts';

/** Proof of identity for a social sign-in. A sandbox accepts `user_id` and `name` without further proof. */
export interface SocialProof {
  readonly user_id: string;
  readonly name: string;
  readonly provider?: string;
  readonly id_token?: string;
}

export interface SocialOptions extends ClientOptions {
  /** Refresh token of an earlier sign-in. */
  readonly refreshToken?: string;
  /**
   * Called when the token changes, so that the caller can store it; the client stores nothing itself. `undefined` means
   * signed out.
   */
  readonly onRefreshToken?: (token: string | undefined) => void;
  /**
   * For a page whose server keeps the refresh token in an HttpOnly cookie, as Praça does for its app: signs in by `POST
   * url`, renews by `POST url/renew`, ends by `DELETE url`. `isSignedIn` is the last known state.
   */
  readonly session?: { readonly url: string; readonly isSignedIn?: boolean };
}

type Tokens = SocialApi['POST /oauth/token']['answer'];

/** Source of access tokens: a refresh token held here, or one in an HttpOnly cookie. */
export interface SocialSession {
  readonly isSignedIn: boolean;
  signIn(proof: SocialProof): Promise<FetchedToken>;
  renew(): Promise<FetchedToken>;
  /** Ends the session. `endHere` ends the session of the access token. */
  end(endHere: () => Promise<unknown>): Promise<void>;
}

export const nobody = (): PracaError =>
  new PracaError(401, { code: 'unauthorized', detail: 'Nobody is signed in.' });

const isOver = (error: unknown): boolean => error instanceof PracaError && error.code === 'invalid_grant';

async function post<Answer>(options: SocialOptions, url: string, body: object): Promise<Answer> {
  const response = await send(options, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isRepeatable: true,
  });
  return (await readAnswer(response)) as Answer;
}

const toFetched = (answer: Pick<Tokens, 'access_token' | 'expires_in'>): FetchedToken => ({
  token: answer.access_token,
  lifetimeMs: answer.expires_in * 1000,
});

export function heldSession(options: SocialOptions): SocialSession {
  let { refreshToken } = options;
  const url = buildUrl(options.baseUrl, '/oauth/token');
  const remember = (token: string | undefined): void => {
    if (token === refreshToken) return;
    refreshToken = token;
    options.onRefreshToken?.(token);
  };
  const ask = async (body: object): Promise<FetchedToken> => {
    const answer = await post<Tokens>(options, url, body);
    remember(answer.refresh_token);
    return toFetched(answer);
  };
  return {
    get isSignedIn() {
      return refreshToken !== undefined;
    },
    signIn: ask,
    // The server returns the same successor until that is used, so a retry is safe.
    async renew() {
      if (refreshToken === undefined) throw nobody();
      try {
        return await ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
      } catch (error) {
        // The session has ended for good; other errors may be temporary.
        if (isOver(error)) remember(undefined);
        throw error;
      }
    },
    async end(endHere) {
      if (refreshToken === undefined) return;
      try {
        await endHere();
      } finally {
        remember(undefined);
      }
    },
  };
}

/**
 * Serialises renewals across the tabs of a browser, which share one cookie. A request with an outdated cookie would
 * look like a stolen token and end the session.
 */
const oneAtATime = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks;
  return locks ? locks.request(name, work) : work();
};

export function cookieSession(
  options: SocialOptions,
  { url, isSignedIn = true }: NonNullable<SocialOptions['session']>,
): SocialSession {
  let isOpen = isSignedIn;
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    options.onRefreshToken?.(undefined);
  };
  return {
    get isSignedIn() {
      return isOpen;
    },
    signIn: (proof) =>
      oneAtATime(url, async () => {
        const fetched = toFetched(await post<Tokens>(options, url, proof));
        isOpen = true;
        return fetched;
      }),
    async renew() {
      if (!isOpen) throw nobody();
      try {
        return await oneAtATime(url, async () => toFetched(await post<Tokens>(options, `${url}/renew`, {})));
      } catch (error) {
        if (isOver(error)) leave();
        throw error;
      }
    },
    // Runs even if no user is known to be signed in, because the cookie may still be valid. Without an answer the
    // cookie remains.
    end: () =>
      oneAtATime(url, async () => {
        await send(options, { method: 'DELETE', url, isRepeatable: true });
        leave();
      }),
  };
}
