/** What is kept of a request: nothing that was sent. */
export interface RecentRequest {
  readonly clientId: string;
  readonly method: string;
  /** As the reference has it, with the names of its parameters. */
  readonly path: string;
  readonly status: number;
  /** Of the problem that was answered. */
  readonly code: string | null;
  readonly requestId: string;
  readonly atMs: number;
}

/** The newest so many; putting one in costs the same however many came before. */
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

  /** The oldest first; empty afterwards. */
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
