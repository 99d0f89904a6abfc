import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * What fails is told no sooner than this after it began: what was found on the way, a row more or less, takes tenths of a
 * millisecond, and hundreds of tries show them.
 */
export async function failSlowly<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + leastMs;
  try {
    return await work();
  } catch (error) {
    // A timer counts in whole milliseconds from when it was set, and would pass on the rest.
    await setTimeout(Math.max(0, Math.floor(untilMs - performance.now()) - 1));
    while (performance.now() < untilMs) await setImmediate();
    throw error;
  }
}
