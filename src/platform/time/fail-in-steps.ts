import { setImmediate, setTimeout } from 'node:timers/promises';

/** Step in milliseconds. Longer than a lookup of an account, and too short to be noticed. */
const stepMs = 50;

/**
 * Delays failures to the next full step. Differences of tenths of a millisecond, such as one query more or less, would
 * otherwise become visible over hundreds of attempts. A failure is an error, or an answer for which `isFailure` returns
 * true.
 */
export async function failInSteps<T>(
  work: () => Promise<T>,
  isFailure: (answer: T) => boolean = () => false,
): Promise<T> {
  const beganMs = performance.now();
  try {
    const answer = await work();
    if (isFailure(answer)) await nextStepSince(beganMs);
    return answer;
  } catch (error) {
    await nextStepSince(beganMs);
    throw error;
  }
}

async function nextStepSince(beganMs: number): Promise<void> {
  const untilMs = beganMs + Math.ceil((performance.now() - beganMs) / stepMs) * stepMs;
  // Timers have millisecond resolution and would reveal the fraction, so the rest is waited for exactly.
  await setTimeout(Math.max(0, Math.floor(untilMs - performance.now()) - 1));
  while (performance.now() < untilMs) await setImmediate();
}
