import { bearer, buildUrl, createCalls, tokenOf, type Calls } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { watch, type LiveOptions, type LiveUpdate } from './live.ts';
import { PracaError } from './praca-error.ts';
import { readAnswer, send, type ClientOptions } from './send.ts';
import { TokenKeeper } from './token-keeper.ts';

/** What a social sign-in is proved with. A sandbox believes `user_id` and `name` alone. */
export interface SocialProof {
  readonly user_id: string;
  readonly name: string;
  readonly provider?: string;
  readonly id_token?: string;
}

export interface SocialOptions extends ClientOptions {
  /** Of an earlier sign-in. */
  readonly refreshToken?: string;
  /** Told whenever it changes, to be kept; nothing is kept otherwise. `undefined`: signed out. */
  readonly onRefreshToken?: (token: string | undefined) => void;
}

export interface Social extends Calls<SocialApi> {
  signIn(proof: SocialProof): Promise<void>;
  /** Ends the session at the server, too. */
  signOut(): Promise<void>;
  readonly isSignedIn: boolean;
  /** What happens to this user, each update once and in order, through lost connections. Ends with its signal. */
  live(userId: string, options?: LiveOptions): AsyncGenerator<LiveUpdate, void, undefined>;
}

type Tokens = SocialApi['POST /oauth/token']['answer'];

/** Chat messages carry a name of their own, so that one that is sent again stays one. */
const chatPath = '/user/{userId}/chat/{userChat}';
/** The same however often they are sent. */
const repeatablePaths = /^\/(?:user\/(?:dis)?like\/|event\/\{eventId\}\/confirm\/|get\/ads\/)/;

export function social(options: SocialOptions): Social {
  let { refreshToken } = options;
  const url = buildUrl(options.baseUrl, '/oauth/token');
  const remember = (token: string | undefined): void => {
    if (token === refreshToken) return;
    refreshToken = token;
    options.onRefreshToken?.(token);
  };
  const ask = async (body: object, isRepeatable: boolean): Promise<Tokens> => {
    const response = await send(options, {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      isRepeatable,
    });
    return (await readAnswer(response)) as Tokens;
  };
  const keepTokens = (answer: Tokens): { token: string; lifetimeMs: number } => {
    remember(answer.refresh_token);
    return { token: answer.access_token, lifetimeMs: answer.expires_in * 1000 };
  };
  // The server gives the same successor until it is used, so that asking again is safe.
  const tokens = new TokenKeeper(async () => {
    if (refreshToken === undefined)
      throw new PracaError(401, { code: 'unauthorized', detail: 'Nobody is signed in.' });
    try {
      return keepTokens(await ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, true));
    } catch (error) {
      // Over for good; anything else may pass.
      if (error instanceof PracaError && error.code === 'invalid_grant') remember(undefined);
      throw error;
    }
  });
  const calls = createCalls<SocialApi>(options, {
    headers: async () => (refreshToken === undefined ? {} : bearer(await tokens.get())),
    renew: async (refused) => {
      if (refreshToken === undefined) return false;
      await tokens.replace(tokenOf(refused));
      return true;
    },
    secure({ method, path, key }) {
      if (method === 'POST' && path === chatPath) return { body: { client_id: key ?? crypto.randomUUID() } };
      return repeatablePaths.test(path) ? {} : undefined;
    },
  });
  return {
    ...calls,
    get isSignedIn() {
      return refreshToken !== undefined;
    },
    async signIn(proof) {
      tokens.put(keepTokens(await ask(proof, true)));
    },
    async signOut() {
      if (refreshToken === undefined) return;
      try {
        await calls.delete('/oauth/session');
      } finally {
        remember(undefined);
        tokens.forget();
      }
    },
    live: (userId, liveOptions = {}) =>
      watch(
        {
          options,
          userId,
          token: () => tokens.get(),
          renew: () => tokens.renew(),
          listUpdates: (since) => calls.get('/user/{userId}/updates', { path: { userId }, query: { since } }),
        },
        liveOptions,
      ),
  };
}
