/** An error that ends the start, as one sentence for the operator: the cause and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs the checks and returns the messages of all StartErrors. A start fails with the first of them. */
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
