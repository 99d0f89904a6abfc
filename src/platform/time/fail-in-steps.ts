import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longer than it takes to find out who is meant, and no wait that anybody would notice. */
const stepMs = 50;

/**
 * What fails is told at the next whole step after it began: what was found on the way, a row more or less, takes tenths
 * of a millisecond, and hundreds of tries would show them. A failure is an error, or an answer that is named one.
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
  // A timer counts in whole milliseconds from when it was set, and would pass on the rest.
  await setTimeout(Math.max(0, Math.floor(untilMs - performance.now()) - 1));
  while (performance.now() < untilMs) await setImmediate();
}
