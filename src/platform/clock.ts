/** The service's time. Everything that expires, retries or is dated asks it, so that the sandbox can move it. */
export interface Clock {
  now(): Date;
  nowMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), nowMs: () => Date.now() };

/** Runs with the machine's clock, a settable distance ahead of it. */
export class MovableClock implements Clock {
  offsetMs = 0;
  readonly #followers = new Set<(milliseconds: number) => void>();

  /** Whoever follows is told how far it went. */
  moveTo(offsetMs: number): void {
    const milliseconds = offsetMs - this.offsetMs;
    this.offsetMs = offsetMs;
    if (milliseconds > 0) for (const follow of this.#followers) follow(milliseconds);
  }

  /** Calls back after every move; the answer ends it. */
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
