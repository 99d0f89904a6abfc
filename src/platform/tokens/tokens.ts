import {
  createHmac,
  createPrivateKey,
  createSecretKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
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
import type { Sql, Tx } from '../postgres/client/database.ts';
import { transaction, type Beside } from '../postgres/client/transaction.ts';
import type { Signals } from '../signals/signals.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import { decodeOnce } from './one-spelling.ts';
import type { Sealer } from './sealer.ts';
import {
  findSigningKeys,
  insertSigningKey,
  lockPurpose,
  retireSigningKeys,
  type SigningKeyRow,
} from './signing-keys.store.ts';

/**
 * EdDSA if others verify the tokens by public keys. HS256 if only Praça verifies them: the HMAC of a token takes 3 µs
 * of processor time, its signature 50. Its secret is stored sealed, like a private key. RS256 for verifiers that know no
 * EdDSA.
 */
type Algorithm = 'EdDSA' | 'HS256' | 'RS256';

/** Time in milliseconds before a new key signs, so that every process can load it first. */
const settleMs = 60_000;
/** Number of verified tokens in the cache, which saves repeated signature checks. */
const maximumRemembered = 10_000;
const channel = 'signing-keys';

export interface TokensContext {
  sql: Sql;
  sealer: Sealer;
  clock: Clock;
  signals: Signals;
  log: Logger;
}

export interface TokenOptions {
  issuer: string;
  audience: string;
  lifetimeMs: number;
  /** Default: EdDSA. */
  algorithm?: Algorithm;
  /** There may be no key: `ensureSigningKey` creates the first one when it is needed. */
  isOptional?: boolean;
}

interface IssueOptions {
  audience?: string;
  lifetimeMs?: number;
}

export interface Tokens {
  issue(claims: JWTPayload, options?: IssueOptions): Promise<string>;
  /** Like `issue`, but synchronous, for the most frequent caller. */
  issueAtOnce(claims: JWTPayload, options?: IssueOptions): string;
  /** Returns the claims, or undefined if the token is not valid now. */
  verify(token: string): Promise<JWTPayload | undefined>;
  /** Returns the claims of a cached token that is still valid. Undefined only means that the token is not cached. */
  recall(token: string): JWTPayload | undefined;
  /** Returns the public keys for other verifiers. */
  publicKeys(): JWK[];
  /** Returns the private keys for a library that signs by itself. The first one signs now. */
  privateKeys(): JWK[];
}

interface Key {
  kid: string;
  algorithm: Algorithm;
  verifyingKey: CryptoKey | KeyObject;
  publicJwk: JWK;
  privateJwk: JWK;
  signingKey: KeyObject;
  encodedHeader: string;
  signsFromMs: number;
  verifiesUntilMs: number;
}

/** Opens the tokens of one purpose. The keys are in the database and are reloaded when another process changes them. */
export async function openTokens(
  context: TokensContext,
  purpose: string,
  options: TokenOptions,
): Promise<Tokens> {
  const { clock } = context;
  let keys: Key[] = [];
  let loadedMs = 0;
  const remembered = new Remembered();

  const load = async (): Promise<void> => {
    loadedMs = Date.now();
    const before = keys;
    const rows = await findSigningKeys(context.sql, purpose, clock.now());
    keys = await Promise.all(rows.map((row) => readKey(context.sealer, purpose, row)));
    // Cached tokens stay valid while their key exists.
    if (before.some(({ kid }) => !keys.some((key) => key.kid === kid))) remembered.clear();
  };

  if (!options.isOptional) {
    await createFirstKey(context, purpose, options.algorithm ?? 'EdDSA', options.lifetimeMs);
  }
  await load();
  const outage = createOutage(context.log, `reading the keys of ${purpose} tokens`);
  context.signals.subscribe(channel, () => void outage.watch(load));

  const findKey = async (kid: string | undefined): Promise<Key | undefined> => {
    const live = (): Key | undefined =>
      keys.find((key) => key.kid === kid && key.verifiesUntilMs > clock.nowMs());
    const known = live();
    // Another process may have created the key a moment ago. Reloads at most once a second.
    if (known || Date.now() - loadedMs < 1000) return known;
    await load();
    return live();
  };

  const findSigner = (nowMs: number): Key | undefined =>
    keys.find((candidate) => candidate.signsFromMs <= nowMs) ?? keys.at(-1);

  const issueAtOnce = (claims: JWTPayload, override: IssueOptions = {}): string => {
    const nowMs = clock.nowMs();
    const key = findSigner(nowMs);
    if (!key) throw new Error(`there is no key to sign ${purpose} tokens`);
    return signClaims(key, {
      ...claims,
      iss: options.issuer,
      aud: override.audience ?? options.audience,
      iat: Math.floor(nowMs / 1000),
      exp: Math.floor((nowMs + (override.lifetimeMs ?? options.lifetimeMs)) / 1000),
    });
  };

  return {
    issueAtOnce,
    issue: async (claims, override) => issueAtOnce(claims, override),

    recall(token) {
      const known = remembered.find(token);
      return known && known.expiresMs > clock.nowMs() ? known.claims : undefined;
    },

    async verify(token) {
      const nowMs = clock.nowMs();
      const known = remembered.find(token);
      if (known) return known.expiresMs > nowMs ? known.claims : undefined;
      if (!isSpelledOnce(token)) return undefined;
      try {
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            const key = await findKey(header.kid);
            // The key determines the algorithm, never the token.
            if (key?.algorithm !== header.alg) throw new errors.JWSSignatureVerificationFailed();
            return key.verifyingKey;
          },
          {
            algorithms: ['EdDSA', 'HS256', 'RS256'],
            issuer: options.issuer,
            audience: options.audience,
            requiredClaims: ['exp'],
            currentDate: new Date(nowMs),
          },
        );
        remembered.add(token, payload);
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },

    publicKeys: () =>
      keys
        .filter((key) => key.algorithm !== 'HS256' && key.verifiesUntilMs > clock.nowMs())
        .map((key) => ({ ...key.publicJwk, kid: key.kid, alg: key.algorithm, use: 'sig' })),

    privateKeys() {
      const nowMs = clock.nowMs();
      const signer = findSigner(nowMs);
      return [...(signer ? [signer] : []), ...keys.filter((key) => key !== signer)]
        .filter((key) => key.verifiesUntilMs > nowMs)
        .map(({ privateJwk, kid, algorithm }) => ({ ...privateJwk, kid, alg: algorithm, use: 'sig' }));
    },
  };
}

