/** A place in PostgreSQL's log, `16/B374D848`, as a number that can be compared. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

interface Milestone {
  readonly atMs: number;
  readonly position: bigint;
}

/** Where the primary was when, so that a replica's place says how old what it shows is. Clocks of machines have no part in it. */
export class PrimaryTrail {
  readonly #milestones: Milestone[] = [];
  readonly #keptMs: number;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(milestone: Milestone): void {
    // Of those at one place the first says since when a replica that has not come there is behind.
    if (this.#milestones.at(-1)?.position !== milestone.position) this.#milestones.push(milestone);
    // The newest one beyond is kept: it may be all there is on a quiet database.
    while ((this.#milestones[1]?.atMs ?? Infinity) < milestone.atMs - this.#keptMs) this.#milestones.shift();
  }

  /**
   * Where a replica must have come to that may be so far behind. Where the trail is younger than that, to its beginning:
   * what is missing from before may be missing for hours.
   */
  needed(nowMs: number, mostLagMs: number): bigint {
    const old = this.#milestones.findLast(({ atMs }) => atMs <= nowMs - mostLagMs);
    return (old ?? this.#milestones[0])?.position ?? 0n;
  }

  /** For how long at least something has been missing there. */
  lagMs(replayed: bigint, nowMs: number): number {
    const missing = this.#milestones.find(({ position }) => position > replayed);
    return missing ? nowMs - missing.atMs : 0;
  }
}
