import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { stepAt, timeBasedCode } from '../../../platform/tokens/time-based-code.ts';
import { openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';

let praca: AccountsApp;
let provider: OAuth2Server;

before(async () => {
  provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  praca = await openAccountsApp({
    settings: { ...production, LOGIN_PROVIDERS: `local=${provider.issuer.url}|our-app` },
  });
});
after(async () => {
  if (provider.listening) await provider.stop();
  await praca.close();
});

async function post(path: string, payload: object) {
  const answer = await praca.app.inject({ method: 'POST', url: `/accounts${path}`, payload });
  assert.equal(answer.statusCode, 200, answer.body);
  return { ...answer.json(), session: answer.headers['x-session-token'], headers: answer.headers };
}

const newNonce = async (): Promise<string> => (await praca.app.inject('/accounts/nonce')).json().nonce;

/** Returns an ID token as the provider issues it for a new nonce. */
async function tokenFor(subject: string, email: string, claims: object = {}): Promise<string> {
  const nonce = await newNonce();
  return provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: 'our-app', sub: subject, nonce, email, email_verified: true, ...claims });
    },
  });
}

const ana = {
  user_Fname: 'Ana',
  user_Lname: 'Souza',
  user_password: '',
  user_profilepic: '',
  user_type: '1',
};

test('in production a social user signs up and in with an ID token, not with a stated address', async () => {
  const user_email = 'ana@example.org';
  const stated = await post('/signup', { ...ana, user_email });
  assert.deepEqual([stated.status, stated.code], ['error', 'proof_required']);
  const up = await post('/signup', { ...ana, user_email, id_token: await tokenFor('ana', user_email) });
  assert.equal(up.status, 'success', JSON.stringify(up));

  const guess = await post('/signin', { user_email, user_password: '', user_type: '1' });
  assert.deepEqual([guess.status, guess.code, guess.session], ['error', 'proof_required', undefined]);
  const token = await tokenFor('ana', user_email);
  const signedIn = await post('/signin', { user_email, user_password: '', user_type: '1', id_token: token });
  assert.deepEqual([signedIn.status, signedIn.uid, signedIn.email], ['success', up.uid, user_email]);
  assert.match(signedIn.session ?? '', /^[\w-]{43}$/);
  assert.match(signedIn.ProfileImage, /\/accounts\/images\/initials-AS-\d\.svg$/);

  const replayed = await post('/signin', { user_email, user_password: '', user_type: '1', id_token: token });
  assert.deepEqual([replayed.status, replayed.code, replayed.session], ['error', 'proof_invalid', undefined]);
  const again = await post('/signup', { ...ana, user_email, id_token: token });
  assert.deepEqual([again.status, again.code], ['error', 'proof_invalid']);
});

test('an identity at the provider does not open the account of another address', async () => {
  const user_email = 'bea@example.org';
  const up = await post('/signup', { ...ana, user_email, id_token: await tokenFor('bea', user_email) });
  assert.equal(up.status, 'success');
  const eve = await tokenFor('eve', 'eve@example.org');
  const wrong = await post('/signin', { user_email, user_password: '', user_type: '1', id_token: eve });
  assert.deepEqual(
    [wrong.status, wrong.code, wrong.session, wrong.uid],
    ['error', 'invalid_credentials', undefined, undefined],
  );
  const unverified = await tokenFor('eve', user_email, { email_verified: false });
  const claimed = await post('/signin', {
    user_email,
    user_password: '',
    user_type: '1',
    id_token: unverified,
  });
  assert.deepEqual([claimed.status, claimed.code], ['error', 'proof_invalid']);
});

test('two simultaneous first sign-ins with a new identity both succeed', async () => {
  const user_email = 'duo@example.org';
  const up = await post('/signup', { ...ana, user_email, id_token: await tokenFor('duo', user_email) });
  await praca.sql`delete from accounts.social_identities where user_id = ${up.uid}`;
  const tokens = [await tokenFor('duo', user_email), await tokenFor('duo', user_email)];
  const answers = await Promise.all(
    tokens.map((id_token) => post('/signin', { user_email, user_password: '', user_type: '1', id_token })),
  );
  assert.deepEqual(
    answers.map(({ uid }) => uid),
    [up.uid, up.uid],
  );
});

