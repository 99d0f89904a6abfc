import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Ends the sleep in progress; woken during a turn, the next turn follows without a sleep. */
  wake(): void;
  /** Settles after the last turn; rejects with what a turn threw, which ends the loop. */
  readonly ended: Promise<void>;
}

export interface LoopOptions {
  /** Wake-ups within this time of the first are answered by one turn. */
  readonly gatherMs?: number;
}

/**
 * Works, then sleeps until it is woken or the next turn is due, until the signal is aborted. A turn answers how long to
 * sleep at the most, 0 for not at all.
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
      // Before the turn: whoever wakes during it may have seen what the turn has not.
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
