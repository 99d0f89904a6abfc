import { problem, type ProblemError } from '../problem.ts';
import { platformWords } from '../words/platform-words.ts';

interface Waiting {
  readonly counted: number;
  /** Order in the queue; the lowest is next. */
  readonly turn: number;
  readonly start: () => void;
  readonly refuse: (reason: ProblemError) => void;
}

export interface PixelLimits {
  /** Budget for simultaneous work. Must exceed the largest picture, or that would never start. */
  readonly pixels: number;
  /** Minimum that a picture counts for, because even a small one takes a thread. */
  readonly fewestPixels: number;
  readonly mostWaiting: number;
}

/**
 * A waiting picture lets smaller ones start first, until the pixels started since its arrival reach this multiple of
 * its own. So a small picture overtakes many large ones, and a large one is overtaken only a limited number of times.
 */
const mostSkipped = 32;

/** Limits the pixels that are processed at the same time, and prefers small pictures. */
export class PixelBudget {
  readonly #limits: PixelLimits;
  readonly #waiting: Waiting[] = [];
  #inWork = 0;
  #started = 0;

  constructor(limits: PixelLimits) {
    this.#limits = limits;
  }

  /** Runs the work within the budget. If too many wait, the last in order is rejected, which may be another one. */
  async spend<T>(pixels: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const counted = Math.max(pixels, this.#limits.fewestPixels);
    await this.#enter({ counted, turn: this.#started + mostSkipped * pixels }, signal);
    try {
      return await work();
    } finally {
      this.#inWork -= counted;
      this.#startNext();
    }
  }

  get inWork(): number {
    return this.#inWork;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  #enter(place: Pick<Waiting, 'counted' | 'turn'>, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(givenUp());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(givenUp());
        // The cancelled picture may have blocked the others.
        this.#startNext();
      };
      const waiting: Waiting = {
        ...place,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const behind = this.#waiting.findIndex((other) => other.turn > waiting.turn);
      this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, waiting);
      this.#startNext();
      if (this.#waiting.length > this.#limits.mostWaiting) this.#waiting.pop()?.refuse(tooManyPictures());
    });
  }

  /**
   * Starts pictures from the head of the queue only. If later ones that fit could start first, a large one might wait
   * forever.
   */
  #startNext(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#inWork + next.counted > this.#limits.pixels) return;
      this.#waiting.shift();
      this.#inWork += next.counted;
      this.#started += next.counted;
      next.start();
    }
  }
}

export const tooManyPictures = (cause?: unknown): ProblemError =>
  problem('overloaded', {
    say: platformWords.tooManyPictures,
    headers: { 'retry-after': '5' },
    cause,
  });

/** The error has no reader, because the client is gone. */
const givenUp = (): ProblemError => problem('invalid_input', { say: platformWords.requestGivenUp });