const isSpelledOnce = (token: string): boolean =>
  token.split('.').every((part) => decodeOnce(part, 'base64url') !== undefined);

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Signs as RFC 7515 specifies, without a library: those use WebCrypto, which takes several times as long for a small
 * signature.
 */
function signClaims(key: Key, claims: JWTPayload): string {
  const input = `${key.encodedHeader}.${encode(claims)}`;
  const digest = key.algorithm === 'RS256' ? 'sha256' : null;
  const signature =
    key.algorithm === 'HS256'
      ? createHmac('sha256', key.signingKey).update(input).digest('base64url')
      : sign(digest, Buffer.from(input), key.signingKey).toString('base64url');
  return `${input}.${signature}`;
}

export const sealPurpose = (purpose: string): string => `signing key ${purpose}`;

const openJwk = (sealer: Sealer, purpose: string, row: SigningKeyRow): JWK =>
  JSON.parse(sealer.open(row.sealed_private_jwk, sealPurpose(purpose))) as JWK;

async function readKey(sealer: Sealer, purpose: string, row: SigningKeyRow): Promise<Key> {
  const jwk = openJwk(sealer, purpose, row);
  const secret = jwk.kty === 'oct' ? createSecretKey(jwk.k ?? '', 'base64url') : undefined;
  const algorithm = algorithmOf(jwk);
  return {
    kid: row.kid,
    algorithm,
    publicJwk: row.public_jwk,
    privateJwk: jwk,
    verifyingKey: secret ?? ((await importJWK(row.public_jwk, algorithm)) as CryptoKey),
    signingKey: secret ?? createPrivateKey({ key: jwk, format: 'jwk' }),
    encodedHeader: encode({ alg: algorithm, kid: row.kid, typ: 'JWT' }),
    signsFromMs: row.signs_from.getTime(),
    verifiesUntilMs: row.verifies_until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

const algorithmOf = ({ kty }: JWK): Algorithm =>
  kty === 'oct' ? 'HS256' : kty === 'RSA' ? 'RS256' : 'EdDSA';

interface Verified {
  readonly token: string;
  readonly claims: JWTPayload;
  readonly expiresMs: number;
}

/**
 * Caches verified tokens by their last characters, which are the signature. A lookup by the whole token takes three
 * times as long.
 */
class Remembered {
  readonly #bySignature = new Map<string, Verified>();

  find(token: string): Verified | undefined {
    const known = this.#bySignature.get(endOf(token));
    return known?.token === token ? known : undefined;
  }

  add(token: string, claims: JWTPayload): void {
    if (this.#bySignature.size >= maximumRemembered) {
      const oldest = this.#bySignature.keys().next().value;
      if (oldest !== undefined) this.#bySignature.delete(oldest);
    }
    this.#bySignature.set(endOf(token), { token, claims, expiresMs: (claims.exp ?? 0) * 1000 });
  }

  clear(): void {
    this.#bySignature.clear();
  }
}

const endOf = (token: string): string => token.slice(-43);

/**
 * Creates a key if there is none of this algorithm. Keys of another algorithm verify until their last token has
 * expired.
 */
async function createFirstKey(
  context: TokensContext,
  purpose: string,
  algorithm: Algorithm,
  longestLifetimeMs: number,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    await lockPurpose(tx, purpose);
    const now = context.clock.now();
    if ((await findAlgorithm(context, tx, purpose)) === algorithm) return;
    await retireSigningKeys(tx, purpose, new Date(now.getTime() + longestLifetimeMs));
    await insertSigningKey(tx, purpose, await makeKey(context, purpose, algorithm, now));
  });
}

