import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from 'jose';
import { OAuth2Server, type JWK as StoredKey } from 'oauth2-mock-server';
import { openTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { deleteExpiredNonces } from './nonce.store.ts';
import { issueNonce } from './nonces.ts';
import { openProviders } from '../identity-providers/providers.ts';
import { verifyIdentity, type IdentityContext, type IdentityInput } from './verify-identity.ts';

let praca: TestApp;
let provider: OAuth2Server;
let issuer: string;
let context: IdentityContext;

before(async () => {
  praca = await openTestApp();
  provider = new OAuth2Server();
  for (const algorithm of ['RS256', 'ES256', 'EdDSA']) await provider.issuer.keys.generate(algorithm);
  await provider.start(0, '127.0.0.1');
  issuer = provider.issuer.url ?? '';
  context = contextWith([`local=${issuer}|our-app|our-other-app`]);
});
after(async () => {
  if (provider.listening) await provider.stop();
  await praca.close();
});

function contextWith(entries: string[]): IdentityContext {
  const { sql, clock, platform } = praca;
  return { sql, clock, log: platform.log, sealer: platform.sealer, providers: openProviders(entries) };
}

const nonce = async (): Promise<string> => issueNonce(context);
const getNonce = async (): Promise<string> => (await praca.app.inject('/accounts/nonce')).json().nonce;

type Claims = Record<string, unknown>;

/** Signs the claims that an honest provider would state, by default with the provider's key. */
async function sign(claims: Claims = {}, key?: StoredKey | JWK, header: Claims = {}): Promise<string> {
  const stored = key ?? provider.issuer.keys.get();
  assert.ok(stored);
  const now = Math.floor(praca.clock.nowMs() / 1000);
  const payload = {
    iss: issuer,
    aud: 'our-app',
    sub: 'subject-1',
    iat: now,
    exp: now + 300,
    email: 'ana@example.org',
    email_verified: true,
    ...claims,
  };
  const alg = stored.alg ?? 'RS256';
  return new SignJWT(payload)
    .setProtectedHeader({ alg, kid: stored.kid ?? '', ...header })
    .sign(await importJWK(stored, alg));
}

const refusal = (code: string, detail?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProblemError, String(error));
  assert.equal(error.code, code, error.message);
  if (detail) assert.match(error.message, detail);
  return true;
};

const verify = (input: IdentityInput) => verifyIdentity(context, input);

test('accepts the provider’s tokens signed with any of its keys and algorithms', async () => {
  for (const key of provider.issuer.keys.toJSON(true)) {
    const identity = await verify({ id_token: await sign({ nonce: await getNonce() }, key) });
    assert.deepEqual(identity, {
      issuer,
      subject: 'subject-1',
      email: 'ana@example.org',
      emailVerified: true,
    });
  }
});

test('accepts a token that the provider itself issues', async () => {
  const value = await nonce();
  const token = await provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: 'our-other-app', sub: 'subject-2', nonce: value });
    },
  });
  const identity = await verify({ provider: 'local', id_token: token, nonce: value });
  assert.deepEqual(identity, { issuer, subject: 'subject-2', email: null, emailVerified: false });
});

test('the token may contain a hash of the nonce if the app sends the nonce itself', async () => {
  for (const encoding of ['hex', 'base64url'] as const) {
    const value = await nonce();
    const hash = createHash('sha256').update(value).digest(encoding);
    assert.ok(await verify({ id_token: await sign({ nonce: hash }), nonce: value }));
    await assert.rejects(verify({ id_token: await sign({ nonce: hash }) }), refusal('proof_invalid'));
  }
});

test('rejects every signature except the provider’s own', async () => {
  const key = provider.issuer.keys.toJSON(true).find(({ alg }) => alg === 'RS256');
  assert.ok(key);
  const stranger = await generateKeyPair('RS256', { extractable: true });
  const strangerKey = { ...(await exportJWK(stranger.privateKey)), kid: key.kid, alg: 'RS256' };
  const publicKey = (await importJWK(
    provider.issuer.keys.toJSON().find(({ kid }) => kid === key.kid) ?? {},
    'RS256',
  )) as CryptoKey;
  const now = Math.floor(praca.clock.nowMs() / 1000);
  const claims = async () => ({
    iss: issuer,
    aud: 'our-app',
    sub: 's',
    iat: now,
    exp: now + 300,
    nonce: await nonce(),
  });
  const hmac = async (secret: Uint8Array) =>
    new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret);
  const good = await sign({ nonce: await nonce() }, key);
  const [header = '', payload = '', signature = ''] = good.split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'somebody-else' };
  const bad = {
    'wrong signature': await sign({ nonce: await nonce() }, strangerKey),
    'unknown key': await sign({ nonce: await nonce() }, { ...strangerKey, kid: 'unknown' }),
    'key in the header': await sign({ nonce: await nonce() }, strangerKey, {
      jwk: await exportJWK(stranger.publicKey),
    }),
    'changed claims': `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`,
    'no signature': `${header}.${payload}.`,
    none: new UnsecuredJWT(await claims()).encode(),
    'none with a key id': `${Buffer.from(JSON.stringify({ alg: 'none', kid: key.kid })).toString('base64url')}.${payload}.`,
    'HS256 with the public key as PEM': await hmac(Buffer.from(await exportSPKI(publicKey))),
    'HS256 with the public key as JWK': await hmac(Buffer.from(JSON.stringify(await exportJWK(publicKey)))),
    garbage: 'a.b.c',
    'no token': 'hello',
    'a very long text': 'x'.repeat(100_000),
  };
  for (const [name, token] of Object.entries(bad)) {
    for (const named of ['local', undefined]) {
      await assert.rejects(verify({ id_token: token, provider: named }), refusal('proof_invalid'), name);
    }
  }
  assert.ok(await verify({ id_token: good }), 'a refused token does not consume its nonce');
});

