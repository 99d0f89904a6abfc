/** Minimum time in view, without interruption, for a view to count. */
const seenMs = 1000;

/**
 * Decides whether an advertisement was seen: at least half of it in view, in a foreground window, for a whole second.
 * The caller passes the time.
 */
export class SeenWatch {
  #since: number | undefined;
  #isSeen = false;

  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Records the visibility. Must be called at each change of visibility, and again after `restMs`. */
  look(isInView: boolean, nowMs: number): void {
    if (this.#isSeen) return;
    if (!isInView) this.#since = undefined;
    else if (this.#since === undefined) this.#since = nowMs;
    else if (nowMs - this.#since >= seenMs) this.#isSeen = true;
  }

  /** Returns the remaining time until the view counts, or undefined if the element is out of view or already seen. */
  restMs(nowMs: number): number | undefined {
    if (this.#isSeen || this.#since === undefined) return undefined;
    return Math.max(0, seenMs - (nowMs - this.#since));
  }
}
