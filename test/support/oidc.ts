import * as client from 'openid-client';
import { applyClient } from '../../src/accounts/provider/clients/apply-clients-file.ts';
import {
  metadataOf,
  type ClientKind,
  type ClientMetadata,
} from '../../src/accounts/provider/clients/client.rules.ts';
import { clientsContextOf } from '../../src/accounts/provider/clients/manage-clients.ts';
import { openAccountsApp, type AccountsApp } from './accounts.ts';
import type { TestAppOptions } from './app.ts';
import { freePort } from './free-port.ts';

export interface ProviderApp extends AccountsApp {
  readonly issuer: string;
  addClient(
    id: string,
    kind: ClientKind,
    more?: Partial<ClientMetadata> & { client_secret?: string },
  ): Promise<void>;
  /** Returns an openid-client that knows the provider only by discovery. */
  discover(id: string, authentication?: client.ClientAuth): Promise<client.Configuration>;
}

export const clientSecret = 'a secret of a test that is long enough';
/** Nothing listens there: tests read the address of the redirect. */
export const redirectUri = 'https://shop.example/callback';

/** Opens accounts on a free port that PUBLIC_URL names, as discovery needs it. */
export async function openProviderApp(options: TestAppOptions = {}): Promise<ProviderApp> {
  const port = await freePort();
  const url = options.settings?.['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`;
  const praca = await openAccountsApp({ ...options, settings: { PUBLIC_URL: url, ...options.settings } });
  await praca.app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
  const issuer = `${url}/accounts`;
  return {
    ...praca,
    issuer,
    addClient: (id, kind, { client_secret, ...more } = {}) =>
      addClient(
        praca,
        id,
        { client_name: `The ${id}`, ...metadataOf(kind), redirect_uris: redirectsOf(kind), ...more },
        client_secret,
      ),
    discover: (id, authentication = client.None()) =>
      client.discovery(new URL(issuer), id, undefined, authentication, {
        execute: [client.allowInsecureRequests],
      }),
  };
}

const redirectsOf = (kind: ClientKind): string[] =>
  metadataOf(kind).response_types.length > 0 ? [redirectUri] : [];

const addClient = (
  praca: AccountsApp,
  id: string,
  metadata: ClientMetadata,
  secret?: string,
): Promise<void> => {
  const isSecret = metadata.token_endpoint_auth_method === 'client_secret_basic';
  return applyClient(clientsContextOf(praca.platform), {
    ...metadata,
    client_id: id,
    ...(isSecret ? { client_secret: secret ?? clientSecret } : {}),
  });
};

export interface Answer {
  readonly status: number;
  /** Where the answer redirects to. */
  readonly location: string;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser without scripts: it keeps cookies by path, and follows redirects within the server. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #origin: string;

  constructor(issuer: string, session?: string) {
    this.#origin = new URL(issuer).origin;
    if (session !== undefined) this.#cookies.set('praca_session', { value: session, path: '/' });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  /** Sends one request. */
  async send(
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const target = new URL(url, this.#origin);
    const carried = [...this.#cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`);
    const answer = await fetch(target, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: carried.join('; '), accept: 'text/html', 'accept-language': 'en', ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return {
      status: answer.status,
      location: new URL(answer.headers.get('location') ?? '', target).href,
      text: await answer.text(),
      headers: answer.headers,
    };
  }

  /** Sends a request and follows redirects until a page or another server's address. */
  async go(url: string, form?: Record<string, string>): Promise<Answer & { readonly url: string }> {
    let answer = await this.send(url, form);
    let at = new URL(url, this.#origin).href;
    while (answer.status >= 300 && answer.status < 400) {
      at = answer.location;
      if (new URL(at).origin !== this.#origin) break;
      answer = await this.send(at);
    }
    return { ...answer, url: at };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const key = path === '/' ? name : `${name} ${path}`;
    const isGone =
      value === '' ||
      attributes.some((attribute) => /^(?:max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute));
    if (isGone) this.#cookies.delete(key);
    else this.#cookies.set(key, { value, path });
  }
}

export interface Authorization {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

/** Makes the address to which an application sends its user. */
export async function authorize(
  config: client.Configuration,
  more: Record<string, string> = {},
): Promise<Authorization> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  });
  return { url, verifier, state, nonce };
}

/** Redeems the code of a callback. */
export const redeem = (
  config: client.Configuration,
  callback: string,
  { verifier, state, nonce }: Authorization,
  options?: client.AuthorizationCodeGrantOptions,
) =>
  client.authorizationCodeGrant(
    config,
    new URL(callback),
    { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    undefined,
    options,
  );

/** Allows an application in the name of a signed-in person. Returns the address that the browser is sent to. */
export async function allow(browser: Browser, url: URL | string): Promise<string> {
  const page = await browser.go(String(url));
  if (new URL(page.url).pathname.startsWith('/accounts/')) {
    return (await browser.go(`${page.url}/consent`, {})).url;
  }
  return page.url;
}