test('rejects a token with a wrong audience, a wrong issuer or an old date, and names the claim', async () => {
  const now = Math.floor(praca.clock.nowMs() / 1000);
  const bad: [string, Claims, RegExp][] = [
    ['audience', { aud: 'another-app' }, /aud/],
    ['audiences', { aud: ['another-app'] }, /aud/],
    ['several audiences without azp', { aud: ['our-app', 'another-app'] }, /azp/],
    ['azp of another', { aud: ['our-app', 'another-app'], azp: 'another-app' }, /azp/],
    ['issuer', { iss: 'https://evil.example' }, /iss/],
    ['issuer with a slash', { iss: `${issuer}/` }, /iss/],
    ['expired', { exp: now - 31 }, /expired/],
    ['no expiry', { exp: undefined }, /exp/],
    ['not yet', { nbf: now + 600 }, /nbf/],
    ['no subject', { sub: undefined }, /sub/],
    ['empty subject', { sub: '' }, /sub/],
    ['subject of another type', { sub: 7 }, /sub/],
    ['unverified e-mail', { email_verified: false }, /verified/],
    ['unstated e-mail', { email_verified: undefined }, /verified/],
    ['e-mail verified by a word', { email_verified: 'yes' }, /verified/],
  ];
  for (const [name, claims, detail] of bad) {
    const token = await sign({ nonce: await nonce(), ...claims });
    await assert.rejects(
      verify({ provider: 'local', id_token: token }),
      refusal('proof_invalid', detail),
      name,
    );
  }
  const several = {
    aud: ['our-app', 'another-app'],
    azp: 'our-app',
    email_verified: 'true',
    nonce: await nonce(),
  };
  assert.equal((await verify({ id_token: await sign(several) })).emailVerified, true);
});

test('a nonce works once, for ten minutes, and only if this server issued it', async () => {
  const value = await nonce();
  const token = await sign({ nonce: value });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => verify({ id_token: token })));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(verify({ id_token: token }), refusal('proof_invalid', /nonce/));
  for (const wrong of [undefined, '', 'made-up', 7, 'x'.repeat(10_000)]) {
    await assert.rejects(
      verify({ id_token: await sign({ nonce: wrong }) }),
      refusal('proof_invalid', /nonce/),
    );
  }
  // A valid nonce, but not the one in the token.
  const other = { id_token: await sign({ nonce: await nonce() }), nonce: await nonce() };
  await assert.rejects(verify(other), refusal('proof_invalid', /nonce/));
  const late = await nonce();
  praca.clock.offsetMs += 600_000;
  await assert.rejects(verify({ id_token: await sign({ nonce: late }) }), refusal('proof_invalid', /nonce/));
  const count = async () => (await praca.sql`select from accounts.used_nonces`).length;
  assert.ok((await count()) > 0);
  await deleteExpiredNonces(praca.sql, praca.clock.now(), 1000);
  assert.equal(await count(), 0);
});

test('issuing a nonce writes nothing to the database', async () => {
  const count = async () =>
    (await praca.sql`select from accounts.used_nonces union all select from accounts.nonces`).length;
  const before = await count();
  for (let times = 0; times < 20; times++) await getNonce();
  assert.equal(await count(), before);
});

