import assert from 'node:assert/strict';
import type { Response as InjectResponse } from 'light-my-request';
import { insertMembership } from '../../src/platform/console/people/membership.store.ts';
import { insertPerson } from '../../src/platform/console/people/person.store.ts';
import type { Role } from '../../src/platform/console/people/roles.rules.ts';
import { newId } from '../../src/platform/ids.ts';
import { stepAt, timeBasedCode } from '../../src/platform/tokens/time-based-code.ts';
import { base32nopad } from '@scure/base';
import { openTestApp, type TestApp, type TestDatabase } from './app.ts';
import { until } from './process.ts';

export const goodPassword = 'four quiet horses at noon';

/** Production's rules for the console, with the sandbox's PSP, mailbox and movable clock. */
export const strictConsole: Record<string, string> = {
  CONSOLE_SECOND_FACTOR: 'yes',
  CONSOLE_LOOK_AROUND: 'no',
};

export const openConsoleApp = (
  settings: Record<string, string> = {},
  database?: TestDatabase,
): Promise<TestApp> => openTestApp({ settings, ...(database ? { database } : {}) });

export { productionSettings as production } from './app.ts';

export interface Place {
  readonly kind: string;
  readonly organisation: string;
  readonly role: Role;
}

export const staffAs = (role: Role): Place => ({ kind: 'staff', organisation: '', role });
export const memberAs = (role: Role, psp = '1'): Place => ({ kind: 'psp', organisation: psp, role });

let people = 0;

/** Creates a person with a password and these memberships. */
export async function createPerson(
  praca: TestApp,
  places: readonly Place[],
  { name = 'Ana', email = `person${++people}@example.com` } = {},
): Promise<{ id: string; email: string; name: string }> {
  const { sql, hasher, clock } = praca.platform;
  const now = clock.now();
  const id = newId(now.getTime());
  const passwordHash = await hasher.hash(goodPassword);
  assert.ok(await insertPerson(sql, { id, email, emailKey: email, name, passwordHash, language: 'en', now }));
  for (const place of places) await insertMembership(sql, { personId: id, ...place, now });
  return { id, email, name };
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: InjectResponse['headers'];
  /** The target of a redirect, or an empty string. */
  readonly location: string;
}

/** A browser without scripts. It keeps cookies and sends the token of the last form that it received. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #praca: Pick<TestApp, 'app'>;
  readonly #address: string;
  formToken = '';

  constructor(praca: Pick<TestApp, 'app'>, address = '127.0.0.1') {
    this.#praca = praca;
    this.#address = address;
  }

  /** Returns a visitor with the same cookies for another process. */
  at(praca: Pick<TestApp, 'app'>): Visitor {
    const other = new Visitor(praca, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.formToken = this.formToken;
    return other;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', url, undefined, headers);
  }

  post(
    url: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const payload = new URLSearchParams({ form_token: this.formToken, ...fields }).toString();
    return this.#send('POST', url, payload, headers);
  }

  /** Sends a raw body after the form token, for bodies that no form would send. */
  postRaw(url: string, body: string): Promise<Answer> {
    return this.#send('POST', url, `form_token=${encodeURIComponent(this.formToken)}&${body}`, {});
  }

  /** Sends a form with a file, as a browser does. */
  async postFile(
    url: string,
    fields: Record<string, string>,
    [name, content]: readonly [name: string, content: Buffer],
  ): Promise<Answer> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ form_token: this.formToken, ...fields }))
      form.set(field, value);
    form.set(name, new Blob([new Uint8Array(content)]), 'picture');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    return this.#send('POST', url, body, { 'content-type': encoded.headers.get('content-type') ?? '' });
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    payload: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#praca.app.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(header) ?? [];
      if (/Max-Age=0(?:;|$)/.test(rest)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    this.formToken = /name="form_token" value="([^"]+)"/.exec(answer.body)?.[1] ?? this.formToken;
    return {
      status: answer.statusCode,
      body: answer.body,
      headers: answer.headers,
      location: answer.headers['location'] ?? '',
    };
  }
}

