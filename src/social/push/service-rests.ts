const shortestRestMs = 15_000;
/** However long it asks for: what it answers then says whether it still means it. */
const longestRestMs = 3_600_000;
const most = 1000;

/**
 * Services that could not be reached a moment ago, or had nothing but "later" for everybody. They are left alone for a
 * while, so that one that hangs takes the time of one notification and not of all that wait behind it.
 */
export class ServiceRests {
  readonly #untilMs = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  begin(service: string, askedMs = 0): void {
    this.#untilMs.delete(service);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size >= most && oldest !== undefined) this.#untilMs.delete(oldest);
    const restMs = Math.min(Math.max(askedMs, shortestRestMs), longestRestMs);
    this.#untilMs.set(service, this.#nowMs() + restMs);
  }

  end(service: string): void {
    this.#untilMs.delete(service);
  }

  /** 0 for a service that may be asked. */
  remainingMs(service: string): number {
    return Math.max(0, (this.#untilMs.get(service) ?? 0) - this.#nowMs());
  }
}