/** Creates the first key of optional tokens. Every process loads it. */
export async function ensureSigningKey(
  context: TokensContext,
  purpose: string,
  algorithm: Algorithm,
  longestLifetimeMs: number,
): Promise<void> {
  await createFirstKey(context, purpose, algorithm, longestLifetimeMs);
  context.signals.publish(channel);
}

/**
 * Creates a new key that signs after `settleMs`. The old keys verify until the last token that they may have signed has
 * expired.
 */
export async function rotateSigningKey(
  context: TokensContext,
  purpose: string,
  longestLifetimeMs: number,
  recorded?: Beside,
): Promise<string> {
  const signsFrom = new Date(context.clock.nowMs() + settleMs);
  const kid = await transaction(context.sql, async (tx) => {
    await lockPurpose(tx, purpose);
    const algorithm = (await findAlgorithm(context, tx, purpose)) ?? 'EdDSA';
    const key = await makeKey(context, purpose, algorithm, signsFrom);
    await retireSigningKeys(tx, purpose, new Date(signsFrom.getTime() + longestLifetimeMs));
    await insertSigningKey(tx, purpose, key);
    await recorded?.(tx);
    return key.kid;
  });
  context.signals.publish(channel);
  return kid;
}

/**
 * Returns the algorithm of the newest key. It opens the key, which throws if that was sealed with another SECRET_KEY: a
 * new key next to it would make every start fail.
 */
async function findAlgorithm(
  { sealer, clock }: TokensContext,
  tx: Tx,
  purpose: string,
): Promise<Algorithm | undefined> {
  const [newest] = await findSigningKeys(tx, purpose, clock.now());
  return newest && algorithmOf(openJwk(sealer, purpose, newest));
}

async function makeKey(context: TokensContext, purpose: string, algorithm: Algorithm, signsFrom: Date) {
  const { kid, publicJwk, privateJwk } = await (algorithm === 'HS256' ? makeSecret() : makePair(algorithm));
  return {
    kid,
    public_jwk: publicJwk,
    sealed_private_jwk: context.sealer.seal(JSON.stringify(privateJwk), sealPurpose(purpose)),
    signs_from: signsFrom,
    created_at: context.clock.now(),
  };
}

async function makePair(
  algorithm: 'EdDSA' | 'RS256',
): Promise<{ kid: string; publicJwk: JWK; privateJwk: JWK }> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateJwk: await exportJWK(pair.privateKey),
  };
}

/** The key id is random and not derived from the secret, so that it reveals nothing about it. */
async function makeSecret(): Promise<{ kid: string; publicJwk: JWK; privateJwk: JWK }> {
  const k = randomBytes(32).toString('base64url');
  return {
    kid: randomBytes(16).toString('base64url'),
    publicJwk: { kty: 'oct' },
    privateJwk: { kty: 'oct', k },
  };
}
