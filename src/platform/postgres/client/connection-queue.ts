import { problem, type ProblemError } from '../../problem.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}

export interface QueueLimits {
  /** Beyond these, whoever comes is sent away at once. About what a connection can do in the longest wait. */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/**
 * The line in front of a pool. More at once than there are connections is no outage: they wait for their turn, and where
 * the line is too long they hear that it is, instead of all of them waiting too long.
 */
export class ConnectionQueue {
  #free: number;
  readonly #limits: QueueLimits;
  readonly #waiting: Waiting[] = [];

  constructor(size: number, limits: Partial<QueueLimits> = {}) {
    this.#free = size;
    this.#limits = { mostWaiting: size * 500, longestWaitMs: 5000, ...limits };
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Nothing to wait for where a connection is free, which is the usual case. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#limits.mostWaiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const index = this.#waiting.findIndex((waiting) => waiting.timer === timer);
        if (index !== -1) this.#waiting.splice(index, 1);
        reject(overloaded());
      }, this.#limits.longestWaitMs);
      this.#waiting.push({ resolve, timer });
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#free += 1;
      return;
    }
    clearTimeout(next.timer);
    next.resolve();
  }
}

/** Also for what PostgreSQL itself broke off, which it has undone by that. */
export const overloaded = (retryAfterSeconds = 1, cause?: unknown): ProblemError =>
  problem('overloaded', {
    detail:
      'More is asked of the database than it can do at the moment. Nothing was changed; try again shortly.',
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  });
