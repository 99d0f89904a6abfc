import { problem, type ProblemError } from '../../problem.ts';

const windowMs = 60_000;
/** Beyond it the oldest half is forgotten: a flood of addresses must not become a flood of memory. */
const maximumKeys = 100_000;

interface Counter {
  windowStart: number;
  count: number;
  previous: number;
}

/**
 * A sliding window of one minute for each key, kept by each process on its own: it sheds load. Guesses at secrets are
 * counted in PostgreSQL instead, by the services that have secrets to guess.
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

  /** Counts one more of this key; the problem to answer with where that is one too many. */
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
      detail: `At most ${this.#limit} requests a minute. Try again in ${resetSeconds} s.`,
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
