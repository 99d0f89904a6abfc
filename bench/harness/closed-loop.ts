import type { Round } from '../scenario.ts';
import { summarise } from './latencies.ts';

export interface ClosedLoopOptions {
  readonly concurrency: number;
  readonly seconds: number;
}

/** Keeps `concurrency` calls pending, starts each when the previous one ends, and times all of them. */
export async function runClosedLoop(
  operation: () => Promise<unknown>,
  options: ClosedLoopOptions,
): Promise<Round> {
  const latenciesMs: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  const startedMs = performance.now();
  const deadlineMs = startedMs + options.seconds * 1000;
  const caller = async (): Promise<void> => {
    for (let beganMs = startedMs; beganMs < deadlineMs;) {
      try {
        await operation();
      } catch (error) {
        failures += 1;
        firstFailure ??= String(error);
      }
      const endedMs = performance.now();
      latenciesMs.push(endedMs - beganMs);
      beganMs = endedMs;
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, caller));
  return {
    operations: latenciesMs.length,
    seconds: (performance.now() - startedMs) / 1000,
    ...summarise(latenciesMs),
    failures,
    ...(firstFailure === undefined ? {} : { firstFailure }),
  };
}
