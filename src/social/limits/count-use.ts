import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import { isCheckViolation } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { limits, secondsUntil, type LimitKind } from './limit.rules.ts';
import { countFragment, findReset, insertUse } from './limit.store.ts';

type Counting = Pick<SocialContext, 'sql' | 'clock' | 'settings'>;

/**
 * A part of a statement of another feature that counts one use of its user, where what follows `from` has a row. Runs
 * inside `withinLimit`.
 */
export function countUse(
  sql: Sql | Tx,
  context: Pick<Counting, 'clock' | 'settings'>,
  userId: string,
  kind: LimitKind,
  from: Query,
): Query {
  const most = context.settings[limits[kind].setting];
  return countFragment(sql, { userId, kind, most, now: context.clock.now() }, from);
}

/** The same as a statement of its own, in the transaction of what is counted. */
export async function takeUse(
  tx: Tx,
  { clock, settings }: Pick<Counting, 'clock' | 'settings'>,
  userId: string,
  kind: LimitKind,
): Promise<void> {
  await insertUse(tx, { userId, kind, most: settings[limits[kind].setting], now: clock.now() });
}

/** What is refused has changed nothing, and tells when it may be tried again, and which `field` asked for too much. */
export async function withinLimit<T>(
  context: Counting,
  userId: string,
  kind: LimitKind,
  run: () => Promise<T>,
  field?: string,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isCheckViolation(error, 'limit_uses_kept')) throw error;
    const { name, what, setting } = limits[kind];
    const now = context.clock.now();
    const seconds = String(secondsUntil((await findReset(context.sql, userId, kind)) ?? now, now));
    const most = context.settings[setting];
    const message = `must wait: at most ${most} ${what}`;
    throw problem('limit_reached', {
      detail: `At most ${most} ${what}. Try again in ${seconds} s.`,
      ...(field === undefined ? {} : { errors: [{ field, code: 'limit_reached', message }] }),
      members: { limit: name },
      headers: {
        'retry-after': seconds,
        'ratelimit-limit': String(most),
        'ratelimit-remaining': '0',
        'ratelimit-reset': seconds,
      },
      cause: error,
    });
  }
}
