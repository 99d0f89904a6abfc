/** How long a step may take before whoever waits is told about it, and how often they are told again. */
const TELL_MS = 4000;

export interface StartProgress {
  /** From here on the start waits for this. */
  step(what: string): void;
  done(): void;
}

/** Says what a start is at where that takes longer than people wait in silence; a quick one says nothing. */
export function tellProgress(say: (line: string) => void): StartProgress {
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
