/** An unconfirmed transaction, as a miner sees it. */
export interface Minable {
  readonly id: string;
  readonly feeMinor: bigint;
  readonly size: bigint;
  readonly sequence: { readonly account: string; readonly number: bigint } | null;
  /** Unconfirmed transactions that have to be mined before it. */
  readonly parents: readonly string[];
}

/**
 * Returns the ids of the transactions that a miner with this minimum fee rate includes, given parents first. A
 * transaction is taken with all of its parents if they pay enough together, so that a child can pay for its parents. An
 * account's payments are taken in sequence, each only if it pays enough itself.
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
  // Sorted by number, because a replacement arrives after the payments that follow it.
  for (const { one, account } of numbered.toSorted((a, b) => (a.number < b.number ? -1 : 1))) {
    if (!pays([one])) stopped.add(account);
    if (!stopped.has(account)) taken.add(one.id);
  }
  return [...taken];
}
