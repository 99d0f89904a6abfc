/** A transaction that waits, as a miner sees it. */
export interface Minable {
  readonly id: string;
  readonly feeMinor: bigint;
  readonly size: bigint;
  readonly sequence: { readonly account: string; readonly number: bigint } | null;
  /** Those that wait as well, and must be in the block before it. */
  readonly parents: readonly string[];
}

/**
 * Which of those that wait, parents first, a miner takes who asks for a rate: one with all of its parents where they pay
 * enough together, so that a child can pay for its parents; of an account's payments only those that pay enough
 * themselves and follow each other.
 */
export function chooseForBlock(waiting: readonly Minable[], minimumFeeRate: bigint, unit: bigint): string[] {
  const byId = new Map(waiting.map((one) => [one.id, one]));
  const taken = new Set<string>();
  const pays = (all: readonly Minable[]): boolean => {
    const fee = all.reduce((sum, one) => sum + one.feeMinor, 0n);
    const size = all.reduce((sum, one) => sum + one.size, 0n);
    return fee * unit >= minimumFeeRate * size;
  };
  const missing = (one: Minable, found: Set<Minable>): Set<Minable> => {
    if (taken.has(one.id) || found.has(one)) return found;
    found.add(one);
    for (const parent of one.parents) {
      const waits = byId.get(parent);
      if (waits) missing(waits, found);
    }
    return found;
  };
  for (const one of waiting) {
    if (one.sequence) continue;
    const together = [...missing(one, new Set())];
    if (pays(together)) for (const { id } of together) taken.add(id);
  }
  const numbered = waiting.flatMap((one) => (one.sequence ? [{ one, ...one.sequence }] : []));
  const stopped = new Set<string>();
  // By number: one that replaces an earlier payment came after those that follow it.
  for (const { one, account } of numbered.toSorted((a, b) => (a.number < b.number ? -1 : 1))) {
    if (!pays([one])) stopped.add(account);
    if (!stopped.has(account)) taken.add(one.id);
  }
  return [...taken];
}
