/** What one Argon2 hash costs is set by these two. */
export interface HashCost {
  memoryKib: number;
  passes: number;
}

/** Nothing where the text is no Argon2 hash. */
export function readCost(passwordHash: string): HashCost | undefined {
  const found = /\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash);
  return found ? { memoryKib: Number(found[1]), passes: Number(found[2]) } : undefined;
}

/** Getting and clearing the memory takes about half as long as passing over it once, measured from 1 to 64 MiB. */
const passesOfClearing = 0.5;
/** Argon2 takes no less with one lane. */
const leastMemoryKib = 8;

const timeOf = (cost: HashCost): number => cost.memoryKib * (cost.passes + passesOfClearing);

/**
 * The cost of a second hash after one that cost `done`, so that both take as long as one of `full`. Nothing where less is
 * lacking than the cheapest hash takes.
 */
export function restOf(full: HashCost, done: HashCost | undefined): HashCost | undefined {
  const rest = timeOf(full) - (done ? timeOf(done) : 0);
  if (rest < timeOf({ memoryKib: leastMemoryKib, passes: 1 })) return undefined;
  // In no more memory than a hash of the settings takes: that is what the machine was measured for.
  const passes = Math.max(1, Math.ceil(rest / full.memoryKib - passesOfClearing));
  const memoryKib = Math.max(leastMemoryKib, Math.round(rest / (passes + passesOfClearing)));
  return { memoryKib, passes };
}
