/** Doubled signals are usual: a terminal's Ctrl-C reaches the whole group, and npm passes its own copy on. */
const patienceMs = 1500;

/**
 * Resolves with the reason when the process is told to stop, or when whoever started it is gone. Asked again after a
 * moment, the process ends at once: somebody is in a hurry.
 */
export function waitForStop(): Promise<string> {
  return new Promise((resolve) => {
    let toldMs: number | undefined;
    const told = (reason: string): void => {
      if (toldMs === undefined) {
        toldMs = Date.now();
        resolve(reason);
      } else if (Date.now() - toldMs > patienceMs) {
        process.exit(1);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => told(signal));
    if (process.send) process.once('disconnect', () => told('the parent process ended'));
  });
}
