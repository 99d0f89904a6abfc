/** Parses a WAL position such as `16/B374D848` into a number that can be compared. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

interface Milestone {
  readonly atMs: number;
  readonly position: bigint;
}

/**
 * Records when the primary reached which WAL position, so that a replica's position gives the age of its data. It uses
 * only the clock of this process.
 */
export class PrimaryTrail {
  readonly #milestones: Milestone[] = [];
  readonly #keptMs: number;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(milestone: Milestone): void {
    // Only the first time at a position is kept: a replica that lacks the position lags since then.
    if (this.#milestones.at(-1)?.position !== milestone.position) this.#milestones.push(milestone);
    // Keeps the newest milestone beyond the limit: on a quiet database it may be the only one.
    while ((this.#milestones[1]?.atMs ?? Infinity) < milestone.atMs - this.#keptMs) this.#milestones.shift();
  }

  /**
   * Returns the position that a replica with at most this lag must have replayed. If the trail is younger than that,
   * returns its first position, because data from before it may be missing for hours.
   */
  needed(nowMs: number, mostLagMs: number): bigint {
    const old = this.#milestones.findLast(({ atMs }) => atMs <= nowMs - mostLagMs);
    return (old ?? this.#milestones[0])?.position ?? 0n;
  }

  /** Returns the minimum lag: the time since the primary first passed the replica's position. */
  lagMs(replayed: bigint, nowMs: number): number {
    const missing = this.#milestones.find(({ position }) => position > replayed);
    return missing ? nowMs - missing.atMs : 0;
  }
}
