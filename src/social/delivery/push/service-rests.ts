const shortestRestMs = 15_000;
/**
 * Maximum pause in milliseconds, even if the service requests more. Its next response shows whether it still needs a
 * pause.
 */
const longestRestMs = 3_600_000;
const most = 1000;

interface Rest {
  readonly untilMs: number;
  readonly lengthMs: number;
}

/**
 * Pauses push services that could not be reached or deferred all notifications. A service that hangs then delays one
 * notification and not all those queued behind it.
 */
export class ServiceRests {
  readonly #rests = new Map<string, Rest>();
  readonly #nowMs: () => number;
  readonly #grows: boolean;

  /** With `grows`, each pause that follows another without a success in between is twice as long. */
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

  remainingMs(service: string): number {
    return Math.max(0, (this.#rests.get(service)?.untilMs ?? 0) - this.#nowMs());
  }

  #nextLengthMs(service: string): number {
    const last = this.#rests.get(service);
    if (!this.#grows || !last) return shortestRestMs;
    // Concurrent deliveries that fail together count as one failure.
    return last.untilMs > this.#nowMs() ? last.lengthMs : last.lengthMs * 2;
  }
}
