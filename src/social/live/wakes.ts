/** Whose updates are to be read. Those to whom something has happened do not wait for a look at everybody else. */
export class Wakes {
  readonly #told = new Set<string>();
  readonly #unsure = new Set<string>();

  get waiting(): boolean {
    return this.#told.size + this.#unsure.size > 0;
  }

  /** A signal named them. */
  tell(userId: string): void {
    this.#told.add(userId);
  }

  /** A signal may have been lost. */
  lookAt(userId: string): void {
    this.#unsure.add(userId);
  }

  /** The next ones; never both kinds, so that a read of a few is short. */
  take(limit: number): string[] {
    const taken: string[] = [];
    for (const userId of this.#told.size > 0 ? this.#told : this.#unsure) {
      if (taken.length === limit) break;
      taken.push(userId);
    }
    for (const userId of taken) {
      this.#told.delete(userId);
      this.#unsure.delete(userId);
    }
    return taken;
  }
}
