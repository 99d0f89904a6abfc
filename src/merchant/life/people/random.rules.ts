/** Chance that is the same for the same seed, in every process and every version. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** Both ends included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** By the weights of the items. */
  weigh<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** A UUIDv7 of a moment. */
  id(ms: number): string;
  hex(bytes: number): string;
}

/** Mulberry32: small, even enough for made-up customers, and nothing that anybody has to guess. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const digits = (count: number): string => {
    let text = '';
    while (text.length < count)
      text += Math.floor(next() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, count);
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    weigh(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      const last = items.at(-1);
      if (last === undefined) throw new RangeError('nothing to weigh');
      return last[0];
    },
    id(ms) {
      const time = ms.toString(16).padStart(12, '0');
      const variant = '89ab'[Math.floor(next() * 4)] ?? '8';
      return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
    },
    hex: (bytes) => digits(bytes * 2),
  };
}
