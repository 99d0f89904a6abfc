/** Interval in milliseconds of progress messages. */
const TELL_MS = 4000;

export interface StartProgress {
  /** Sets the current step. */
  step(what: string): void;
  done(): void;
}

/** Reports the current step of a start in intervals. A quick start reports nothing. */
export function showProgress(say: (line: string) => void): StartProgress {
  const startedMs = performance.now();
  let current = '';
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    say(`Praça is starting, ${seconds} s so far: ${current} …`);
  }, TELL_MS);
  timer.unref();
  return {
    step: (what) => void (current = what),
    done: () => clearInterval(timer),
  };
}
