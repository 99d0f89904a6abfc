import { isDatabaseUnavailable } from './client/availability.ts';

/** What those databases say that can be reached at the moment; where none can, that is what is thrown. */
export async function askReached<D, T>(
  databases: readonly D[],
  ask: (database: D) => PromiseLike<T>,
): Promise<T[]> {
  const answers = await Promise.allSettled(databases.map(ask));
  const failed = answers.filter((answer) => answer.status === 'rejected');
  const reasons = failed.map(({ reason }): unknown => reason);
  const worst = reasons.find((reason) => !isDatabaseUnavailable(reason)) ?? reasons[0];
  const isFault = worst !== undefined && !isDatabaseUnavailable(worst);
  if (isFault || failed.length === databases.length) throw worst;
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}
