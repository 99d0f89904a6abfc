const shortestRestMs = 15_000;
/** However long it asks for: what it answers then says whether it still means it. */
const longestRestMs = 3_600_000;
const most = 1000;

interface Rest {
  readonly untilMs: number;
  readonly lengthMs: number;
}

/**
 * Services that could not be reached a moment ago, or had nothing but "later" for everybody. They are left alone for a
 * while, so that one that hangs takes the time of one notification and not of all that wait behind it.
 */
export class ServiceRests {
  readonly #rests = new Map<string, Rest>();
  readonly #nowMs: () => number;
  readonly #grows: boolean;

  /** `grows`: each rest that follows another without a success in between is twice as long. */
  constructor(nowMs: () => number = () => performance.now(), { grows = false } = {}) {
    this.#nowMs = nowMs;
    this.#grows = grows;
  }

  begin(service: string, askedMs = 0): void {
    const lengthMs = Math.min(Math.max(askedMs, this.#nextLengthMs(service)), longestRestMs);
    this.#rests.delete(service);
    const [oldest] = this.#rests.keys();
    if (this.#rests.size >= most && oldest !== undefined) this.#rests.delete(oldest);
    this.#rests.set(service, { untilMs: this.#nowMs() + lengthMs, lengthMs });
  }

  end(service: string): void {
    this.#rests.delete(service);
  }

  /** 0 for a service that may be asked. */
  remainingMs(service: string): number {
    return Math.max(0, (this.#rests.get(service)?.untilMs ?? 0) - this.#nowMs());
  }

  #nextLengthMs(service: string): number {
    const last = this.#rests.get(service);
    if (!this.#grows || !last) return shortestRestMs;
    // Of deliveries that were under way together and failed together, one counts.
    return last.untilMs > this.#nowMs() ? last.lengthMs : last.lengthMs * 2;
  }
}
