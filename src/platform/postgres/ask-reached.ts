import { isDatabaseUnavailable, tookTooLong } from './client/availability.ts';

/** Asks all databases and returns the answers of those that can be reached. Throws if none can. */
export async function askReached<D, T>(
  databases: readonly D[],
  ask: (database: D) => PromiseLike<T>,
): Promise<T[]> {
  const answers = await Promise.allSettled(databases.map(ask));
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const faults = reasons.filter((reason) => !isDatabaseUnavailable(reason));
  if (faults.length > 0) throw faults[0];
  if (reasons.length === databases.length) throw reasons[0];
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/** Returns undefined if the database is down or too slow, for content that a page can do without. */
export async function askIfReached<T>(ask: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isDatabaseUnavailable(error) || tookTooLong(error)) return undefined;
    throw error;
  }
}
