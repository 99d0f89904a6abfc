import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { removeExpiredSessions } from '../../access/sessions/end-sessions.ts';
import type { SocialContext } from '../../social.context.ts';
import { openSocialApp, productionSettings, type TestApp } from '../../../../test/support/app.ts';

/** Simulates the accounts service: discovery, keys and Ed25519 signatures. */
interface Issuer {
  url: string;
  server: Server;
  sign(claims: Record<string, unknown>, key?: CryptoKey): Promise<string>;
  stranger: CryptoKey;
}

async function openIssuer(): Promise<Issuer> {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const stranger = (await generateKeyPair('EdDSA')).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'EdDSA', use: 'sig' };
  let url = '';
  const server = createServer((request, response) => {
    const bodies: Record<string, unknown> = {
      '/accounts/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/.well-known/jwks.json` },
      '/accounts/.well-known/jwks.json': { keys: [jwk] },
    };
    const body = bodies[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/accounts`;
  return {
    url,
    server,
    stranger,
    sign: (claims, key = pair.privateKey) =>
      new SignJWT({ iss: url, aud: 'social', sub: 'ana-1', ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
        .setIssuedAt(typeof claims['iat'] === 'number' ? claims['iat'] : undefined)
        .setExpirationTime(typeof claims['exp'] === 'number' ? claims['exp'] : '5m')
        .sign(key),
  };
}

let issuer: Issuer;
let praca: TestApp;
before(async () => {
  issuer = await openIssuer();
  praca = await openSocialApp({
    settings: {
      ...productionSettings,
      MOVABLE_CLOCK: 'yes',
      ID_TOKEN_PROVIDERS: `accounts|${issuer.url}|social,gone|http://127.0.0.1:9/x|social`,
    },
  });
});
after(async () => {
  await praca.close();
  issuer.server.close();
});

const ask = (fields: Record<string, unknown>) =>
  praca.app.inject({
    method: 'POST',
    url: '/social/oauth/token',
    payload: { user_id: 'ana-1', name: 'Ana', provider: 'accounts', ...fields },
  });

test('a suspension covers other identities with the same confirmed address, and stays when the address is removed', async () => {
  const signIn = async (sub: string, claims: Record<string, unknown>): Promise<string> => {
    const idToken = await issuer.sign({ sub, ...claims });
    const answer = await ask({ user_id: sub, id_token: idToken });
    return answer.json<{ code?: string }>().code ?? String(answer.statusCode);
  };
  const confirmed = { email: 'Max@example.org', email_verified: true };
  assert.equal(await signIn('max-1', confirmed), '200');
  await praca.sql`update social.users set suspended_until = 'infinity' where login_id = 'max-1'`;
  assert.equal(await signIn('max-1', {}), 'user_suspended');
  assert.equal(await signIn('max-2', { ...confirmed, email: 'max@example.org' }), 'user_suspended');
  assert.equal(await signIn('max-2', {}), 'user_suspended');
  assert.equal(await signIn('max-3', { ...confirmed, email_verified: false }), '200', 'anyone can claim it');
  assert.equal(await signIn('max-4', { ...confirmed, email: 'maxi@example.org' }), '200');
});

test('production accepts a user with an ID token of a provider for that identifier', async () => {
  const answer = await ask({ id_token: await issuer.sign({}) });
  assert.equal(answer.statusCode, 200, answer.body);
  const again = await ask({ id_token: await issuer.sign({}) });
  const ids = await Promise.all(
    [answer, again].map(
      async (tokens) =>
        (
          await praca.app.inject({
            url: '/social/oauth/session',
            headers: { authorization: `Bearer ${tokens.json().access_token}` },
          })
        ).json().user_id as string,
    ),
  );
  assert.equal(new Set(ids).size, 1);
});

test('a logout token of the same issuer is no ID token', async () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const answer = await ask({ id_token: await issuer.sign({ events }) });
  assert.equal(answer.json<{ code?: string }>().code, 'identity_not_proven');
});

test('a verified address is stored, and removed when the provider no longer verifies it', async () => {
  const kept: unknown[] = [];
  for (const claims of [
    { email: 'ana@example.com', email_verified: true },
    { email: 'ana@example.com', email_verified: false },
    { email: 'two@example.com, more@example.com', email_verified: true },
    {},
  ]) {
    const sub = 'mail-1';
    await ask({ user_id: sub, id_token: await issuer.sign({ sub, ...claims }) });
    const [user] = await praca.sql<{ email: string | null; language: string }[]>`
      select email, language from social.users where login_id = ${sub}`;
    kept.push(user?.email);
    assert.equal(user?.language, 'en');
  }
  assert.deepEqual(kept, ['ana@example.com', null, null, null]);
});

const hour = 3600;
for (const [name, fields] of [
  ['no token', async () => ({})],
  ['no provider', async () => ({ provider: undefined, id_token: await issuer.sign({}) })],
  ['a provider that is not configured', async () => ({ provider: 'else', id_token: await issuer.sign({}) })],
  ['another user’s token', async () => ({ id_token: await issuer.sign({ sub: 'bia-1' }) })],
  ['a token for another service', async () => ({ id_token: await issuer.sign({ aud: 'shop' }) })],
  ['a token of another issuer', async () => ({ id_token: await issuer.sign({ iss: 'https://else' }) })],
  [
    'an expired token',
    async () => ({ id_token: await issuer.sign({ exp: Math.floor(Date.now() / 1000) - hour }) }),
  ],
  [
    'a token with two audiences that was issued for the other',
    async () => ({ id_token: await issuer.sign({ aud: ['social', 'shop'], azp: 'shop' }) }),
  ],
  [
    'a token that is more than a day old and valid for years',
    async () => {
      const now = Math.floor(Date.now() / 1000);
      return { id_token: await issuer.sign({ iat: now - 25 * hour, exp: now + 9000 * hour }) };
    },
  ],
  ['a token signed with a foreign key', async () => ({ id_token: await issuer.sign({}, issuer.stranger) })],
  [
    'an unsigned token',
    async () => ({
      id_token: (await issuer.sign({})).replace(
        /^[^.]*\.(.*)\..*$/,
        `${Buffer.from('{"alg":"none","kid":"one"}').toString('base64url')}.$1.`,
      ),
    }),
  ],
  ['a text that is not a token', async () => ({ id_token: 'nonsense' })],
] as const) {
  test(`production refuses ${name}`, async () => {
    const answer = await ask(await fields());
    assert.equal(answer.statusCode, 401, answer.body);
    assert.equal(answer.json().code, 'identity_not_proven');
  });
}

