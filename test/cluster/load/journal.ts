export type Kind = 'order' | 'payment' | 'withdrawal' | 'sign-in' | 'message';

/** A write that was answered with success. It must be stored exactly once, also after any fault or restart. */
export interface Acknowledged {
  readonly kind: Kind;
  /** Chosen before the first attempt and kept for all attempts. */
  readonly key: string;
  readonly id: string;
  readonly atMs: number;
}

/** Requests and answers as the clients saw them. */
export class Journal {
  readonly acknowledged: Acknowledged[] = [];
  requests = 0;
  readonly failures: { readonly atMs: number; readonly what: string }[] = [];
  /** Time from the answer to the sender of each message until the message reaches the receiver. */
  readonly lateness: { readonly atMs: number; readonly ms: number }[] = [];

  acknowledge(kind: Kind, key: string, id: string): void {
    this.acknowledged.push({ kind, key, id, atMs: performance.now() });
  }

  fail(what: string): void {
    this.failures.push({ atMs: performance.now(), what });
  }

  /** Counts each attempt as a request, and each missing answer or server error as a failure. */
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

  /** Returns the longest time between two consecutive acknowledged writes. Ignores pairs that end before `sinceMs`. */
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

/** An abort by the caller is not a failure. A timeout is one. */
const isOwnEnd = (signal: AbortSignal | null | undefined): boolean =>
  signal?.aborted === true && (signal.reason as Error | undefined)?.name === 'AbortError';

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
}
