/** How a chain is being read, as far as it matters for how it stands. */
export interface ReadState {
  readonly ageMs: number;
  readonly unreadBlocks: number;
  readonly fault: string | null;
  readonly off: boolean;
  readonly reader: object | undefined;
}

export type ChainStanding = 'fine' | 'behind' | 'late' | 'unread' | 'stopped' | 'off';

/** From this on somebody should look; from twice as long on no payment in the coin is begun. */
export const lateAfterMs = 60_000;
/** A block or two is what arrives between two looks. */
const usualLag = 2;

/** The worst that is true of it. */
export function standingOfChain({ ageMs, unreadBlocks, fault, off, reader }: ReadState): ChainStanding {
  if (off) return 'off';
  if (fault !== null) return 'stopped';
  if (reader === undefined) return 'unread';
  if (ageMs > lateAfterMs) return 'late';
  return unreadBlocks > usualLag ? 'behind' : 'fine';
}
