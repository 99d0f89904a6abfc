import { setTimeout as sleep } from 'node:timers/promises';

const parts = 10;

/**
 * False as soon as `answered` is aborted, true where that took longer. What this process itself stood still, because it
 * was busy or was given no processor, does not count: a part of the time is then as long as it is, and what came meanwhile
 * is heard before the next one ends.
 */
export async function isSilent(answerMs: number, answered: AbortSignal): Promise<boolean> {
  try {
    for (let part = 0; part < parts; part++) await sleep(answerMs / parts, undefined, { signal: answered });
    return true;
  } catch {
    return false;
  }
}
