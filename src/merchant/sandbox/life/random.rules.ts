/** Random numbers from a seed: the same seed gives the same numbers in every process. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer. Both ends are included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks an item from pairs of an item and its weight. */
  pickByWeight<Item>(items: readonly (readonly [Item, number])[]): Item;
}

/** The Mulberry32 generator. Not suitable for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const pickByWeight = <Item>(items: readonly (readonly [Item, number])[]): Item => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    const found = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1);
    if (!found) throw new RangeError('nothing to pick from');
    return found[0];
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => pickByWeight(items.map((item) => [item, 1])),
    pickByWeight,
  };
}
