import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { hashToken } from '../../platform/tokens/opaque-token.ts';
import { deviceKey, hashKey, keysOf, rowFrom, stateIn, type Attempt, type Keys } from './attempt-keys.ts';
import {
  afterFailure,
  afterReserveUsed,
  deviceKnownForMs,
  judge,
  knownForMs,
  limitsOf,
  patienceMs,
  type AttemptState,
  type Scope,
  type Standing,
} from './attempts.rules.ts';
import {
  deleteAttempts,
  findStanding,
  forgiveAndKnow,
  lockAccountAttempts,
  lockAttempts,
  updateAttempts,
  upsertAttempt,
} from './attempts.store.ts';

type Context = Pick<AccountsContext, 'clock' | 'settings'>;

const dayMs = 24 * 3_600_000;

/** A device that the account knows. */
export interface KnownDevice {
  token: string;
  lastUsedAt: Date;
  /** Of its failures. */
  key: Buffer;
}

export interface Judgement {
  /** How long this visitor still has to wait. */
  waitMs: number;
  /** Where being wrong counts against what the address has kept for those who wait: what is used of it. */
  reserve: AttemptState | undefined;
  device: KnownDevice | undefined;
  /** Whether the user has signed in from this address before; not to be told before they are proven to be the user. */
  isKnownNetwork: boolean;
  /** The programs that the user has signed in with from there. */
  programs: readonly string[];
  /** A success would change nothing: the visitor has no failure to be forgiven, and got in from there today. */
  isSettled: boolean;
}

/**
 * Whether this visitor may try. Asked after the password was checked, not before, and by one at a time
 * for an account: of many guesses sent at once, the later ones find what the earlier ones have left.
 *
 * A known address spares its user the others' failures only once they are proven to be the user: a wait that ends for
 * wrong passwords too would tell everybody behind the address who has an account.
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
  const { place, rows } = await findStanding(tx, [...Object.values(keys), ...deviceKeys], {
    userId: attempt.userId,
    address: attempt.address,
    deviceHashes: devices.map((device) => device.hash),
  });
  // Only now: what another attempt has written meanwhile would lie in the future of a time from before the lock.
  const nowMs = context.clock.nowMs();
  const device = knownDeviceOf(attempt, place, nowMs);
  const unusedForMs = sinceMs(place?.address_used_at, nowMs);
  const standing: Standing = {
    knownDevice: device !== undefined,
    knownAddress: proven && unusedForMs < knownForMs,
    states: {
      account: stateIn(rows, keys.account),
      address: stateIn(rows, keys.address),
      pair: stateIn(rows, keys.pair),
      device: device && stateIn(rows, device.key),
    },
    patience: stateIn(rows, keys.patience),
    reserve: stateIn(rows, keys.reserve),
  };
  const { FREE_FAILURES } = context.settings;
  let verdict = judge(standing, FREE_FAILURES, nowMs);
  if (verdict.usesReserve) {
    standing.reserve = await lockReserve(tx, context, keys);
    verdict = judge(standing, FREE_FAILURES, nowMs);
  }
  if (verdict.beginsPatience) beginPatience(tx, keys, nowMs);
  return {
    waitMs: verdict.waitMs,
    reserve: verdict.usesReserve ? standing.reserve : undefined,
    device,
    isKnownNetwork: unusedForMs < knownForMs,
    programs: place?.programs ?? [],
    isSettled: !standing.states.pair && !standing.states.device && !standing.patience && unusedForMs <= dayMs,
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
 * The lock of the account is not enough where the address's reserve is used: guesses at many accounts, sent at once,
 * would all find it as it was. Locked before every other row, by whoever uses it and by nobody else, so that nobody
 * waits for each other in a circle.
 */
async function lockReserve(tx: Tx, context: Context, keys: Keys): Promise<AttemptState | undefined> {
  return stateIn(await lockAttempts(tx, [keys.reserve], context.clock.now()), keys.reserve);
}

function beginPatience(tx: Tx, keys: Keys, nowMs: number): void {
  const state = { failures: 0, lastFailureMs: nowMs, blockedUntilMs: nowMs + patienceMs };
  upsertAttempt(tx, rowFrom(keys.patience, state));
}

/**
 * Counts a failure everywhere it belongs. One that had to wait anyway does not count, or a stranger could prolong the
 * wait for ever; the same rows are written for it all the same, so that it takes the same time.
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
  const rows = await lockAttempts(
    tx,
    counted.map(([, key]) => key),
    context.clock.now(),
  );
  // After the lock, as in judgeAttempt.
  const nowMs = context.clock.nowMs();
  const updated = counted.map(([scope, key]) => {
    const state = stateIn(rows, key);
    const limits = limitsOf(scope, context.settings.FREE_FAILURES);
    return rowFrom(key, counts || !state ? afterFailure(state, limits, nowMs) : state);
  });
  updateAttempts(tx, updated);
  if (reserve && counts) {
    upsertAttempt(tx, rowFrom(keys.reserve, afterReserveUsed(reserve, nowMs)));
    beginPatience(tx, keys, nowMs);
  }
}

/**
 * After a success: the address is known from now on, and this visitor's earlier failures are forgiven. Not those that
 * others had at the account: a stranger who guesses at it could otherwise see when its owner gets in, and that there is
 * one. Nor those of the address at other accounts, or whoever has one account could guess at others for ever.
 */
export function recordSuccess(
  tx: Tx,
  context: Context,
  attempt: Attempt & { userId: string },
  by: { device?: KnownDevice | undefined; program?: string | undefined } = {},
): void {
  const now = context.clock.now();
  const { userId, address } = attempt;
  const renewBefore = new Date(now.getTime() - dayMs);
  const { pair, patience } = keysOf(attempt);
  forgiveAndKnow(tx, [pair, patience, ...(by.device ? [by.device.key] : [])], {
    userId,
    address,
    now,
    renewBefore,
    programs: by.program === undefined ? [] : [by.program],
  });
}

/** Once the account's owner has proven to be so by the mailbox, or by whatever else nobody can guess. */
export function clearFailures(tx: Tx, attempt: Attempt): void {
  const { account, pair } = keysOf(attempt);
  deleteAttempts(tx, [account, pair]);
}

export function tooManyAttempts(waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return problem('too_many_attempts', {
    detail: `Too many attempts. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  });
}

const mailWindowMs = 3_600_000;

/**
 * Whether this address, or user, may get one more mail that somebody else can cause. Counted by kind, or strangers' sign-ups could
 * keep its owner from recovering the account.
 */
export async function takeMailAllowance(
  tx: Tx,
  context: Context,
  kind: 'sign-up' | 'recovery' | 'email-change' | 'sign-in' | 'totp',
  whom: string,
): Promise<boolean> {
  const now = context.clock.now();
  const key = hashKey('mail', kind, whom);
  const [row] = await lockAttempts(tx, [key], now);
  const windowEndsMs = row && row.failures > 0 ? row.blocked_until.getTime() : 0;
  const fresh = windowEndsMs <= now.getTime();
  const failures = fresh ? 1 : (row?.failures ?? 0) + 1;
  const blocked_until = fresh ? new Date(now.getTime() + mailWindowMs) : new Date(windowEndsMs);
  updateAttempts(tx, [{ key, failures, last_failure_at: now, blocked_until }]);
  return failures <= context.settings.MAILS_PER_HOUR;
}