test('the owner is notified when a sign-in or sign-up links an identity, and not otherwise', async () => {
  for (const way of ['/signin', '/signup']) {
    const user_email = `link${way.slice(1)}@example.org`;
    const { uid } = await post('/signup', {
      ...ana,
      user_email,
      id_token: await tokenFor(`${way} one`, user_email),
    });
    const again = { ...ana, user_email, id_token: await tokenFor(`${way} one`, user_email) };
    assert.equal((await post('/signin', again)).uid, uid);
    const linked = { ...ana, user_email, id_token: await tokenFor(`${way} two`, user_email) };
    assert.equal((await post(way, linked)).uid, uid);
    const mails = await praca.mailTo(user_email);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['A new way to sign in was added'],
    );
    assert.match(mails[0]?.text ?? '', /with local as well/);
  }
});

test('linking an identity needs the second factor, so a sign-up cannot link one', async () => {
  const user_email = 'factor@example.org';
  const first = { ...ana, user_email, id_token: await tokenFor('factor one', user_email) };
  const { uid } = await post('/signup', first);
  await praca.sql`
    insert into accounts.totp_secrets (user_id, sealed_secret, last_step, created_at, confirmed_at)
    values (${uid}, ${praca.platform.sealer.seal('00'.repeat(20), `totp secret ${uid}`)}, 0, now(), now())`;
  const linking = async (totp?: string) =>
    post('/signin', { ...ana, user_email, totp, id_token: await tokenFor('factor two', user_email) });
  const identities = async (): Promise<number> =>
    (await praca.sql`select 1 from accounts.social_identities where user_id = ${uid}`).length;
  assert.equal((await linking()).code, 'totp_required');
  assert.equal((await linking('000000')).code, 'totp_invalid');
  assert.equal(await identities(), 1);
  const again = { ...ana, user_email, id_token: await tokenFor('factor two', user_email) };
  assert.equal((await post('/signup', again)).code, 'email_taken');
  assert.equal(await identities(), 1);
  const code = timeBasedCode(Buffer.alloc(20), stepAt(praca.clock.nowMs()));
  assert.equal((await linking(code)).uid, uid);
  assert.equal(await identities(), 2);
});

test('a rejected ID token is recorded', async () => {
  const count = async (): Promise<number> => {
    const [row] = await praca.sql<{ times: number }[]>`
      select coalesce(sum((reasons ->> 'proof_invalid')::int), 0)::int as times from accounts.refusals
      where event = 'sign_in_failed'`;
    return row?.times ?? 0;
  };
  const before = await count();
  const id_token = await tokenFor('nobody', 'nobody@example.org', { aud: 'another-app' });
  assert.equal(
    (await post('/signin', { ...ana, user_email: 'nobody@example.org', id_token })).code,
    'proof_invalid',
  );
  assert.equal(await count(), before + 1);
});

test('an address that the service does not accept counts as missing', async () => {
  const addresses = ['"ana b"@example.org', 'ana@under_score.example.org', 'аna@example.org', 'no address'];
  for (const [index, email] of addresses.entries()) {
    const subject = `odd ${index}`;
    const up = await post('/signup', { ...ana, id_token: await tokenFor(subject, email) });
    assert.equal(up.status, 'success', JSON.stringify(up));
    const signedIn = await post('/signin', { user_type: '1', id_token: await tokenFor(subject, email) });
    assert.deepEqual([signedIn.status, signedIn.uid, signedIn.email], ['success', up.uid, '']);
    // The identity is found by its subject, independent of the address.
    const later = await post('/signin', {
      user_type: '1',
      id_token: await tokenFor(subject, 'odd@example.org'),
    });
    assert.equal(later.uid, up.uid);
  }
});

test('while the provider is down, the answer says so and has a retry-after', async () => {
  const user_email = 'cy@example.org';
  const id_token = await tokenFor('cy', user_email);
  const issuer = provider.issuer.url;
  await provider.stop();
  const fresh = await openAccountsApp({
    settings: { ...production, LOGIN_PROVIDERS: `local=${issuer}|our-app` },
  });
  try {
    for (const operation of ['signup', 'signin']) {
      const answer = await fresh.app.inject({
        method: 'POST',
        url: `/accounts/${operation}`,
        payload: { ...ana, user_email, id_token },
      });
      const { status, code } = answer.json();
      assert.deepEqual([answer.statusCode, status, code], [200, 'error', 'provider_unavailable']);
      assert.equal(answer.headers['retry-after'], '60');
    }
  } finally {
    await fresh.close();
  }
});
