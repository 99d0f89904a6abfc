import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { openAccountsApp, production, type AccountsApp } from '../../../../test/support/accounts.ts';
import { createSignedInUser } from '../../../../test/support/signed-in-user.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { signInSocially } from '../../entry/sign-in/sign-in-socially.ts';
import { signUpSocially } from '../../entry/sign-up/sign-up-socially.ts';
import { issueNonce } from './nonces.ts';
import { openProviders } from '../identity-providers/providers.ts';

/**
 * Google, Apple and Facebook as their documentation describes them, simulated by a local server: addresses,
 * configurations, keys and claims. Sources: Google's "OpenID Connect" and "Verify the Google ID token", Apple's
 * "Authenticating users with Sign in with Apple", Facebook's "OIDC Token for Limited Login".
 */
interface Played {
  /** The hosts that serve its configuration, with the issuer and the path of the keys stated there. */
  hosts: Record<string, { issuer: string; keysUrl: string }>;
  algorithm: string;
  key?: CryptoKey;
}

const google: Played = {
  hosts: {
    'accounts.google.com': {
      issuer: 'https://accounts.google.com',
      keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    },
  },
  algorithm: 'RS256',
};
const apple: Played = {
  hosts: {
    'appleid.apple.com': {
      issuer: 'https://appleid.apple.com',
      keysUrl: 'https://appleid.apple.com/auth/keys',
    },
  },
  algorithm: 'RS256',
};
const facebook: Played = {
  hosts: {
    'www.facebook.com': {
      issuer: 'https://www.facebook.com',
      keysUrl: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    },
  },
  algorithm: 'RS256',
};

let server: Server;
let accounts: AccountsApp;
let context: AccountsContext;
const published = new Map<string, string>();
const visitor = { address: '192.0.2.9', userAgent: 'test', language: 'en' } as const;
const webClient = 'web.apps.googleusercontent.com';
const settings = [
  `google=${webClient}|ios.apps.googleusercontent.com`,
  'apple=org.example.app',
  'facebook=123',
];

async function publish(provider: Played): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(provider.algorithm, { extractable: true });
  provider.key = privateKey;
  const key = { ...(await exportJWK(publicKey)), kid: 'key', alg: provider.algorithm, use: 'sig' };
  for (const [host, { issuer, keysUrl }] of Object.entries(provider.hosts)) {
    const { host: keysHost, pathname } = new URL(keysUrl);
    const configuration = { issuer, jwks_uri: keysUrl, id_token_signing_alg_values_supported: ['RS256'] };
    published.set(`/${host}/.well-known/openid-configuration`, JSON.stringify(configuration));
    published.set(`/${keysHost}${pathname}`, JSON.stringify({ keys: [key] }));
  }
}