test('accepts a token with two audiences that was issued for this server', async () => {
  const answer = await ask({ id_token: await issuer.sign({ aud: ['shop', 'social'], azp: 'social' }) });
  assert.equal(answer.statusCode, 200, answer.body);
});

test('a new token restores a deleted user, a token from before the deletion does not', async () => {
  const sub = 'leaving-1';
  const seconds = Math.floor(praca.clock.nowMs() / 1000);
  const before = await issuer.sign({ sub, iat: seconds - 60 });
  const { access_token: token } = (await ask({ user_id: sub, id_token: before })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { user_id: id } = (await praca.app.inject({ url: '/social/oauth/session', headers })).json();
  const left = await praca.app.inject({ method: 'POST', url: `/social/user/${id}/delete`, headers });
  assert.equal(left.statusCode, 200, left.body);
  const replayed = await ask({ user_id: sub, id_token: before });
  assert.deepEqual([replayed.statusCode, replayed.json().code], [401, 'identity_not_proven']);
  const isDeleted = async () =>
    (await praca.sql`select from social.users where id = ${id} and deleted_at is not null`).length === 1;
  assert.ok(await isDeleted());
  const fresh = await ask({ user_id: sub, id_token: await issuer.sign({ sub, iat: seconds + 5 }) });
  assert.equal(fresh.statusCode, 200, fresh.body);
  assert.equal(await isDeleted(), false);
});

const sessionIn = (answer: { json(): { access_token: string } }): unknown =>
  decodeJwt(answer.json().access_token)['sid'];

test('the same ID token, simultaneously and again within a minute, gives one session while it is unused', async () => {
  const sub = 'twice-1';
  const id_token = await issuer.sign({ sub });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ user_id: sub, id_token })));
  for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body);
  praca.clock.offsetMs += 59_000;
  const late = await ask({ user_id: sub, id_token });
  praca.clock.offsetMs -= 59_000;
  assert.equal(new Set([...answers, late].map(sessionIn)).size, 1);
  assert.equal(new Set([...answers, late].map((answer) => answer.json().refresh_token)).size, 1);
  const [row] = await praca.sql<{ count: number }[]>`
    select count(*)::int from social.sessions s join social.users u on u.id = s.user_id where login_id = ${sub}`;
  assert.equal(row?.count, 1);
});

for (const [name, use] of [
  [
    'its access token was used',
    async ({ access_token: token }) => {
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await praca.app.inject({ url: '/social/oauth/session', headers })).statusCode, 200);
    },
  ],
  [
    'its refresh token was used',
    async ({ refresh_token }) => {
      const payload = { grant_type: 'refresh_token', refresh_token };
      const answer = await praca.app.inject({ method: 'POST', url: '/social/oauth/token', payload });
      assert.equal(answer.statusCode, 200);
    },
  ],
  [
    'its session was ended',
    async (_tokens, sub) => {
      await praca.sql`
        update social.sessions set ended_at = now()
        where user_id = (select id from social.users where login_id = ${sub})`;
    },
  ],
  [
    'a minute has passed',
    async () => {
      praca.clock.offsetMs += 61_000;
    },
  ],
] as [string, (tokens: Record<'access_token' | 'refresh_token', string>, sub: string) => Promise<void>][]) {
  test(`an ID token cannot be used again after ${name}, in any spelling`, async () => {
    const sub = `once ${name}`;
    const id_token = await issuer.sign({ sub });
    await use((await ask({ user_id: sub, id_token })).json(), sub);
    // Two bits of the last character are unused, so this is the same signature in another spelling.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const otherwise = id_token.slice(0, -1) + last[last.indexOf(id_token.at(-1) ?? '') + 1];
    for (const token of [id_token, otherwise]) {
      const again = await ask({ user_id: sub, id_token: token });
      assert.deepEqual([again.statusCode, again.json().code], [401, 'identity_not_proven']);
    }
    const fresh = await ask({ user_id: sub, id_token: await issuer.sign({ sub, jti: 'another' }) });
    assert.equal(fresh.statusCode, 200, fresh.body);
    praca.clock.offsetMs = 0;
  });
}

test('the record of a used ID token is deleted once the token is too old to be accepted', async () => {
  await ask({ user_id: 'old-1', id_token: await issuer.sign({ sub: 'old-1' }) });
  const count = async () => (await praca.sql`select from social.used_id_tokens`).length;
  assert.ok((await count()) > 0);
  praca.clock.offsetMs += 25 * hour * 1000;
  await removeExpiredSessions(praca.platform as unknown as SocialContext);
  assert.equal(await count(), 0);
  praca.clock.offsetMs = 0;
});

test('an unreachable provider is reported as a temporary error', async () => {
  const answer = await ask({ provider: 'gone', id_token: await issuer.sign({}) });
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'provider_unavailable']);
});