test('rejects a nonce with a changed time or signature', async () => {
  const bytes = Buffer.from(await getNonce(), 'base64url');
  for (const at of [0, 17, 21, 22, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const id_token = await sign({ nonce: changed.toString('base64url') });
    await assert.rejects(verify({ id_token }), refusal('proof_invalid', /nonce/), `byte ${at}`);
  }
});

test('an address of a provider that never states verification counts as not proven', async () => {
  const known = context.providers.find('local');
  assert.ok(known);
  const silent = { find: () => ({ ...known, tellsEmailVerified: false }) };
  const ask = async (claims: Claims) =>
    verifyIdentity(
      { ...context, providers: silent },
      { id_token: await sign({ nonce: await nonce(), ...claims }) },
    );
  const { email, emailVerified } = await ask({ email_verified: undefined });
  assert.deepEqual([email, emailVerified], ['ana@example.org', false]);
  await assert.rejects(ask({ email_verified: false }), refusal('proof_invalid', /verified/));
});

test('a missing token asks for proof, and a provider that is not set up is refused', async () => {
  for (const id_token of [undefined, '']) {
    await assert.rejects(verify({ provider: 'local', id_token }), refusal('proof_required'));
  }
  const token = await sign({ nonce: await nonce() });
  await assert.rejects(
    verify({ provider: 'google', id_token: token }),
    refusal('proof_invalid', /not set up/),
  );
  const none = contextWith([]);
  await assert.rejects(verifyIdentity(none, { id_token: token }), refusal('proof_invalid', /not set up/));
});

test('a new key of the provider is fetched, but forged tokens cannot cause repeated fetches', async (t) => {
  let asked = 0;
  const server = await publish(async (path) => (path === '/jwks' ? void asked++ : undefined));
  try {
    const { local, keys } = server;
    const follower = contextWith([`local=${local}|our-app`]);
    const first = await keys.add();
    const token = (key: JWK) => nonce().then((value) => sign({ iss: local, nonce: value }, key));
    assert.ok(await verifyIdentity(follower, { id_token: await token(first) }));
    assert.equal(asked, 1);
    const second = await keys.add();
    await assert.rejects(
      verifyIdentity(follower, { id_token: await token(second) }),
      refusal('proof_invalid'),
    );
    assert.equal(asked, 1, 'at most once in 30 s');
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31_000 });
    assert.ok(await verifyIdentity(follower, { id_token: await token(second) }));
    assert.equal(asked, 2);
    keys.remove(first);
    t.mock.timers.setTime(Date.now() + 601_000);
    assert.ok(await verifyIdentity(follower, { id_token: await token(second) }));
    await assert.rejects(
      verifyIdentity(follower, { id_token: await token(first) }),
      refusal('proof_invalid'),
    );
  } finally {
    server.close();
  }
});

test('an unavailable provider causes a temporary error that does not consume the nonce, and works again when it is back', async (t) => {
  let fault: string | undefined = 'down';
  const server = await publish(async () => fault);
  try {
    const follower = contextWith([`local=${server.local}|our-app`]);
    const key = await server.keys.add();
    const input = { id_token: await sign({ iss: server.local, nonce: await nonce() }, key) };
    const temporary = (error: unknown) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.headers['retry-after'], '60');
      return refusal('provider_unavailable')(error);
    };
    let aheadMs = 0;
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    for (const each of ['down', 'not found', 'no JSON', 'another issuer', 'no keys']) {
      fault = each;
      await assert.rejects(verifyIdentity(follower, input), temporary, each);
      t.mock.timers.setTime(Date.now() + 6000);
      aheadMs += 6000;
    }
    assert.ok(aheadMs < 60_000);
    fault = undefined;
    assert.ok(await verifyIdentity(follower, input));
  } finally {
    server.close();
  }
  const nobody = contextWith(['local=http://127.0.0.1:1|our-app']);
  const token = await sign({ iss: 'http://127.0.0.1:1', nonce: await nonce() });
  await assert.rejects(verifyIdentity(nobody, { id_token: token }), refusal('provider_unavailable'));
});

interface Published {
  local: string;
  keys: { add(): Promise<JWK>; remove(key: JWK): void };
  close(): void;
}

/** A simulated provider with changeable keys and failures on demand. */
async function publish(faultOf: (path: string) => Promise<string | undefined>): Promise<Published> {
  const published: JWK[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    void faultOf(path).then((fault) => {
      const issuer = fault === 'another issuer' ? 'https://evil.example' : local;
      if (fault === 'down') return request.socket.destroy();
      if (fault === 'not found') return response.writeHead(404).end();
      if (fault === 'no JSON') return response.end('<html>');
      if (path !== '/jwks') return response.end(JSON.stringify({ issuer, jwks_uri: `${local}/jwks` }));
      return response.end(JSON.stringify(fault === 'no keys' ? {} : { keys: published }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    local,
    keys: {
      async add() {
        const pair = await generateKeyPair('ES256', { extractable: true });
        const kid = `key ${Math.random()}`;
        published.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' });
        return { ...(await exportJWK(pair.privateKey)), kid, alg: 'ES256' };
      },
      remove(key) {
        published.splice(
          published.findIndex(({ kid }) => kid === key.kid),
          1,
        );
      },
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