/** Signs in with address and password. A second factor is left to the caller. */
export async function signIn(praca: TestApp, email: string, address = '127.0.0.1'): Promise<Visitor> {
  const visitor = new Visitor(praca, address);
  await visitor.get('/console/sign-in');
  const answer = await visitor.post('/console/sign-in', { email, password: goodPassword });
  assert.equal(answer.status, 303, answer.body);
  // Loads the token of a signed-in page.
  await visitor.get('/console/me');
  return visitor;
}

const namesOf = (body: string, mark: RegExp): string[] =>
  [...body.matchAll(/<(?:input|select|textarea|div)\s([^>]*)>/g)]
    .filter(([, attributes = '']) => mark.test(attributes))
    .map(([, attributes = '']) => /name="([^"]*)"/.exec(attributes)?.[1] ?? 'the notice');

/** Returns the names of the invalid fields of a refused form. */
export const faultsIn = ({ body }: Answer): string[] => namesOf(body, /aria-invalid="true"/);

/** Returns a page without the dialogues of the frame, which follow the content. */
export const contentOf = ({ body }: Pick<Answer, 'body'>): string => body.split('</main>')[0] ?? '';

/** Returns the name of the field with the initial focus. Fields of closed dialogues do not count. */
export const focusIn = (answer: Answer): string[] =>
  namesOf(contentOf(answer), /^(?![^]*\spopover\s)[^]*\sautofocus(?:\s|$)/);

/** An authenticator app with the secret of a set-up page. */
export class Authenticator {
  readonly #secret: Buffer;
  readonly #clock: { nowMs(): number };

  constructor(page: string, clock: { nowMs(): number }) {
    const secret = /data-copy="([A-Z2-7]{32})"/.exec(page)?.[1];
    assert.ok(secret, 'the page shows a secret');
    this.#secret = Buffer.from(base32nopad.decode(secret));
    this.#clock = clock;
  }

  code(): string {
    return timeBasedCode(this.#secret, stepAt(this.#clock.nowMs()));
  }
}

/** Signs in and sets up an authenticator app, as production requires. */
export async function signInStrictly(
  praca: TestApp,
  email: string,
  address = '127.0.0.1',
): Promise<{ visitor: Visitor; app: Authenticator; recoveryCodes: string[] }> {
  const visitor = await signIn(praca, email, address);
  const page = await visitor.get('/console/second-factor/set-up');
  const app = new Authenticator(page.body, praca.clock);
  const done = await visitor.post('/console/second-factor/set-up', { factor_code: app.code() });
  assert.equal(done.status, 200, done.body);
  const recoveryCodes = [...done.body.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code]) => code ?? '');
  await visitor.get('/console/me');
  return { visitor, app, recoveryCodes };
}

/** Returns the link of the newest mail to the address that contains one. */
export async function mailedLink(praca: TestApp, to: string): Promise<string> {
  let found = '';
  await until(async () => {
    const [mail] = await praca.sql<{ text_body: string }[]>`
      select text_body from platform.mailbox where recipient = ${to} and text_body like '%/console/%' order by received_at desc, id desc limit 1`;
    const link = mail && /https?:\/\/[^/\s]+(\/console\/\S+)/.exec(mail.text_body)?.[1];
    found = link ?? '';
    return link !== undefined;
  }, `a mail for ${to}`);
  return found;
}

export interface RecordedAct {
  act: string;
  subject: string;
  person_email: string;
  kind: string | null;
  organisation: string | null;
}

export const listRecorded = (praca: TestApp): Promise<RecordedAct[]> =>
  praca.sql<RecordedAct[]>`
    select act, subject, person_email, kind, organisation from platform.console_audit
    union all
    select r.act, '', coalesce(p.email, ''), null, null from platform.console_refusals r
    left join platform.people p on p.id = r.person_id`.then((rows) => rows);
