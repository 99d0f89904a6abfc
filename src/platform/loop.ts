import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Ends the current sleep. During a turn, it makes the next turn follow without a sleep. */
  wake(): void;
  /** Resolves after the last turn. Rejects with the error of a turn, which ends the loop. */
  readonly ended: Promise<void>;
}

export interface LoopOptions {
  /** Wakes within this time of the first one cause a single turn. */
  readonly gatherMs?: number;
}

/**
 * Runs turns until the signal is aborted, and sleeps in between until it is woken or the next turn is due. A turn
 * returns the maximum sleep in milliseconds, or 0 for none.
 */
export function startLoop(
  signal: AbortSignal,
  turn: () => Promise<number>,
  { gatherMs = 0 }: LoopOptions = {},
): Loop {
  let alarm = Promise.withResolvers<void>();
  const wake = (): void => alarm.resolve();
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      // Reset before the turn, because a wake during the turn may announce something that the turn did not read.
      alarm = Promise.withResolvers();
      const pauseMs = await turn();
      if (pauseMs === 0 || signal.aborted) continue;
      const timer = setTimeout(wake, pauseMs);
      await alarm.promise;
      clearTimeout(timer);
      if (gatherMs > 0 && !signal.aborted) await sleep(gatherMs);
    }
  };
  signal.addEventListener('abort', wake, { once: true });
  const ended = run().finally(() => signal.removeEventListener('abort', wake));
  return { wake, ended };
}
