import { createCalls, type Calls } from './calls.ts';
import type { AccountsApi } from './generated/accounts.ts';
import { PracaError } from './praca-error.ts';
import type { ClientOptions } from './send.ts';

export interface AccountsOptions extends ClientOptions {
  /** Session token of an earlier sign-in, for a client without cookies. */
  readonly session?: string;
  /** Device token of an earlier sign-in. A client that has it is not delayed by failed sign-ins of others. */
  readonly device?: string;
  /** Called when a token changes, so that the caller can store it. The client stores nothing itself. */
  readonly onChange?: (kept: {
    readonly session: string | undefined;
    readonly device: string | undefined;
  }) => void;
  /** Default in browsers: the session is in an HttpOnly cookie. `false` turns that off. */
  readonly cookies?: boolean;
}

export interface Accounts extends Calls<AccountsApi> {
  /** Returns a token that proves the user's identity to another service, such as social. */
  idToken(audience: string): Promise<string>;
  readonly session: string | undefined;
}

const hasCookies = (): boolean => 'document' in globalThis;

/**
 * Creates a client for sign-up, sign-in and the user's own account. Errors that the four older operations return with
 * status 200 are thrown like all others.
 */
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
