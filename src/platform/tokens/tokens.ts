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
import { transaction } from '../postgres/client/transaction.ts';
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
 * EdDSA where others verify, by public keys. HS256 where only Praça itself does: the MAC of a token takes 3 µs of
 * processor time, its signature 50, and the secret lies in the database sealed as a private key would.
 */
type Algorithm = 'EdDSA' | 'HS256';

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
  log: Logger;
}

export interface TokenOptions {
  issuer: string;
  audience: string;
  lifetimeMs: number;
  /** EdDSA where it is left out. */
  algorithm?: Algorithm;
}

interface IssueOptions {
  audience?: string;
  lifetimeMs?: number;
}

export interface Tokens {
  issue(claims: JWTPayload, options?: IssueOptions): Promise<string>;
  /** The same without a promise, for the busiest caller. */
  issueAtOnce(claims: JWTPayload, options?: IssueOptions): string;
  /** The claims, or undefined for anything that is not a valid token of ours at this moment. */
  verify(token: string): Promise<JWTPayload | undefined>;
  /** The claims of a token that was verified before and is still valid, at once; undefined says nothing about it. */
  recall(token: string): JWTPayload | undefined;
  /** Public keys, for whoever else verifies what we sign. */
  publicKeys(): JWK[];
}

interface Key {
  kid: string;
  algorithm: Algorithm;
  verifyingKey: CryptoKey | KeyObject;
  publicJwk: JWK;
  signingKey: KeyObject;
  encodedHeader: string;
  signsFromMs: number;
  verifiesUntilMs: number;
}

/** Tokens of one purpose, with keys from the database that every process follows. */
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
    // What a key has verified stays good as long as the key is there.
    if (before.some(({ kid }) => !keys.some((key) => key.kid === kid))) remembered.clear();
  };

  await createFirstKey(context, purpose, options.algorithm ?? 'EdDSA', options.lifetimeMs);
  await load();
  const outage = createOutage(context.log, `reading the keys of ${purpose} tokens`);
  context.signals.subscribe(channel, () => void outage.watch(load));

  const findKey = async (kid: string | undefined): Promise<Key | undefined> => {
    const live = (): Key | undefined =>
      keys.find((key) => key.kid === kid && key.verifiesUntilMs > clock.nowMs());
    const known = live();
    // A key that another process made a moment ago; asked for at most once a second.
    if (known || Date.now() - loadedMs < 1000) return known;
    await load();
    return live();
  };

  const issueAtOnce = (claims: JWTPayload, override: IssueOptions = {}): string => {
    const nowMs = clock.nowMs();
    const key = keys.find((candidate) => candidate.signsFromMs <= nowMs) ?? keys.at(-1);
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
            // The key says which algorithm it is for, never the token.
            if (key?.algorithm !== header.alg) throw new errors.JWSSignatureVerificationFailed();
            return key.verifyingKey;
          },
          {
            algorithms: ['EdDSA', 'HS256'],
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
        .filter((key) => key.algorithm === 'EdDSA' && key.verifiesUntilMs > clock.nowMs())
        .map((key) => ({ ...key.publicJwk, kid: key.kid, alg: key.algorithm, use: 'sig' })),
  };
}

const isSpelledOnce = (token: string): boolean =>
  token.split('.').every((part) => decodeOnce(part, 'base64url') !== undefined);

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7515 by hand: WebCrypto, which a library would use, takes several times as long for one small signature. */
function signClaims(key: Key, claims: JWTPayload): string {
  const input = `${key.encodedHeader}.${encode(claims)}`;
  const signature =
    key.algorithm === 'HS256'
      ? createHmac('sha256', key.signingKey).update(input).digest('base64url')
      : sign(null, Buffer.from(input), key.signingKey).toString('base64url');
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
    verifyingKey: secret ?? ((await importJWK(row.public_jwk, algorithm)) as CryptoKey),
    signingKey: secret ?? createPrivateKey({ key: jwk, format: 'jwk' }),
    encodedHeader: encode({ alg: algorithm, kid: row.kid, typ: 'JWT' }),
    signsFromMs: row.signs_from.getTime(),
    verifiesUntilMs: row.verifies_until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

const algorithmOf = (jwk: JWK): Algorithm => (jwk.kty === 'oct' ? 'HS256' : 'EdDSA');

interface Verified {
  readonly token: string;
  readonly claims: JWTPayload;
  readonly expiresMs: number;
}

/** By the last characters of a token, its signature: finding it by all of it takes three times as long. */
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

/** Also where the keys that are there are of another algorithm: those verify until their last token has expired. */
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

/** A new key signs from a minute on; the old ones verify until the last token they may have signed has expired. */
export async function rotateSigningKey(
  context: TokensContext,
  purpose: string,
  longestLifetimeMs: number,
): Promise<string> {
  const signsFrom = new Date(context.clock.nowMs() + settleMs);
  const kid = await transaction(context.sql, async (tx) => {
    await lockPurpose(tx, purpose);
    const algorithm = (await findAlgorithm(context, tx, purpose)) ?? 'EdDSA';
    const key = await makeKey(context, purpose, algorithm, signsFrom);
    await retireSigningKeys(tx, purpose, new Date(signsFrom.getTime() + longestLifetimeMs));
    await insertSigningKey(tx, purpose, key);
    return key.kid;
  });
  context.signals.publish(channel);
  return kid;
}

/** Of the newest key. It is opened: beside one that another SECRET_KEY sealed, a new one would keep every start from reading both. */
async function findAlgorithm(
  { sealer, clock }: TokensContext,
  tx: Tx,
  purpose: string,
): Promise<Algorithm | undefined> {
  const [newest] = await findSigningKeys(tx, purpose, clock.now());
  return newest && algorithmOf(openJwk(sealer, purpose, newest));
}

async function makeKey(context: TokensContext, purpose: string, algorithm: Algorithm, signsFrom: Date) {
  const { kid, publicJwk, privateJwk } = await (algorithm === 'HS256' ? makeSecret() : makePair());
  return {
    kid,
    public_jwk: publicJwk,
    sealed_private_jwk: context.sealer.seal(JSON.stringify(privateJwk), sealPurpose(purpose)),
    signs_from: signsFrom,
    created_at: context.clock.now(),
  };
}

async function makePair(): Promise<{ kid: string; publicJwk: JWK; privateJwk: JWK }> {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateJwk: await exportJWK(pair.privateKey),
  };
}

/** Its name is generated apart from it: nothing that stands in a token or the open part of the row tells of the secret. */
async function makeSecret(): Promise<{ kid: string; publicJwk: JWK; privateJwk: JWK }> {
  const k = randomBytes(32).toString('base64url');
  return {
    kid: randomBytes(16).toString('base64url'),
    publicJwk: { kty: 'oct' },
    privateJwk: { kty: 'oct', k },
  };
}
