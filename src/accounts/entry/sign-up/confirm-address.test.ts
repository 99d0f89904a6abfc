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

const atHome = '203.0.113.7';
const elsewhere = '198.51.100.9';
const stranger = '192.0.2.66';

async function signUp(user_email: string, user_password: string, from: string): Promise<void> {
  const answer = await accounts.call('POST', '/signup', {
    body: { ...ana, user_email, user_password },
    from,
  });
  assert.equal(answer.body.status, 'success', answer.text);
}

async function tokensOf(user_email: string): Promise<string[]> {
  await accounts.settle();
  return (await accounts.mailTo(user_email)).map((mail) => linkIn(mail).searchParams.get('token') ?? '');
}

const confirm = async (token: string, password: string, from: string): Promise<number> => {
  const { statusCode } = await accounts.app.inject({
    method: 'POST',
    url: '/accounts/confirm',
    payload: new URLSearchParams({ token, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: from,
  });
  return statusCode;
};

let visitors = 0;

/** Signs in from a new address each time, because earlier wrong passwords throttle an address. */
async function isIn(user_email: string, user_password: string): Promise<boolean> {
  const body = { user_email, user_password, user_type: '0' };
  const from = `192.0.2.${(visitors += 1)}`;
  return (await accounts.call('POST', '/signin', { body, from })).body.status === 'success';
}

const mine = 'only I know this one';
const theirs = (index: number): string => `the stranger knows ${index}`;

for (const later of [4, 30]) {
  test(`every link confirms my sign-up although a stranger signed my address up before me and ${later} times after me`, async () => {
    for (const which of [0, 4]) {
      const user_email = `mine${later}-${which}@example.com`;
      for (let times = 0; times < 5; times++) await signUp(user_email, theirs(times), stranger);
      await accounts.settle();
      await signUp(user_email, mine, atHome);
      for (let times = 0; times < later; times++) await signUp(user_email, theirs(times), stranger);
      const tokens = await tokensOf(user_email);
      assert.equal(tokens.length, 5, 'mine got no mail');
      assert.equal(await confirm(tokens[which] ?? '', mine, elsewhere), 200);
      assert.ok(await isIn(user_email, mine));
      for (let times = 0; times < 5; times++) assert.ok(!(await isIn(user_email, theirs(times))));
    }
  });
}

test('from the network of my sign-up, confirmation works however many other networks sign my address up', async () => {
  const user_email = 'many@example.com';
  await signUp(user_email, theirs(0), stranger);
  const [token = ''] = await tokensOf(user_email);
  await signUp(user_email, mine, atHome);
  for (let times = 0; times < 25; times++) await signUp(user_email, theirs(times), `2001:db8:0:${times}::1`);
  assert.equal(await confirm(token, mine, atHome), 200);
  assert.ok(await isIn(user_email, mine));
});

test('if all requests have one address, as behind a proxy, the newest sign-ups are tried', async () => {
  const user_email = 'proxy@example.com';
  await signUp(user_email, theirs(0), stranger);
  const [token = ''] = await tokensOf(user_email);
  await signUp(user_email, mine, stranger);
  for (let times = 0; times < 15; times++) await signUp(user_email, theirs(times), stranger);
  assert.equal(await confirm(token, mine, stranger), 200);
  assert.ok(await isIn(user_email, mine));
});
