/**
 * The time of the services. Everything that expires, retries or stores a date uses it, so that the sandbox can move it.
 */
export interface Clock {
  now(): Date;
  nowMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), nowMs: () => Date.now() };

/** A clock that is ahead of the machine's clock by an offset. */
export class MovableClock implements Clock {
  offsetMs = 0;
  readonly #followers = new Set<(milliseconds: number) => void>();

  /** Sets the offset and notifies the subscribers of the difference. */
  moveTo(offsetMs: number): void {
    const milliseconds = offsetMs - this.offsetMs;
    this.offsetMs = offsetMs;
    if (milliseconds > 0) for (const follow of this.#followers) follow(milliseconds);
  }

  /** Calls back after every move. Returns the function that unsubscribes. */
  onMoved(follow: (milliseconds: number) => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  nowMs(): number {
    return Date.now() + this.offsetMs;
  }
}
