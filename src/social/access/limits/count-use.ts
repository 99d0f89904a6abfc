import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { isCheckViolation } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { limits, secondsUntil, type LimitKind } from './limit.rules.ts';
import { countFragment, findReset, insertUse } from './limit.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

type Counting = Pick<SocialContext, 'sql' | 'clock' | 'settings'>;

/**
 * Returns a part of another feature's statement: it counts one use if the query after `from` returns a row. Must run
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

/** Counts one use in a statement of its own, in the transaction of the counted action. */
export async function takeUse(
  tx: Tx,
  { clock, settings }: Pick<Counting, 'clock' | 'settings'>,
  userId: string,
  kind: LimitKind,
): Promise<void> {
  await insertUse(tx, { userId, kind, most: settings[limits[kind].setting], now: clock.now() });
}

/**
 * Runs the work and turns an exceeded limit into a refusal. Nothing has changed then. The refusal states when to retry,
 * and optionally the `field` that asked for too much.
 */
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
    throw problem('limit_reached', {
      say: socialWords.mostUses,
      values: { most, what, seconds },
      ...(field === undefined
        ? {}
        : {
            errors: [{ field, code: 'limit_reached', say: safetyWords.mustWait, values: { most, what } }],
          }),
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
