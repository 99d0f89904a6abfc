/** Queue of users with updates to read. Users named by a signal come before users of a full check. */
export class Wakes {
  readonly #told = new Set<string>();
  readonly #unsure = new Set<string>();

  get waiting(): boolean {
    return this.#told.size + this.#unsure.size > 0;
  }

  tell(userId: string): void {
    this.#told.add(userId);
  }

  /** Adds a user for a full check, because a signal may have been lost. */
  lookAt(userId: string): void {
    this.#unsure.add(userId);
  }

  /** Returns the next users, all of one kind, so that reads for signals stay short. */
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
