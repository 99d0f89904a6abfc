import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ana,
  linkIn,
  openAccountsApp,
  production,
  type AccountsApp,
} from '../../../../test/support/accounts.ts';

let accounts: AccountsApp;
before(async () => {
  accounts = await openAccountsApp({ settings: production });
  await accounts.runJobs();
});
after(() => accounts.close());

async function page(
  method: 'GET' | 'POST',
  path: string,
  fields: [string, string][] | Record<string, string>,
) {
  const query = new URLSearchParams(fields).toString();
  const answer = await accounts.app.inject({
    method,
    url: method === 'GET' ? `/accounts${path}?${query}` : `/accounts${path}`,
    ...(method === 'GET' ? {} : { payload: query }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.match(String(answer.headers['content-type']), /^text\/html/, answer.body);
  return { status: answer.statusCode, text: answer.body };
}

const tokenOf = async (count: number): Promise<string> =>
  linkIn((await accounts.mailTo(ana.user_email, count)).at(-1)).searchParams.get('token') ?? '';

const pages = ['/confirm', '/new-password', '/new-address', '/old-address', '/confirm-codes'];

test('a damaged link shows an explanation in the user’s language', async () => {
  const password = ana.user_password;
  for (const path of pages) {
    for (const method of ['GET', 'POST'] as const) {
      for (const token of ['', 'x', 'x'.repeat(201), 'x'.repeat(5000)]) {
        const { status, text } = await page(method, path, {
          token,
          password,
          repeated: password,
          lang: 'pt',
        });
        assert.equal(status, 410);
        assert.match(text, /<html lang="pt"/);
      }
      const twice = await page(method, path, [
        ['token', 'one'],
        ['token', 'two'],
      ]);
      assert.equal(twice.status, 410);
      const strange = await page(method, path, { token: 'x', lang: 'x'.repeat(100) });
      assert.equal(strange.status, 410);
    }
    assert.equal((await page('POST', path, {})).status, 410);
  }
});

test('a password that is far too long shows the form again with the fault', async () => {
  await accounts.call('POST', '/signup', { body: ana });
  const confirmation = await tokenOf(1);
  for (const password of ['x'.repeat(2001), 'x'.repeat(100_000)]) {
    const { status, text } = await page('POST', '/confirm', { token: confirmation, password });
    assert.equal(status, 422);
    assert.match(text, /role="alert"[\s\S]*<form [^>]*action="confirm\?token=/);
  }
  const confirmed = await page('POST', '/confirm', { token: confirmation, password: ana.user_password });
  assert.equal(confirmed.status, 200);

  await accounts.call('POST', '/forgetpassword', { body: { user_email: ana.user_email } });
  const recovery = await tokenOf(2);
  for (const password of ['x'.repeat(2001), 'x'.repeat(100_000)]) {
    const fields = { token: recovery, password, repeated: password, lang: 'de' };
    const { status, text } = await page('POST', '/new-password', fields);
    assert.equal(status, 422);
    assert.match(text, /Dieses Passwort darf höchstens 256 Zeichen haben\./);
  }
});

test('a page shows dollar signs in an address unchanged', async () => {
  const body = { ...ana, user_email: "ana$&$'$1@example.com" };
  await accounts.call('POST', '/signup', { body });
  const token = linkIn((await accounts.mailTo(body.user_email)).at(-1)).searchParams.get('token') ?? '';
  const shown = /ana\$&amp;\$&#39;\$1@example\.com\./;
  assert.match((await page('GET', '/confirm', { token })).text, shown);
});
