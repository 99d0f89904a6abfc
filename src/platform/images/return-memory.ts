/** A pause of a tenth of a second must be worth it; less is left to the engine. */
const worthBytes = 16 * 1024 * 1024;
/** What small requests leave is collected in passing. */
const largeBytes = 256 * 1024;
const quietMs = 10_000;

/**
 * Has the engine look for garbage once nobody has sent anything large for a while. By itself it does so only when it
 * needs room: a process that has read twenty large pictures and then has little to do would keep all of their bodies,
 * texts and bytes for as long as it runs.
 */
export class MemoryReturn {
  readonly #collect: () => void;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** To be called with the size of what was read. */
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

/** Of this process; without the flag of `bin/server-flags.mjs` nothing is collected before its time. */
export const memoryReturn = new MemoryReturn(() => globalThis.gc?.());
