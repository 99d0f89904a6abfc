/** Minimum of read bytes that justifies a pause of a tenth of a second. Less is left to the engine. */
const worthBytes = 16 * 1024 * 1024;
/** The engine collects the garbage of smaller requests soon by itself. */
const largeBytes = 256 * 1024;
const quietMs = 10_000;

/**
 * Runs the garbage collector after a pause in large requests. By itself the engine collects only when it needs memory:
 * a process that has read twenty large pictures and is idle afterwards would keep all of their data until it ends.
 */
export class MemoryReturn {
  readonly #collect: () => void;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** Counts the bytes of a body that was read. */
  note(bytes: number): void {
    if (bytes < largeBytes) return;
    this.#bytes += bytes;
    if (this.#bytes < worthBytes) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#bytes = 0;
      this.#collect();
    }, quietMs).unref();
  }
}

/** Collects in this process. Without the flag of `bin/server-flags.mjs` it does nothing. */
export const memoryReturn = new MemoryReturn(() => globalThis.gc?.());
