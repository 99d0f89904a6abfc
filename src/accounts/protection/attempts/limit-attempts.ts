import { afterFailure, type Failures } from '../../../platform/throttle/throttle.rules.ts';
import {
  deleteAttempts,
  findAttempts,
  lockAttempts,
  writeAttempts,
  throttleKey,
} from '../../../platform/throttle/throttle.store.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import {
  afterReserveUsed,
  deviceKnownForMs,
  judge,
  knownForMs,
  firstWaitMs,
  policyOf,
  type Scope,
  type AttemptState,
} from './attempts.rules.ts';
import { findPlace, rememberAddress, lockAccountAttempts } from './known-place.store.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

export interface Attempt {
  /** Sign-ins and recoveries are counted separately. */
  kind: 'sign-in' | 'recovery';
  /** The normalized e-mail address, whether or not an account has it. */
  target: string;
  address: string;
  userId: string | null;
  devices?: readonly string[];
}

type Keys = Readonly<Record<'account' | 'address' | 'pair' | 'firstWait' | 'reserve', Buffer>>;

const keysOf = ({ kind, target, address }: Attempt): Keys => ({
  account: throttleKey(kind, 'account', target),
  address: throttleKey(kind, 'address', address),
  pair: throttleKey(kind, 'pair', target, address),
  firstWait: throttleKey(kind, 'firstWait', target, address),
  reserve: throttleKey(kind, 'reserve', address),
});

const deviceKey = (kind: Attempt['kind'], tokenHash: Buffer): Buffer =>
  throttleKey(kind, 'device', tokenHash.toString('hex'));

type Context = Pick<AccountsContext, 'clock' | 'settings'>;

const dayMs = 24 * 3_600_000;

export interface KnownDevice {
  token: string;
  lastUsedAt: Date;
  key: Buffer;
}

export interface Judgement {
  waitMs: number;
  /** The used part of the address's reserve, if a wrong password would use it. */
  reserve: Failures | undefined;
  device: KnownDevice | undefined;
  /**
   * True if the user has signed in from this address before. Must not be revealed before the user has authenticated.
   */
  isKnownNetwork: boolean;
  /** Programs with which the user has signed in from this address. */
  programs: readonly string[];
  /** True if a success would change nothing: the visitor has no failures and signed in from there within a day. */
  isSettled: boolean;
}

/**
 * Decides whether this visitor may try. Called after the password was checked, and for one attempt per account at a
 * time, so that simultaneous guesses see each other's failures.
 *
 * A known address ignores the failures of others only if the password is right. Otherwise wrong passwords would reveal
 * to everyone behind the address who has an account.
 */
export async function judgeAttempt(
  tx: Tx,
  context: Context,
  attempt: Attempt,
  proven: boolean,
): Promise<Judgement> {
  const keys = keysOf(attempt);
  const devices = (attempt.devices ?? []).map((token) => ({ token, hash: hashToken(token) }));
  const deviceKeys = devices.map(({ hash: tokenHash }) => deviceKey(attempt.kind, tokenHash));
  lockAccountAttempts(tx, keys.account);
  const [failuresOf, place] = await Promise.all([
    findAttempts(tx, [...Object.values(keys), ...deviceKeys]),
    findPlace(tx, {
      userId: attempt.userId,
      address: attempt.address,
      deviceHashes: devices.map((device) => device.hash),
    }),
  ]);
  // Read after the lock. An earlier time could be older than the rows that another attempt has just written.
  const nowMs = context.clock.nowMs();
  const device = knownDeviceOf(attempt, place, nowMs);
  const unusedForMs = sinceMs(place?.address_used_at, nowMs);
  const attempts: AttemptState = {
    knownDevice: device !== undefined,
    knownAddress: proven && unusedForMs < knownForMs,
    states: {
      account: failuresOf(keys.account),
      address: failuresOf(keys.address),
      pair: failuresOf(keys.pair),
      device: device && failuresOf(device.key),
    },
    firstWait: failuresOf(keys.firstWait),
    reserve: failuresOf(keys.reserve),
  };
  const { FREE_FAILURES } = context.settings;
  let verdict = judge(attempts, FREE_FAILURES, nowMs);
  if (verdict.usesReserve) {
    attempts.reserve = await lockReserve(tx, context, keys);
    verdict = judge(attempts, FREE_FAILURES, nowMs);
  }
  if (verdict.beginsFirstWait) beginFirstWait(tx, keys, nowMs);
  return {
    waitMs: verdict.waitMs,
    reserve: verdict.usesReserve ? attempts.reserve : undefined,
    device,
    isKnownNetwork: unusedForMs < knownForMs,
    programs: place?.programs ?? [],
    isSettled:
      !attempts.states.pair && !attempts.states.device && !attempts.firstWait && unusedForMs <= dayMs,
  };
}

