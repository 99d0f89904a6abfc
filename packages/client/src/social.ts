import { bearer, createCalls, tokenOf, type Calls } from './calls.ts';
import type { SocialApi } from './generated/social.ts';
import { watch, type LiveOptions, type LiveUpdate } from './live.ts';
import { cookieSession, heldSession, type SocialOptions, type SocialProof } from './social-session.ts';
import { TokenKeeper } from './token-keeper.ts';

export interface Social extends Calls<SocialApi> {
  signIn(proof: SocialProof): Promise<void>;
  /** Ends the session at the server, too. */
  signOut(): Promise<void>;
  readonly isSignedIn: boolean;
  /** What happens to this user, each update once and in order, through lost connections. Ends with its signal. */
  live(userId: string, options?: LiveOptions): AsyncGenerator<LiveUpdate, void, undefined>;
}

/** Chat messages carry a name of their own, so that one that is sent again stays one. */
const chatPath = '/user/{userId}/chat/{userChat}';
/** The same however often they are sent. */
const repeatablePaths = /^\/(?:user\/(?:dis)?like\/|event\/\{eventId\}\/confirm\/|get\/ads\/)/;

export function social(options: SocialOptions): Social {
  const session = options.session ? cookieSession(options, options.session) : heldSession(options);
  const tokens = new TokenKeeper(() => session.renew());
  const calls = createCalls<SocialApi>(options, {
    headers: async () => (session.isSignedIn ? bearer(await tokens.get()) : {}),
    renew: async (refused) => {
      if (!session.isSignedIn) return false;
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
      return session.isSignedIn;
    },
    async signIn(proof) {
      tokens.put(await session.signIn(proof));
    },
    async signOut() {
      try {
        await session.end(() => calls.delete('/oauth/session'));
      } finally {
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
        liveOptions,
      ),
  };
}
