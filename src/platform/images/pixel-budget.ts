import { problem, type ProblemError } from '../problem.ts';

interface Waiting {
  readonly counted: number;
  /** Who has the lowest is next. */
  readonly turn: number;
  readonly start: () => void;
  readonly refuse: (reason: ProblemError) => void;
}

export interface PixelLimits {
  /** In work at once. More than the largest picture, or that one would never get its turn. */
  readonly pixels: number;
  /** What a picture counts at least, however small: it takes a thread all the same. */
  readonly fewestPixels: number;
  readonly mostWaiting: number;
}

/**
 * A picture lets smaller ones go first, until those that began since it came count this many times its own pixels. A small
 * one thus passes a whole line of large ones, and a large one is passed only so often.
 */
const patience = 32;

/** Lets only so many pixels be worked on at once, small pictures first. */
export class PixelBudget {
  readonly #limits: PixelLimits;
  readonly #waiting: Waiting[] = [];
  #inWork = 0;
  #started = 0;

  constructor(limits: PixelLimits) {
    this.#limits = limits;
  }

  /** Where too many wait, the one that would come last is sent away, be it this one or another. */
  async spend<T>(pixels: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const counted = Math.max(pixels, this.#limits.fewestPixels);
    await this.#enter({ counted, turn: this.#started + patience * pixels }, signal);
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
        // It may have been what the others waited for.
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

  /** Only ever the first: whatever fits would otherwise keep the place from being free for a large one. */
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
    detail: 'Too many pictures are being worked on. Try again in a moment.',
    headers: { 'retry-after': '5' },
    cause,
  });

/** Nobody hears it: whoever asked is gone. */
const givenUp = (): ProblemError =>
  problem('invalid_input', { detail: 'The request was given up before it was its turn.' });
