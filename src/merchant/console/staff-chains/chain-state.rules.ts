/** Values of a chain's reader that decide its state. */
export interface ReadState {
  readonly ageMs: number;
  readonly unreadBlocks: number;
  readonly fault: string | null;
  readonly off: boolean;
  readonly reader: object | undefined;
}

export type ChainState = 'fine' | 'behind' | 'late' | 'unread' | 'stopped' | 'off';

/** Age in milliseconds from which staff should check. From twice this age no payment in the coin can start. */
export const lateAfterMs = 60_000;
/** One or two blocks may arrive between two polls. */
const usualLag = 2;

/** Returns the worst state that applies. */
export function stateOfChain({ ageMs, unreadBlocks, fault, off, reader }: ReadState): ChainState {
  if (off) return 'off';
  if (fault !== null) return 'stopped';
  if (reader === undefined) return 'unread';
  if (ageMs > lateAfterMs) return 'late';
  return unreadBlocks > usualLag ? 'behind' : 'fine';
}