const sinceMs = (at: Date | null | undefined, nowMs: number): number =>
  at ? nowMs - at.getTime() : Infinity;

function knownDeviceOf(
  { kind, devices = [] }: Attempt,
  place: { device_hash: Buffer | null; device_used_at: Date | null } | undefined,
  nowMs: number,
): KnownDevice | undefined {
  const { device_hash: tokenHash, device_used_at: lastUsedAt } = place ?? {};
  if (!tokenHash || !lastUsedAt || sinceMs(lastUsedAt, nowMs) > deviceKnownForMs) return undefined;
  const token = devices.find((carried) => hashToken(carried).equals(tokenHash));
  return token === undefined ? undefined : { token, lastUsedAt, key: deviceKey(kind, tokenHash) };
}

/**
 * Locks the reserve of the address. The lock of the account does not cover it, so simultaneous guesses at many accounts
 * would all find it unused. It is locked before every other row and only by attempts that use it, so no deadlock is
 * possible.
 */
async function lockReserve(tx: Tx, context: Context, keys: Keys): Promise<Failures | undefined> {
  return (await lockAttempts(tx, [keys.reserve], context.clock.now()))(keys.reserve);
}

function beginFirstWait(tx: Tx, keys: Keys, nowMs: number): void {
  writeAttempts(tx, [[keys.firstWait, { count: 0, lastMs: nowMs, blockedUntilMs: nowMs + firstWaitMs }]]);
}

/**
 * Counts a failure for the account, the address, the pair and the device. A failure during a delay does not count, or
 * strangers could prolong the delay forever. The same rows are written for it, so that it takes the same time.
 */
export async function recordFailure(
  tx: Tx,
  context: Context,
  attempt: Attempt,
  { reserve, device }: Pick<Judgement, 'reserve' | 'device'>,
  counts = true,
): Promise<void> {
  const keys = keysOf(attempt);
  const counted: [Scope, Buffer][] = [
    ['account', keys.account],
    ['address', keys.address],
    ['pair', keys.pair],
    ...(device ? [['device', device.key] as [Scope, Buffer]] : []),
  ];
  const failuresOf = await lockAttempts(
    tx,
    counted.map(([, key]) => key),
    context.clock.now(),
  );
  // Read after the lock, as in judgeAttempt.
  const nowMs = context.clock.nowMs();
  const updated = counted.map(([scope, key]) => {
    const failures = failuresOf(key);
    const policy = policyOf(scope, context.settings.FREE_FAILURES);
    return [key, counts || !failures ? afterFailure(failures, policy, nowMs) : failures] as const;
  });
  writeAttempts(tx, updated);
  if (reserve && counts) {
    writeAttempts(tx, [[keys.reserve, afterReserveUsed(reserve, nowMs)]]);
    beginFirstWait(tx, keys, nowMs);
  }
}

/**
 * Stores the address as known and clears the failures of this visitor at this account. Failures of others at the
 * account stay: otherwise a stranger who guesses would see when its owner signs in. Failures of the address at other
 * accounts stay, too: otherwise the owner of one account could guess at others forever.
 */
export function recordSuccess(
  tx: Tx,
  context: Context,
  attempt: Attempt & { userId: string },
  by: { device?: KnownDevice | undefined; program?: string | undefined } = {},
): void {
  const now = context.clock.now();
  const { userId, address } = attempt;
  const { pair, firstWait } = keysOf(attempt);
  deleteAttempts(tx, [pair, firstWait, ...(by.device ? [by.device.key] : [])]);
  rememberAddress(tx, {
    userId,
    address,
    now,
    renewBefore: new Date(now.getTime() - dayMs),
    programs: by.program === undefined ? [] : [by.program],
  });
}

/**
 * Clears the failures of an account after its owner has proven access to the mailbox or another secret that cannot be
 * guessed.
 */
export function clearFailures(tx: Tx, attempt: Attempt): void {
  const { account, pair } = keysOf(attempt);
  deleteAttempts(tx, [account, pair]);
}

export function tooManyAttempts(waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return problem('too_many_attempts', {
    say: accountsWords.tooManyAttempts,
    values: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}
