/** How long something must have been seen, without a pause, to have been seen. */
const seenMs = 1000;

/**
 * Whether an advertisement was really seen: at least half of it, in a window that is in front, for a whole second. Time
 * is handed in.
 */
export class SeenWatch {
  #since: number | undefined;
  #isSeen = false;

  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** To be told whenever something changes, and after `restMs`. */
  look(isInView: boolean, nowMs: number): void {
    if (this.#isSeen) return;
    if (!isInView) this.#since = undefined;
    else if (this.#since === undefined) this.#since = nowMs;
    else if (nowMs - this.#since >= seenMs) this.#isSeen = true;
  }

  /** How long it takes from now on; nothing where it is not looked at, or was already seen. */
  restMs(nowMs: number): number | undefined {
    if (this.#isSeen || this.#since === undefined) return undefined;
    return Math.max(0, seenMs - (nowMs - this.#since));
  }
}
