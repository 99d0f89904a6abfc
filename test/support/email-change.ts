import assert from 'node:assert/strict';
import { stepAt, timeBasedCode } from '../../src/platform/tokens/time-based-code.ts';
import { ana, linkIn, type AccountsApp, type SentMail } from './accounts.ts';

let count = 0;

/** Returns helpers for users who change their address, and for the pages in their mails. */
export function peopleOf(accounts: () => AccountsApp) {
  const signIn = (user_email: string, user_password = ana.user_password) =>
    accounts().call('POST', '/signin', { body: { user_email, user_password, user_type: '0' } });
  const submit = (link: URL, fields: Record<string, string> = {}) =>
    accounts().app.inject({
      method: 'POST',
      url: link.pathname,
      payload: new URLSearchParams({ token: link.searchParams.get('token') ?? '', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const mails = async (to: string, subject: RegExp, atLeast = 1): Promise<SentMail[]> => {
    await accounts().settle();
    const found = (await accounts().mailTo(to, 0)).filter((mail) => subject.test(mail.subject));
    assert.ok(found.length >= atLeast, `${found.length} mails to ${to} about ${subject.source}`);
    return found;
  };
  const fresh = (name = 'somebody'): string => `${name}${count++}@example.com`;
  const ask = (token: string, user_email: string, more: object = {}) =>
    accounts().call('POST', '/v1/me/email', { token, body: { user_email, ...more } });
  const confirmLink = async (to: string): Promise<URL> =>
    linkIn((await mails(to, /^Confirm your new/)).at(-1));
  return {
    signIn,
    submit,
    mails,
    fresh,
    ask,
    confirmLink,
    look: (link: URL) => accounts().app.inject(link.pathname + link.search),
    async newUser(user_email = fresh()) {
      const { body: created } = await accounts().call('POST', '/signup', { body: { ...ana, user_email } });
      const { token } = await signIn(user_email);
      return { uid: created.uid as string, token, email: user_email };
    },
    wayBack: async (to: string): Promise<URL> =>
      linkIn((await mails(to, /another address$|was changed$/)).at(-1)),
    /** Performs the whole change, from the request to the final page. */
    async change(token: string, to: string, password = ana.user_password): Promise<void> {
      assert.equal((await ask(token, to)).status, 202);
      const page = await submit(await confirmLink(to), { password });
      assert.equal(page.statusCode, 200, page.body);
    },
    emailOf: async (token: string): Promise<unknown> =>
      (await accounts().call('GET', '/v1/me', { token })).body.email,
    /** Turns on the second factor. Returns a function that gives a code of a new time step per call. */
    async turnOnTotp(token: string): Promise<() => string> {
      const { clock } = accounts();
      const { secret } = (await accounts().call('POST', '/v1/me/totp', { token })).body;
      const bits = String(secret)
        .split('')
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
      const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
      const code = (): string => {
        clock.offsetMs += 60_000;
        return timeBasedCode(Buffer.from(bytes), stepAt(clock.nowMs()));
      };
      const totp = code();
      const on = await accounts().call('POST', '/v1/me/totp/confirm', { token, body: { totp } });
      assert.equal(on.status, 200, on.text);
      return code;
    },
  };
}
