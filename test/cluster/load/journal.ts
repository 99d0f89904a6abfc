export type Kind = 'order' | 'payment' | 'withdrawal' | 'sign-in' | 'message';

/** A write that was answered with success: it must be there, once, whatever happens. */
export interface Acknowledged {
  readonly kind: Kind;
  /** Chosen before it was asked for, and kept through every attempt. */
  readonly key: string;
  /** What the answer called it. */
  readonly id: string;
  readonly atMs: number;
}

/** What was asked and answered, as the clients saw it. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  requests = 0;
  readonly failures: { readonly atMs: number; readonly what: string }[] = [];
  /** How late each message was heard by its reader, after its writer had the answer. */
  readonly lateness: { readonly atMs: number; readonly ms: number }[] = [];

  acknowledge(kind: Kind, key: string, id: string): void {
    this.acknowledged.push({ kind, key, id, atMs: performance.now() });
  }

  fail(what: string): void {
    this.failures.push({ atMs: performance.now(), what });
  }

  /** Every attempt counts as a request, and whatever the server owes an answer to as a failure. */
  readonly fetch: typeof fetch = async (input, init) => {
    this.requests++;
    const what = `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`;
    try {
      const answer = await fetch(input, init);
      if (answer.status >= 500) this.fail(`${what}: ${answer.status}`);
      return answer;
    } catch (error) {
      if (!isOwnEnd(init?.signal)) this.fail(`${what}: ${describe(error)}`);
      throw error;
    }
  };

  of(kind: Kind): Acknowledged[] {
    return this.acknowledged.filter((entry) => entry.kind === kind);
  }

  /** The longest stretch without a write, of those that end or begin after that moment. */
  longestPauseMs(sinceMs: number): number {
    const moments = this.acknowledged.map(({ atMs }) => atMs).toSorted((one, other) => one - other);
    let longest = 0;
    for (const [index, at] of moments.entries()) {
      const next = moments[index + 1];
      if (next !== undefined && next > sinceMs) longest = Math.max(longest, next - at);
    }
    return longest;
  }

  firstAfter(momentMs: number): number | undefined {
    return this.acknowledged.find(({ atMs }) => atMs > momentMs)?.atMs;
  }
}

/** Whoever leaves has lost nothing; who was kept waiting too long has. */
const isOwnEnd = (signal: AbortSignal | null | undefined): boolean =>
  signal?.aborted === true && (signal.reason as Error | undefined)?.name === 'AbortError';

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
}