/** Fetches from the simulation instead of the provider's real host. */
async function reach(url: string): Promise<string> {
  const { host, pathname, protocol } = new URL(url);
  assert.equal(protocol, 'https:', url);
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/${host}${pathname}`);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

before(async () => {
  for (const provider of [google, apple, facebook]) await publish(provider);
  server = createServer((request, response) => {
    const document = published.get(request.url ?? '');
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(document);
  }).listen(0, '127.0.0.1');
  accounts = await openAccountsApp({ settings: production });
  context = withProviders();
});
after(async () => {
  server.close();
  await accounts.close();
});

/** Only the service builds complete contexts. This one has the parts that social logins use, without settings. */
const withProviders = (): AccountsContext =>
  ({ ...accounts.platform, providers: openProviders(settings, reach) }) as unknown as AccountsContext;

type Claims = Record<string, unknown>;

async function sign(provider: Played, claims: Claims): Promise<string> {
  assert.ok(provider.key);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: provider.algorithm, kid: 'key', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(provider.key);
}

const names = { user_Fname: 'Ana', user_Lname: 'Souza' };
const signUp = (input: object) => signUpSocially(context, { ...names, ...input }, visitor);
const signIn = async (input: object) => (await signInSocially(context, input, visitor)).user;
const refused = (code: string) => (error: unknown) => error instanceof ProblemError && error.code === code;

const ofGoogle = async (claims: Claims = {}): Promise<string> =>
  sign(google, {
    iss: 'https://accounts.google.com',
    // An Android app requests a token for its server: the app is the authorized party, the server is the audience.
    azp: 'android.apps.googleusercontent.com',
    aud: webClient,
    sub: '110169484474386276334',
    email: 'ana@gmail.com',
    email_verified: true,
    hd: 'example.com',
    at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
    name: 'Ana Souza',
    picture: 'https://lh3.googleusercontent.com/a/photo',
    nonce: issueNonce(context),
    ...claims,
  });

test('Google: both spellings of its issuer and all configured client ids are accepted', async () => {
  const { uid } = await signUp({ provider: 'google', id_token: await ofGoogle() });
  assert.equal((await signIn({ id_token: await ofGoogle() })).id, uid);
  const bare = { provider: 'google', id_token: await ofGoogle({ iss: 'accounts.google.com' }) };
  const user = await signIn(bare);
  assert.deepEqual([user.id, user.emailKey], [uid, 'ana@gmail.com']);
  const ios = await ofGoogle({ aud: 'ios.apps.googleusercontent.com', azp: undefined });
  assert.equal((await signIn({ id_token: ios })).id, uid);
});

test('Google: rejects a token for another app or with an unverified address', async () => {
  for (const claims of [
    { aud: 'another.apps.googleusercontent.com', azp: webClient },
    { iss: 'https://accounts.google.com.example' },
    { email_verified: false },
    { email_verified: undefined },
  ]) {
    const id_token = await ofGoogle({ sub: 'other', ...claims });
    await assert.rejects(signUp({ provider: 'google', id_token }), refused('proof_invalid'));
  }
});

/** Apps send Apple the SHA-256 of the nonce. */
async function ofApple(claims: Claims = {}): Promise<{ id_token: string; nonce: string }> {
  const nonce = issueNonce(context);
  const id_token = await sign(apple, {
    iss: 'https://appleid.apple.com',
    aud: 'org.example.app',
    sub: '000544.5e201aec537347aeb79d23cbc345170a.1321',
    email: 'q7x2@privaterelay.appleid.com',
    email_verified: 'true',
    is_private_email: 'true',
    nonce: createHash('sha256').update(nonce).digest('hex'),
    nonce_supported: true,
    real_user_status: 2,
    auth_time: Math.floor(Date.now() / 1000),
    ...claims,
  });
  return { id_token, nonce };
}

test('Apple: the name, which arrives only with the first answer and outside the token, is stored', async () => {
  const first = { user: { name: { firstName: 'Bea', lastName: 'Lima' } }, ...(await ofApple()) };
  const { uid } = await signUp({
    provider: 'apple',
    user_Fname: first.user.name.firstName,
    user_Lname: first.user.name.lastName,
    id_token: first.id_token,
    nonce: first.nonce,
  });
  const later = await signIn({ provider: 'apple', ...(await ofApple()) });
  assert.deepEqual([later.id, later.firstName, later.lastName], [uid, 'Bea', 'Lima']);
  // Apple verifies its relay addresses, and mail to them arrives, so they count like any other address.
  assert.equal(later.emailKey, 'q7x2@privaterelay.appleid.com');
  const withoutEmail = { email: undefined, email_verified: undefined, is_private_email: undefined };
  assert.equal((await signIn(await ofApple(withoutEmail))).id, uid);
});

test('Apple: email_verified is accepted as a boolean or as the text "true" and nothing else', async () => {
  for (const [email_verified, sub] of [
    ['true', 'text'],
    [true, 'boolean'],
  ]) {
    const email = `${String(sub)}@example.com`;
    const claims = { sub, email, email_verified, is_private_email: false };
    await signUp({ ...(await ofApple(claims)) });
    assert.equal((await signIn(await ofApple(claims))).emailKey, email);
  }
  for (const email_verified of ['false', false, 'yes', 1]) {
    const claims = { sub: 'unproven', email: 'unproven@example.com', email_verified };
    await assert.rejects(signUp({ ...(await ofApple(claims)) }), refused('proof_invalid'));
  }
});

test('Apple: the app must send the nonce itself, not its hash, and can use it once', async () => {
  const { id_token, nonce } = await ofApple();
  await assert.rejects(signIn({ id_token }), refused('proof_invalid'));
  assert.ok(await signIn({ id_token, nonce }));
  await assert.rejects(signIn({ id_token, nonce }), refused('proof_invalid'));
});

test('Apple: its configuration may name account.apple.com while its tokens do not', async () => {
  const path = '/appleid.apple.com/.well-known/openid-configuration';
  const document = published.get(path) ?? '';
  const usual = context;
  published.set(path, document.replace('"https://appleid.apple.com"', '"https://account.apple.com"'));
  context = withProviders();
  try {
    assert.ok(await signIn(await ofApple()));
    published.set(path, document.replace('"https://appleid.apple.com"', '"https://evil.example"'));
    context = withProviders();
    await assert.rejects(signIn(await ofApple()), refused('provider_unavailable'));
  } finally {
    published.set(path, document);
    context = usual;
  }
});

const ofFacebook = async (claims: Claims = {}): Promise<string> =>
  sign(facebook, {
    iss: 'https://www.facebook.com',
    aud: '123',
    sub: '104997728422575',
    jti: 'V4qN.f10c46d1b8eea12b795c64b4d65c293a',
    email: 'cy@example.com',
    given_name: 'Cy',
    family_name: 'Reis',
    name: 'Cy Reis',
    picture: 'https://platform-lookaside.fbsbx.com/platform/profilepic/',
    nonce: issueNonce(context),
    ...claims,
  });

test('Facebook: all issuers that limited login has used are one provider', async () => {
  const { uid } = await signUp({ provider: 'facebook', id_token: await ofFacebook() });
  for (const iss of ['https://www.facebook.com', 'https://facebook.com', 'https://limited.facebook.com']) {
    assert.equal((await signIn({ id_token: await ofFacebook({ iss }) })).id, uid, iss);
  }
});

test('Facebook: its unverified addresses neither open nor link an account', async () => {
  const victim = await createSignedInUser(accounts);
  const id_token = await ofFacebook({ sub: 'eve', email: victim.email });
  await assert.rejects(signIn({ id_token }), refused('invalid_credentials'));
  const { uid } = await signUp({ id_token: await ofFacebook({ sub: 'eve', email: victim.email }) });
  assert.notEqual(uid, victim.id);
  const user = await signIn({ id_token: await ofFacebook({ sub: 'eve', email: victim.email }) });
  assert.deepEqual([user.id, user.emailKey], [uid, null]);
  // A user who did not share an address can sign up, too.
  assert.ok(await signUp({ id_token: await ofFacebook({ sub: 'no address', email: undefined }) }));
});

test('keys of one provider do not verify tokens of another', async () => {
  const claims = { iss: 'https://accounts.google.com', aud: webClient, sub: 'x' };
  const nonce = issueNonce(context);
  for (const signer of [apple, facebook]) {
    const id_token = await sign(signer, { ...claims, nonce });
    await assert.rejects(signIn({ id_token }), refused('proof_invalid'));
    await assert.rejects(signIn({ provider: 'apple', id_token }), refused('proof_invalid'));
  }
});
