import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { createTestDatabase, openTestPool } from '../../../test/support/database.ts';
import { assertHidden, storedText } from '../../../test/support/stored-text.ts';
import { MovableClock } from '../clock.ts';
import type { Sql } from '../postgres/client/database.ts';
import { openPostgresSignals } from '../signals/postgres-signals.ts';
import type { Signals } from '../signals/signals.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createSealer } from './sealer.ts';
import { listPurposes } from './signing-keys.store.ts';
import { openTokens, rotateSigningKey, sealPurpose, type Tokens, type TokensContext } from './tokens.ts';

const log = createLogger({ level: 'silent', pretty: false });
const clock = new MovableClock();
const options = { issuer: 'https://praca.example/merchant', audience: 'merchant', lifetimeMs: 3_600_000 };
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
let signals: Signals;
let context: TokensContext;
let tokens: Tokens;
let elsewhere: Tokens;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 4);
  signals = await openPostgresSignals(database.connection, log);
  context = { sql, clock, signals, log, sealer: createSealer(Buffer.alloc(32, 1).toString('base64'), '') };
  // Two processes that start at the same time on an empty database.
  [tokens, elsewhere] = await Promise.all([
    openTokens(context, 'merchant', options),
    openTokens(context, 'merchant', options),
  ]);
});
after(async () => {
  await signals.close();
  await sql.end();
  await database.drop();
});

test('processes that start at the same time share one key', async () => {
  const keys = await sql`select kid from platform.signing_keys`;
  assert.equal(keys.length, 1);
  const claims = await elsewhere.verify(await tokens.issue({ sub: 'psp 1', scope: 'read' }));
  assert.deepEqual([claims?.sub, claims?.['scope']], ['psp 1', 'read']);
});

test('rejects a token from the second of its expiry, even if it was verified before', async () => {
  const token = await tokens.issue({ sub: 'a' });
  assert.ok(await tokens.verify(token));
  clock.offsetMs += options.lifetimeMs;
  assert.equal(await tokens.verify(token), undefined);
  assert.equal(await elsewhere.verify(token), undefined);
});

const inAnHour = (): number => Math.floor(clock.nowMs() / 1000) + 3600;

/** Replaces the subject in a token's payload. */
const withAnother = (sub: string, payload: string): string =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub })).toString(
    'base64url',
  );

/** Returns a different encoding of the same bytes, by the unused bits of the last character. */
function respell(token: string): string {
  const bytes = (text: string): string =>
    Buffer.from(text.split('.').at(-1) ?? '', 'base64url').toString('hex');
  const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    .split('')
    .map((letter) => token.slice(0, -1) + letter)
    .find((candidate) => candidate !== token && bytes(candidate) === bytes(token));
  assert.ok(other);
  return other;
}

test('accepts only its own signatures', async () => {
  const good = await tokens.issue({ sub: 'a' });
  const [header = '', payload = '', signature = ''] = good.split('.');
  const stranger = generateKeyPairSync('ed25519');
  const forged = sign(null, Buffer.from(`${header}.${payload}`), stranger.privateKey).toString('base64url');
  const hmac = await new SignJWT({ sub: 'a' })
    .setProtectedHeader({ alg: 'HS256', kid: decodeProtectedHeader(good).kid ?? '' })
    .setIssuer(options.issuer)
    .setAudience(options.audience)
    .setExpirationTime(inAnHour())
    .sign(Buffer.from(JSON.stringify(tokens.publicKeys()[0])));
  const bad = {
    'another key': `${header}.${payload}.${forged}`,
    'changed claims': `${header}.${withAnother('b', payload)}.${signature}`,
    'algorithm none': new UnsecuredJWT({ sub: 'a' })
      .setIssuer(options.issuer)
      .setAudience(options.audience)
      .setExpirationTime(inAnHour())
      .encode(),
    'the public key as an HMAC secret': hmac,
    'another purpose': await (await openTokens(context, 'social', options)).issue({ sub: 'a' }),
    'another audience': await tokens.issue({ sub: 'a' }, { audience: 'social' }),
    'padding at its end': `${good}==`,
    'other bits in its last character': respell(good),
    nothing: '',
    garbage: 'a.b.c',
    'a null byte': `${good}\0`,
    'a very long text': 'x'.repeat(100_000),
  };
  // The first pass runs before the valid token is cached, the second after.
  for (let turn = 0; turn < 2; turn++) {
    for (const [name, token] of Object.entries(bad)) {
      assert.equal(tokens.recall(token), undefined, name);
      assert.equal(await tokens.verify(token), undefined, name);
    }
    assert.equal((await tokens.verify(good))?.sub, 'a');
  }
});

test('a standard client verifies with the published keys, which contain nothing private', async () => {
  const keys = tokens.publicKeys();
  for (const key of keys) assert.ok(!('d' in key));
  const verified = await jwtVerify(await tokens.issue({ sub: 'a' }), createLocalJWKSet({ keys }), {
    currentDate: clock.now(),
  });
  assert.equal(verified.payload.sub, 'a');
});

