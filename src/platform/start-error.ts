/** An error that ends the start, for the operator: one line with the cause and what to do for each fault. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs the checks and returns the messages of all StartErrors. */
export function refusalsOf(checks: readonly (() => unknown)[]): string[] {
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      return [error.message];
    }
  });
}
