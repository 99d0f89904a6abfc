import { createCalls, type Calls } from './calls.ts';
import type { AccountsApi } from './generated/accounts.ts';
import { PracaError } from './praca-error.ts';
import type { ClientOptions } from './send.ts';

export interface AccountsOptions extends ClientOptions {
  /** Of an earlier sign-in, for a client without cookies. */
  readonly session?: string;
  /** Of an earlier sign-in: whoever has it does not wait for strangers who guess at the account. */
  readonly device?: string;
  /** Told whenever they change, to be kept. Nothing is kept otherwise. */
  readonly onChange?: (kept: {
    readonly session: string | undefined;
    readonly device: string | undefined;
  }) => void;
  /** In browsers the session is in a cookie that no script can read, unless this says `false`. */
  readonly cookies?: boolean;
}

export interface Accounts extends Calls<AccountsApi> {
  /** Proves to another service who is signed in: to social, for example. */
  idToken(audience: string): Promise<string>;
  readonly session: string | undefined;
}

const hasCookies = (): boolean => 'document' in globalThis;

/** Sign-up, sign-in and one's own account. What the four old operations refuse with a 200 is thrown like all else. */
export function accounts(options: AccountsOptions): Accounts {
  const usesCookies = options.cookies ?? hasCookies();
  let { session, device } = options;
  const keep = (response: Response): void => {
    const [newSession, newDevice] = [
      response.headers.get('x-session-token'),
      response.headers.get('x-device-token'),
    ];
    if (usesCookies || (newSession === null && newDevice === null)) return;
    session = newSession ?? session;
    device = newDevice ?? device;
    options.onChange?.({ session, device });
  };
  const calls = createCalls<AccountsApi>(options, {
    headers: async () => ({
      ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
      ...(device === undefined ? {} : { 'x-device-token': device }),
    }),
    renew: async () => false,
    credentials: usesCookies ? 'include' : undefined,
    judge(answer, response) {
      const body = answer as Readonly<Record<string, unknown>> | null;
      if (body !== null && typeof body === 'object' && body['status'] === 'error') {
        throw new PracaError(response.status, body, response.headers);
      }
      keep(response);
    },
  });
  return {
    ...calls,
    get session() {
      return session;
    },
    async idToken(audience) {
      const { id_token: token } = await calls.post('/v1/me/id-token', { body: { audience } });
      return token;
    },
  };
}
