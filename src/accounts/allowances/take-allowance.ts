import { hash } from 'node:crypto';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { draw, type Allowance } from './allowance.rules.ts';
import { findAllowances, lockAllowances, updateAllowances, type AllowanceRow } from './allowance.store.ts';

/** What is counted together: of which kind, and whose. */
export interface Counted extends Allowance {
  parts: readonly string[];
}

/** Hashed: addresses of people and of networks need not be kept to be counted. */
const keyOf = ({ parts }: Counted): Buffer => hash('sha256', parts.join('\0'), 'buffer');

function judge(counted: readonly Counted[], rows: readonly AllowanceRow[], nowMs: number) {
  return counted.map((one) => {
    const key = keyOf(one);
    const fullAtMs = rows.find((row) => row.key.equals(key))?.full_at.getTime() ?? 0;
    return { key, ...draw(one, fullAtMs, nowMs) };
  });
}

/**
 * Uses one of each, or none where one of them is used up: then it tells how long to wait. Counted in the database, for
 * all processes, and only if the transaction commits.
 */
export async function takeAllowance(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  counted: readonly Counted[],
): Promise<number> {
  const rows = await lockAllowances(tx, counted.map(keyOf), clock.now());
  // After the lock: what another has written meanwhile would lie in the future of a time from before it.
  const draws = judge(counted, rows, clock.nowMs());
  const waitMs = Math.max(...draws.map((one) => one.waitMs));
  if (waitMs === 0) {
    updateAllowances(
      tx,
      draws.map(({ key, fullAtMs }) => ({ key, full_at: new Date(fullAtMs) })),
    );
  }
  return waitMs;
}

/** How long to wait for one of each, without using any. */
export async function findWaitMs(
  { sql, clock }: Pick<AccountsContext, 'sql' | 'clock'>,
  counted: readonly Counted[],
): Promise<number> {
  const rows = await findAllowances(sql, counted.map(keyOf));
  return Math.max(...judge(counted, rows, clock.nowMs()).map((one) => one.waitMs));
}
