import { createPrivateKey, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import type { Clock } from '../clock.ts';
import type { Sql } from '../postgres/database.ts';
import { transaction } from '../postgres/transaction.ts';
import type { Signals } from '../signals/signals.ts';
import type { Sealer } from './sealer.ts';
import {
  findSigningKeys,
  hasSigningKey,
  insertSigningKey,
  lockPurpose,
  retireSigningKeys,
} from './signing-keys.store.ts';

const algorithm = 'EdDSA';
/** A new key signs only when every process has had time to learn of it. */
const settleMs = 60_000;
/** Verified tokens are remembered, so that a busy client's token costs one signature check, not thousands. */
const maximumRemembered = 10_000;
const channel = 'signing-keys';

export interface TokensContext {
  sql: Sql;
  sealer: Sealer;
  clock: Clock;
  signals: Signals;
}

export interface TokenOptions {
  issuer: string;
  audience: string;
  lifetimeMs: number;
}

export interface Tokens {
  issue(claims: JWTPayload, options?: { audience?: string; lifetimeMs?: number }): Promise<string>;
  /** The claims, or undefined for anything that is not a valid token of ours at this moment. */
  verify(token: string): Promise<JWTPayload | undefined>;
  /** The claims of a token that was verified before and is still valid, at once; undefined says nothing about it. */
  recall(token: string): JWTPayload | undefined;
  /** Public keys, for whoever else verifies what we sign. */
  publicKeys(): JWK[];
}

interface Key {
  kid: string;
  publicKey: CryptoKey;
  publicJwk: JWK;
  privateKey: KeyObject;
  encodedHeader: string;
  signsFromMs: number;
  verifiesUntilMs: number;
}

/** Tokens of one purpose: Ed25519, with keys from the database that every process follows. */
export async function openTokens(
  context: TokensContext,
  purpose: string,
  options: TokenOptions,
): Promise<Tokens> {
  const { clock } = context;
  let keys: Key[] = [];
  let loadedMs = 0;
  const remembered = new Map<string, { claims: JWTPayload; expiresMs: number }>();

  const load = async (): Promise<void> => {
    loadedMs = Date.now();
    const before = keys;
    const rows = await findSigningKeys(context.sql, purpose, clock.now());
    keys = await Promise.all(
      rows.map(async (row) => ({
        kid: row.kid,
        publicJwk: row.public_jwk,
        publicKey: (await importJWK(row.public_jwk, algorithm)) as CryptoKey,
        privateKey: createPrivateKey({
          key: JSON.parse(
            context.sealer.open(row.sealed_private_jwk, `signing key ${purpose}`),
          ) as JsonWebKey,
          format: 'jwk',
        }),
        encodedHeader: encode({ alg: algorithm, kid: row.kid, typ: 'JWT' }),
        signsFromMs: row.signs_from.getTime(),
        verifiesUntilMs: row.verifies_until?.getTime() ?? Number.POSITIVE_INFINITY,
      })),
    );
    // What a key has verified stays good as long as the key is there.
    if (before.some(({ kid }) => !keys.some((key) => key.kid === kid))) remembered.clear();
  };

  await createFirstKey(context, purpose);
  await load();
  context.signals.subscribe(channel, () => void load().catch(() => {}));

  const findKey = async (kid: string | undefined): Promise<Key | undefined> => {
    const live = (): Key | undefined =>
      keys.find((key) => key.kid === kid && key.verifiesUntilMs > clock.nowMs());
    const known = live();
    // A key that another process made a moment ago; asked for at most once a second.
    if (known || Date.now() - loadedMs < 1000) return known;
    await load();
    return live();
  };

  return {
    async issue(claims, override = {}) {
      const nowMs = clock.nowMs();
      const key = keys.find((candidate) => candidate.signsFromMs <= nowMs) ?? keys.at(-1);
      if (!key) throw new Error(`there is no key to sign ${purpose} tokens`);
      const issuedAt = Math.floor(nowMs / 1000);
      const lifetimeMs = override.lifetimeMs ?? options.lifetimeMs;
      return signClaims(key, {
        ...claims,
        iss: options.issuer,
        aud: override.audience ?? options.audience,
        iat: issuedAt,
        exp: Math.floor((nowMs + lifetimeMs) / 1000),
      });
    },

    recall(token) {
      const known = remembered.get(token);
      return known && known.expiresMs > clock.nowMs() ? known.claims : undefined;
    },

    async verify(token) {
      const nowMs = clock.nowMs();
      const known = remembered.get(token);
      if (known) return known.expiresMs > nowMs ? known.claims : undefined;
      try {
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            const key = await findKey(header.kid);
            if (!key) throw new errors.JWSSignatureVerificationFailed();
            return key.publicKey;
          },
          {
            algorithms: [algorithm],
            issuer: options.issuer,
            audience: options.audience,
            requiredClaims: ['exp'],
            currentDate: new Date(nowMs),
          },
        );
        remember(remembered, token, payload);
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },

    publicKeys: () =>
      keys
        .filter((key) => key.verifiesUntilMs > clock.nowMs())
        .map((key) => ({ ...key.publicJwk, kid: key.kid, alg: algorithm, use: 'sig' })),
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7515 by hand: WebCrypto, which a library would use, takes several times as long for one small signature. */
function signClaims(key: Key, claims: JWTPayload): string {
  const input = `${key.encodedHeader}.${encode(claims)}`;
  return `${input}.${sign(null, Buffer.from(input), key.privateKey).toString('base64url')}`;
}

function remember(
  remembered: Map<string, { claims: JWTPayload; expiresMs: number }>,
  token: string,
  claims: JWTPayload,
): void {
  if (remembered.size >= maximumRemembered) {
    const oldest = remembered.keys().next().value;
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(token, { claims, expiresMs: (claims.exp ?? 0) * 1000 });
}

async function createFirstKey(context: TokensContext, purpose: string): Promise<void> {
  await transaction(context.sql, async (tx) => {
    await lockPurpose(tx, purpose);
    if (!(await hasSigningKey(tx, purpose))) {
      await insertSigningKey(tx, purpose, await makeKey(context, purpose, context.clock.now()));
    }
  });
}

/** A new key signs from a minute on; the old ones verify until the last token they may have signed has expired. */
export async function rotateSigningKey(
  context: TokensContext,
  purpose: string,
  longestLifetimeMs: number,
): Promise<string> {
  const signsFrom = new Date(context.clock.nowMs() + settleMs);
  const key = await makeKey(context, purpose, signsFrom);
  await transaction(context.sql, async (tx) => {
    await lockPurpose(tx, purpose);
    await retireSigningKeys(tx, purpose, new Date(signsFrom.getTime() + longestLifetimeMs));
    await insertSigningKey(tx, purpose, key);
  });
  context.signals.publish(channel);
  return key.kid;
}

async function makeKey(context: TokensContext, purpose: string, signsFrom: Date) {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const privateJwk = await exportJWK(pair.privateKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    public_jwk: publicJwk,
    sealed_private_jwk: context.sealer.seal(JSON.stringify(privateJwk), `signing key ${purpose}`),
    signs_from: signsFrom,
    created_at: context.clock.now(),
  };
}
