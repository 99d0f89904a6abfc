import {
  accounts,
  PracaError,
  social,
  type LiveUpdate,
  type Social,
} from '../../../packages/client/src/index.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import type { Journal } from './journal.ts';

const password = 'uma mesa na janela';

export interface Member {
  readonly email: string;
  signIn(key: string): Promise<void>;
}

/** Creates a member with an account, who can sign in repeatedly. */
export async function signUp(url: string, name: string, journal: Journal): Promise<Member> {
  const email = `${name.replaceAll(/[^a-z0-9]/g, '.')}@example.com`;
  const open = () =>
    accounts({ baseUrl: `${url}/accounts`, attempts: 1, fetch: journal.fetch, cookies: false });
  await retryUntilAnswered(() =>
    open().post('/signup', {
      body: {
        user_Fname: 'Rui',
        user_Lname: 'Alves',
        user_email: email,
        user_password: password,
        user_profilepic: '',
        user_type: '0',
      },
    }),
  );
  return {
    email,
    async signIn(key) {
      // Each sign-in uses a new device, and each attempt may leave a session. Only the answered one counts.
      const session = await retryUntilAnswered(async () => {
        const client = open();
        await client
          .post('/signin', { body: { user_email: email, user_password: password, user_type: '0' } })
          .catch((error: unknown) => {
            // The interface answers every error with 200.
            if (error instanceof PracaError && error.status === 200)
              journal.fail(`POST /accounts/signin: ${error.code}`);
            throw error;
          });
        return client.session ?? '';
      });
      journal.acknowledge('sign-in', key, session);
    },
  };
}

/** A chat with one writer and one live reader. */
export interface Conversation {
  say(key: string): Promise<void>;
  /** Keys of the received messages, in order of arrival. */
  readonly heard: readonly string[];
  readonly gaps: () => number;
  untilConnected: Promise<void>;
  leave(): Promise<void>;
}

export async function converse(url: string, name: string, journal: Journal): Promise<Conversation> {
  const open = (): Social => social({ baseUrl: `${url}/social`, attempts: 1, fetch: journal.fetch });
  const [ana, bruno] = [open(), open()];
  await retryUntilAnswered(() => ana.signIn({ user_id: `ana ${name}`, name: 'Ana' }));
  await retryUntilAnswered(() => bruno.signIn({ user_id: `bruno ${name}`, name: 'Bruno' }));
  const { user_id: anaId } = await retryUntilAnswered(() => ana.get('/oauth/session'));
  const { user_id: brunoId } = await retryUntilAnswered(() => bruno.get('/oauth/session'));
  await retryUntilAnswered(() => ana.post('/user/like/{useriD}', { path: { useriD: brunoId } }));
  await retryUntilAnswered(() => bruno.post('/user/like/{useriD}', { path: { useriD: anaId } }));

  const heard: string[] = [];
  const answered = new Map<string, number>();
  let gaps = 0;
  const leaving = new AbortController();
  const connected = Promise.withResolvers<void>();
  const hear = (update: LiveUpdate): void => {
    if (update.type === 'gap') gaps++;
    if (update.type !== 'message') return;
    const { message } = (update as unknown as { data: { message: string } }).data;
    heard.push(message);
    const atMs = performance.now();
    journal.lateness.push({ atMs, ms: Math.max(0, atMs - (answered.get(message) ?? atMs)) });
  };
  const listening = (async () => {
    const options = { since: 0, signal: leaving.signal, onConnection: () => connected.resolve() };
    for await (const update of bruno.live(brunoId, options)) hear(update);
  })();
  return {
    heard,
    gaps: () => gaps,
    untilConnected: connected.promise,
    async say(key) {
      const { id } = await retryUntilAnswered(() =>
        ana.post('/user/{userId}/chat/{userChat}', {
          path: { userId: anaId, userChat: brunoId },
          idempotencyKey: key,
          body: { message: key },
        }),
      );
      answered.set(key, performance.now());
      journal.acknowledge('message', key, id);
    },
    async leave() {
      leaving.abort();
      await listening.catch(() => {});
    },
  };
}
