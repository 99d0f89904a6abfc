import { hash } from '@node-rs/argon2';
import { StartError } from '../start-error.ts';
import { readCost, restOf, type HashCost } from './hash-cost.rules.ts';
import { createHashingPool } from './hashing-pool.ts';

export interface HasherOptions {
  memoryKib: number;
  passes: number;
  weakAllowed: boolean;
  /** Maximum number of waiting hashes. Beyond it requests get 503. */
  queue: number;
  /** Maximum number of simultaneous hashes; at most the number of cores for this process. */
  threads: number;
  /** Replaced by tests to observe the jobs. */
  createPool?: typeof createHashingPool;
}

export interface Hasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password in the time of one configured hash, even if there is no hash (the result is then false) or the
   * hash is cheaper: the duration of a sign-in must not reveal whether an account exists. A more expensive hash takes
   * longer.
   */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** Returns true if the hash has a lower cost than configured. */
  isOutdated(passwordHash: string): boolean;
  readonly waiting: number;
}

const leastMemoryKib = 19_456;
const leastPasses = 2;
/** About as many threads as one main thread can keep busy. Machines with more cores run more processes (`WORKERS`). */
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

/** Creates a hasher that runs Argon2id in its own threads. */
export async function createHasher(options: HasherOptions): Promise<Hasher> {
  const { memoryKib, passes, createPool = createHashingPool } = options;
  refuseWeakHashes(options);
  const cost: HashCost = { memoryKib, passes };
  const threads = createPool({
    threads: Math.min(options.threads, mostThreads),
    queue: options.queue,
  });
  // Verified if an account has no hash, so that it takes the same time. Computed outside the thread pool: a process
  // without sign-ins starts no threads.
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
