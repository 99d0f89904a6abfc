import { problem, type ProblemError } from '../../problem.ts';
import { platformWords } from '../../words/platform-words.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}

export interface QueueLimits {
  /**
   * Number of waiting queries beyond which new ones are rejected at once. About the number that a connection can serve
   * in `longestWaitMs`.
   */
  readonly mostWaiting: number;
  readonly longestWaitMs: number;
}

/**
 * Limits the queue for the connections of a pool. A full pool is no outage: queries wait for a connection. If the queue
 * is too long, new queries are rejected at once, instead of all of them waiting too long.
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

  /** Returns undefined if a connection is free, which is the usual case. */
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

/** Returns the error for a busy database. It also covers statements that PostgreSQL cancelled and rolled back. */
export const overloaded = (retryAfterSeconds = 1, cause?: unknown): ProblemError =>
  problem('overloaded', {
    say: platformWords.databaseBusy,
    headers: { 'retry-after': String(retryAfterSeconds) },
    cause,
  });
