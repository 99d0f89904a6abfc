export interface FetchedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** One token for all calls: fetched once however many want it, and renewed before it ends. */
export class TokenKeeper {
  readonly #fetch: () => Promise<FetchedToken>;
  #current: (FetchedToken & { readonly at: number }) | undefined;
  #coming: Promise<string> | undefined;

  constructor(fetchToken: () => Promise<FetchedToken>) {
    this.#fetch = fetchToken;
  }

  async get(): Promise<string> {
    const current = this.#current;
    if (!current) return this.renew();
    // By the elapsed time alone: the clocks of the two ends need not agree.
    const left = current.lifetimeMs - (performance.now() - current.at);
    if (left > Math.min(60_000, current.lifetimeMs / 4)) return current.token;
    try {
      return await this.renew();
    } catch (error) {
      // It is good for a while yet, and the next call tries again.
      if (left > 0) return current.token;
      throw error;
    }
  }

  /** Another one, whatever the present one is worth. Those who ask meanwhile get the same. */
  renew(): Promise<string> {
    if (this.#coming) return this.#coming;
    const coming = this.#fetch()
      .then((fetched) => {
        // Of a session that ended meanwhile: whoever waits for it may have it, those who come later may not.
        if (this.#coming === coming) this.#current = { ...fetched, at: performance.now() };
        return fetched.token;
      })
      .finally(() => {
        if (this.#coming === coming) this.#coming = undefined;
      });
    this.#coming = coming;
    return coming;
  }

  /** Another one than that which was refused: whoever comes later with the same finds it replaced already. */
  async replace(refused: string | undefined): Promise<string> {
    const token = this.#current?.token;
    return token !== undefined && token !== refused ? token : this.renew();
  }

  put(fetched: FetchedToken): void {
    this.#coming = undefined;
    this.#current = { ...fetched, at: performance.now() };
  }

  forget(): void {
    this.#coming = undefined;
    this.#current = undefined;
  }
}
