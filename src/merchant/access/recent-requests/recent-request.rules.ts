/** The stored facts of a request. They contain nothing that was sent. */
export interface RecentRequest {
  readonly clientId: string;
  readonly method: string;
  /** Route path with parameter names, as in the API reference. */
  readonly path: string;
  readonly status: number;
  /** Code of the problem in the response. */
  readonly code: string | null;
  readonly requestId: string;
  readonly atMs: number;
}

/** Keeps the newest items up to a size. Adding one takes constant time. */
export class Ring<Item> {
  readonly #items: Item[] = [];
  readonly #size: number;
  #next = 0;

  constructor(size: number) {
    this.#size = size;
  }

  put(item: Item): void {
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.#size;
  }

  /** Returns the items oldest first and empties the ring. */
  take(): Item[] {
    const isFull = this.#items.length === this.#size;
    const taken = isFull
      ? [...this.#items.slice(this.#next), ...this.#items.slice(0, this.#next)]
      : [...this.#items];
    this.#items.length = 0;
    this.#next = 0;
    return taken;
  }
}