test('the private key is never stored unsealed', async () => {
  const [row] = await sql<{ purpose: string; sealed_private_jwk: Buffer }[]>`
    select purpose, sealed_private_jwk from platform.signing_keys`;
  assert.ok(row);
  const opened = JSON.parse(context.sealer.open(row.sealed_private_jwk, sealPurpose(row.purpose))) as {
    d: string;
  };
  assertHidden(await storedText(sql, 'platform'), [opened.d], [row.sealed_private_jwk.toString('hex')]);
});

test('after a rotation old tokens stay valid until they expire, and the new key signs after every process has loaded it', async () => {
  const before = await tokens.issue({ sub: 'before' });
  const kid = await rotateSigningKey(context, 'merchant', options.lifetimeMs);
  await sleep(200);
  assert.notEqual(decodeProtectedHeader(await elsewhere.issue({ sub: 'soon' })).kid, kid);
  clock.offsetMs += 61_000;
  const next = await elsewhere.issue({ sub: 'after' });
  assert.equal(decodeProtectedHeader(next).kid, kid);
  assert.ok(await tokens.verify(next));
  assert.ok(await tokens.verify(before));
  clock.offsetMs += options.lifetimeMs;
  assert.equal(await tokens.verify(before), undefined);
  assert.deepEqual(
    tokens.publicKeys().map((key) => key.kid),
    [kid],
  );
});

test('with a wrong SECRET_KEY neither a rotation nor another algorithm creates a key', async () => {
  const listed = () => sql`select kid, verifies_until from platform.signing_keys order by kid`;
  const before = await listed();
  const foreign = { ...context, sealer: createSealer(Buffer.alloc(32, 2).toString('base64'), '') };
  const refusal = /^StartError: SECRET_KEY is not the key with which the database's "signing key merchant"/;
  await assert.rejects(rotateSigningKey(foreign, 'merchant', options.lifetimeMs), refusal);
  await assert.rejects(openTokens(foreign, 'merchant', { ...options, algorithm: 'HS256' }), refusal);
  assert.deepEqual(await listed(), before);
});

test('internal tokens carry an HMAC with a secret key, and the key determines the algorithm', async () => {
  const inside = await openTokens(context, 'inside', { ...options, algorithm: 'HS256' });
  const token = await inside.issue({ sub: 'a' });
  assert.equal(decodeProtectedHeader(token).alg, 'HS256');
  assert.equal((await inside.verify(token))?.sub, 'a');
  assert.deepEqual(inside.publicKeys(), []);
  const [row] = await sql<{ kid: string; public_jwk: object; sealed_private_jwk: Buffer }[]>`
    select kid, public_jwk, sealed_private_jwk from platform.signing_keys where purpose = 'inside'`;
  assert.deepEqual(row?.public_jwk, { kty: 'oct' });
  const [header = '', payload = '', signature = ''] = token.split('.');
  assert.equal(await inside.verify(`${header}.${withAnother('b', payload)}.${signature}`), undefined);
  // A published key or the key id does not work as the secret, and the key does not accept another algorithm.
  assert.ok(row);
  const { k: key } = JSON.parse(context.sealer.open(row.sealed_private_jwk, sealPurpose('inside'))) as {
    k: string;
  };
  for (const [alg, secret, subject] of [
    ['HS256', Buffer.from(key, 'base64url'), 'a'],
    ['HS512', Buffer.from(key, 'base64url'), undefined],
    ['HS256', Buffer.from(JSON.stringify(tokens.publicKeys()[0])), undefined],
    ['HS256', Buffer.from(row.kid), undefined],
  ] as const) {
    const forged = await new SignJWT({ sub: 'a' })
      .setProtectedHeader({ alg, kid: row.kid })
      .setIssuer(options.issuer)
      .setAudience(options.audience)
      .setExpirationTime(inAnHour())
      .sign(Buffer.concat([secret, Buffer.alloc(64)]).subarray(0, 64));
    assert.equal((await inside.verify(forged))?.sub, subject, alg);
  }
  assert.equal(await tokens.verify(token), undefined);
});

test('after a change of algorithm, earlier tokens stay valid until they expire', async () => {
  const before = await openTokens(context, 'changing', options);
  const old = await before.issue({ sub: 'a' });
  const now = await openTokens(context, 'changing', { ...options, algorithm: 'HS256' });
  const fresh = await now.issue({ sub: 'b' });
  assert.deepEqual([decodeProtectedHeader(old).alg, decodeProtectedHeader(fresh).alg], ['EdDSA', 'HS256']);
  assert.deepEqual([(await now.verify(old))?.sub, (await now.verify(fresh))?.sub], ['a', 'b']);
  await rotateSigningKey(context, 'changing', options.lifetimeMs);
  clock.offsetMs += 120_000;
  const again = await openTokens(context, 'changing', { ...options, algorithm: 'HS256' });
  assert.equal(decodeProtectedHeader(await again.issue({ sub: 'c' })).alg, 'HS256');
  const kinds = await sql`select 1 from platform.signing_keys where purpose = 'changing'`;
  assert.equal(kinds.length, 3);
});

test('the purposes of a service are those that begin with its name', async () => {
  for (const purpose of ['shop', 'shop sessions', 'shopping', 'workshop']) {
    await openTokens(context, purpose, options);
  }
  assert.deepEqual(await listPurposes(sql, 'shop'), ['shop', 'shop sessions']);
});
