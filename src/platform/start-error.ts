/** A start that cannot go on, as one sentence for the person who started it: what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What each of the checks says against a start; the first of it is what a start ends with. */
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
