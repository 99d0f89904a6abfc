import type { Clock } from '../clock.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import { draw, type Allowance } from './allowance.rules.ts';
import { findAttempts, lockAttempts, writeAttempts, type FailuresOf } from './throttle.store.ts';

/** An allowance and the key under which its uses are counted. */
export interface CountedUse extends Allowance {
  readonly key: Buffer;
}

const drawEach = (counted: readonly CountedUse[], usedOf: FailuresOf, nowMs: number) =>
  counted.map((one) => ({ key: one.key, ...draw(one, usedOf(one.key)?.blockedUntilMs ?? 0, nowMs) }));

const longestWaitMs = (draws: ReadonlyArray<{ readonly waitMs: number }>): number =>
  Math.max(...draws.map(({ waitMs }) => waitMs));

/**
 * Takes one use of each allowance, or of none if one is exhausted, and returns the time to wait. Uses are counted in
 * the database for all processes, and only if the transaction commits.
 */
export async function takeAllowance(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  counted: readonly CountedUse[],
): Promise<number> {
  const keys = counted.map(({ key }) => key);
  const usedOf = await lockAttempts(tx, keys, clock.now());
  // Read after the lock: an earlier time could be before that of a concurrent use.
  const nowMs = clock.nowMs();
  const draws = drawEach(counted, usedOf, nowMs);
  const waitMs = longestWaitMs(draws);
  if (waitMs === 0) {
    writeAttempts(
      tx,
      draws.map(({ key, fullAtMs }) => [key, { count: 1, lastMs: nowMs, blockedUntilMs: fullAtMs }]),
    );
  }
  return waitMs;
}

/** Returns the time to wait for one use of each, without taking any. */
export async function findAllowanceWaitMs(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  counted: readonly CountedUse[],
): Promise<number> {
  const keys = counted.map(({ key }) => key);
  return longestWaitMs(drawEach(counted, await findAttempts(sql, keys), clock.nowMs()));
}
