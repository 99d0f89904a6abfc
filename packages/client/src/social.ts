import { bearer, createCalls, eitherOf, tokenOf, type Authority, type Calls } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { watch, type LiveOptions, type LiveUpdate } from './live.ts';
import { randomId } from './random-id.ts';
import {
  cookieSession,
  heldSession,
  nobody,
  type SocialOptions,
  type SocialProof,
} from './social-session.ts';
import { TokenKeeper } from './token-keeper.ts';

export interface Social extends Calls<SocialApi> {
  signIn(proof: SocialProof): Promise<void>;
  /** Ends the session at the server. First aborts pending requests, which would be refused. */
  signOut(): Promise<void>;
  readonly isSignedIn: boolean;
  /**
   * Yields the updates of this user, each once and in order, across lost connections. Ends with its signal or the
   * session.
   */
  live(userId: string, options?: LiveOptions): AsyncGenerator<LiveUpdate, void, undefined>;
}

/** Chat messages carry a client id, so that repeated sends create one message. */
const chatPath = '/user/{userId}/chat/{userChat}';
/** Idempotent paths. */
const repeatablePaths =
  /^\/(?:user\/(?:dis)?like\/|user\/\{userId\}\/delete$|event\/\{eventId\}\/confirm\/|get\/ads\/)/;

export function social(options: SocialOptions): Social {
  const session = options.session ? cookieSession(options, options.session) : heldSession(options);
  const tokens = new TokenKeeper(() => session.renew());
  let present = new AbortController();
  const authority: Authority = {
    headers: async () => (session.isSignedIn ? bearer(await tokens.get()) : {}),
    renew: async (refused) => {
      if (!session.isSignedIn) return false;
      await tokens.replace(tokenOf(refused));
      return true;
    },
    secure({ method, path, key }) {
      if (method === 'POST' && path === chatPath) return { body: { client_id: key ?? randomId() } };
      return repeatablePaths.test(path) ? {} : undefined;
    },
  };
  const calls = createCalls<SocialApi>(options, { ...authority, signal: () => present.signal });
  const lastCalls = createCalls<SocialApi>(options, authority);
  return {
    ...calls,
    get isSignedIn() {
      return session.isSignedIn;
    },
    async signIn(proof) {
      tokens.put(await session.signIn(proof));
    },
    async signOut() {
      present.abort(nobody());
      try {
        await session.end(() => lastCalls.delete('/oauth/session'));
      } finally {
        present = new AbortController();
        if (!session.isSignedIn) tokens.forget();
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
        { ...liveOptions, signal: eitherOf(liveOptions.signal, present.signal) ?? present.signal },
      ),
  };
}
