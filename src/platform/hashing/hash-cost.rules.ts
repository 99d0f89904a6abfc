/** The parameters that determine the cost of one Argon2 hash. */
export interface HashCost {
  memoryKib: number;
  passes: number;
}

/** Reads the cost from a hash. Returns undefined if the text is not an Argon2 hash. */
export function readCost(passwordHash: string): HashCost | undefined {
  const found = /\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash);
  return found ? { memoryKib: Number(found[1]), passes: Number(found[2]) } : undefined;
}

/** Time to allocate and clear the memory, in passes over it. Measured from 1 to 64 MiB. */
const passesOfClearing = 0.5;
/** The smallest memory that Argon2 accepts with one lane. */
const leastMemoryKib = 8;

const timeOf = (cost: HashCost): number => cost.memoryKib * (cost.passes + passesOfClearing);

/**
 * Returns the cost of a second hash, so that it and one of cost `done` take as long as one of cost `full`. Returns
 * undefined if the rest is smaller than the cheapest hash.
 */
export function restOf(full: HashCost, done: HashCost | undefined): HashCost | undefined {
  const rest = timeOf(full) - (done ? timeOf(done) : 0);
  if (rest < timeOf({ memoryKib: leastMemoryKib, passes: 1 })) return undefined;
  // Uses no more memory than a configured hash, because the machine's memory was planned for that.
  const passes = Math.max(1, Math.ceil(rest / full.memoryKib - passesOfClearing));
  const memoryKib = Math.max(leastMemoryKib, Math.round(rest / (passes + passesOfClearing)));
  return { memoryKib, passes };
}
