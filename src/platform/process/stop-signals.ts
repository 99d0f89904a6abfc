/**
 * Signals within this time in milliseconds count as one: a terminal sends Ctrl-C to the whole process group, and npm
 * forwards its own copy.
 */
const gracePeriodMs = 1500;

/**
 * Resolves with the reason when the process gets a stop signal or its parent ends. A second signal after the grace
 * period ends the process at once.
 */
export function waitForStop(): Promise<string> {
  return new Promise((resolve) => {
    let toldMs: number | undefined;
    const told = (reason: string): void => {
      if (toldMs === undefined) {
        toldMs = Date.now();
        resolve(reason);
      } else if (Date.now() - toldMs > gracePeriodMs) {
        process.exit(1);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told(signal));
    if (process.send) process.once('disconnect', () => told('the parent process ended'));
  });
}
