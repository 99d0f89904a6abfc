export interface FetchedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Caches one token for all calls: concurrent callers share one fetch, and it is renewed before it expires. */
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
    // Uses only elapsed time, because the clocks of client and server may differ.
    const left = current.lifetimeMs - (performance.now() - current.at);
    if (left > Math.min(60_000, current.lifetimeMs / 4)) return current.token;
    try {
      return await this.renew();
    } catch (error) {
      // The token is still valid, and the next call retries the renewal.
      if (left > 0) return current.token;
      throw error;
    }
  }

  /** Fetches a new token regardless of the current one. Concurrent callers share the result. */
  renew(): Promise<string> {
    if (this.#coming) return this.#coming;
    const coming = this.#fetch()
      .then((fetched) => {
        // If the session ended meanwhile, the waiting callers get the token but it is not cached.
        if (this.#coming === coming) this.#current = { ...fetched, at: performance.now() };
        return fetched.token;
      })
      .finally(() => {
        if (this.#coming === coming) this.#coming = undefined;
      });
    this.#coming = coming;
    return coming;
  }

  /** Replaces a refused token. A later caller with the same refused token gets the replacement. */
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
