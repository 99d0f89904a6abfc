/** The service's time. Everything that expires, retries or is dated asks it, so that the sandbox can move it. */
export interface Clock {
  now(): Date;
  nowMs(): number;
}

export const systemClock: Clock = { now: () => new Date(), nowMs: () => Date.now() };

/** Runs with the machine's clock, a settable distance ahead of it. */
export class MovableClock implements Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(this.nowMs());
  }

  nowMs(): number {
    return Date.now() + this.offsetMs;
  }
}
