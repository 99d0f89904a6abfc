import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longer than it takes to find out who is meant, and no wait that anybody would notice. */
const stepMs = 50;

/**
 * What fails is told at the next whole step after it began: what was found on the way, a row more or less, takes tenths
 * of a millisecond, and hundreds of tries would show them.
 */
export async function failInSteps<T>(work: () => Promise<T>): Promise<T> {
  const beganMs = performance.now();
  try {
    return await work();
  } catch (error) {
    const untilMs = beganMs + Math.ceil((performance.now() - beganMs) / stepMs) * stepMs;
    // A timer counts in whole milliseconds from when it was set, and would pass on the rest.
    await setTimeout(Math.max(0, Math.floor(untilMs - performance.now()) - 1));
    while (performance.now() < untilMs) await setImmediate();
    throw error;
  }
}
