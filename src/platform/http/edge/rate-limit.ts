import { problem, type ProblemError } from '../../problem.ts';
import { platformWords } from '../../words/platform-words.ts';

const windowMs = 60_000;
/**
 * Maximum number of counters. Beyond it the older half is deleted, so that many addresses cannot exhaust the memory.
 */
const maximumKeys = 100_000;

interface Counter {
  windowStart: number;
  count: number;
  previous: number;
}

/**
 * Counts requests per key in a sliding window of one minute. Each process counts separately, because the purpose is to
 * shed load. Guesses at secrets are counted in PostgreSQL instead, by the services that own the secrets.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #counters = new Map<string, Counter>();

  constructor(limitPerMinute: number) {
    this.#limit = limitPerMinute;
  }

  get size(): number {
    return this.#counters.size;
  }

  /** Counts a request for the key. Returns the problem to answer with if it exceeds the limit. */
  refuse(key: string, nowMs: number): ProblemError | undefined {
    const windowStart = nowMs - (nowMs % windowMs);
    let counter = this.#counters.get(key);
    if (counter === undefined) {
      if (this.#counters.size >= maximumKeys) this.#forgetOldest();
      counter = { windowStart, count: 0, previous: 0 };
      this.#counters.set(key, counter);
    } else if (counter.windowStart !== windowStart) {
      counter.previous = windowStart - counter.windowStart === windowMs ? counter.count : 0;
      counter.count = 0;
      counter.windowStart = windowStart;
    }
    const elapsed = nowMs - windowStart;
    const weighted = counter.count + counter.previous * (1 - elapsed / windowMs);
    if (weighted < this.#limit) {
      counter.count += 1;
      return undefined;
    }
    const resetSeconds = Math.max(1, Math.ceil((windowMs - elapsed) / 1000));
    return problem('too_many_requests', {
      say: platformWords.requestsAMinute,
      values: { most: this.#limit, seconds: resetSeconds },
      headers: {
        'retry-after': String(resetSeconds),
        'ratelimit-limit': String(this.#limit),
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(resetSeconds),
      },
    });
  }

  #forgetOldest(): void {
    let toForget = maximumKeys / 2;
    for (const key of this.#counters.keys()) {
      if (toForget-- <= 0) return;
      this.#counters.delete(key);
    }
  }
}
