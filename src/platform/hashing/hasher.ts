import { hash } from '@node-rs/argon2';
import { StartError } from '../start-error.ts';
import { readCost, restOf, type HashCost } from './hash-cost.rules.ts';
import { createHashingPool } from './hashing-pool.ts';

export interface HasherOptions {
  memoryKib: number;
  passes: number;
  weakAllowed: boolean;
  /** Hashes that may wait; beyond them the answer is 503. */
  queue: number;
  /** At once; no more than there are cores for this process. */
  threads: number;
  /** Another one for tests, which look at what it is asked for. */
  createPool?: typeof createHashingPool;
}

export interface Hasher {
  hash(password: string): Promise<string>;
  /**
   * Costs what a hash costs now, also where there is none (then the answer is no) or where it was made with less: how
   * long a sign-in takes must not tell who has an account. One that was made with more costs more.
   */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** The hash was made with less than what is asked for now. */
  isOutdated(passwordHash: string): boolean;
  readonly waiting: number;
}

const leastMemoryKib = 19_456;
const leastPasses = 2;
/** About as many as the main thread can keep busy. For more cores there are more processes (`WORKERS`). */
const mostThreads = 8;

export function refuseWeakHashes({
  memoryKib,
  passes,
  weakAllowed,
}: Pick<HasherOptions, 'memoryKib' | 'passes' | 'weakAllowed'>): void {
  if (weakAllowed || (memoryKib >= leastMemoryKib && passes >= leastPasses)) return;
  throw new StartError(
    `PASSWORD_MEMORY_KIB and PASSWORD_PASSES must be at least ${leastMemoryKib} and ${leastPasses}, unless WEAK_HASHES is set.`,
  );
}

/** Argon2id on threads of its own. */
export async function createHasher(options: HasherOptions): Promise<Hasher> {
  const { memoryKib, passes, createPool = createHashingPool } = options;
  refuseWeakHashes(options);
  const cost: HashCost = { memoryKib, passes };
  const threads = createPool({
    threads: Math.min(options.threads, mostThreads),
    queue: options.queue,
  });
  // Verified where there is no hash, so that it takes the same time. Not made on those threads: a process in which nobody
  // signs in starts none.
  const nobody = await hash(crypto.randomUUID(), { memoryCost: memoryKib, timeCost: passes, parallelism: 1 });
  return {
    async hash(password) {
      return String(await threads.run({ kind: 'hash', password, cost }));
    },
    async verify(passwordHash, password) {
      const known = passwordHash ?? nobody;
      const rest = restOf(cost, readCost(known));
      const matches = await threads.run({ kind: 'verify', password, passwordHash: known, rest });
      return matches === true && typeof passwordHash === 'string';
    },
    isOutdated(passwordHash) {
      const made = readCost(passwordHash);
      return !made || made.memoryKib < memoryKib || made.passes < passes;
    },
    get waiting() {
      return threads.waiting;
    },
  };
}
