import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { problem } from '../../platform/problem.ts';
import { StartError } from '../../platform/start-error.ts';
import { readCost, restOf } from './hash-cost.rules.ts';

export interface HasherOptions {
  memoryKib: number;
  passes: number;
  weakAllowed: boolean;
  /** Hashes that may wait; whoever comes then is sent away. */
  queue: number;
  permits?: number;
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

const argon2id = 2;
const leastMemoryKib = 19_456;
const leastPasses = 2;

/**
 * Argon2id with as many hashes at once as there are cores: more would fill libuv's threads, on which files and name
 * lookups wait too, and gain nothing.
 */
export async function createHasher(options: HasherOptions): Promise<Hasher> {
  const { memoryKib, passes } = options;
  if (!options.weakAllowed && (memoryKib < leastMemoryKib || passes < leastPasses)) {
    throw new StartError(
      `PASSWORD_MEMORY_KIB and PASSWORD_PASSES must be at least ${leastMemoryKib} and ${leastPasses}, unless WEAK_HASHES is set.`,
    );
  }
  const parameters: Options = {
    algorithm: argon2id,
    memoryCost: memoryKib,
    timeCost: passes,
    parallelism: 1,
  };
  const turns = createTurns(options.permits ?? availableParallelism(), options.queue);
  // Nobody has this password: it only costs whoever tries it the same time.
  const nobody = await hash(crypto.randomUUID(), parameters);
  const verifyAtFullCost = async (passwordHash: string, password: string): Promise<boolean> => {
    const matches = await verify(passwordHash, password);
    const rest = restOf({ memoryKib, passes }, readCost(passwordHash));
    // Also where next to nothing is left to do: going to another thread and back takes its time, too.
    await hash(password, { ...parameters, memoryCost: rest.memoryKib, timeCost: rest.passes });
    return matches;
  };
  return {
    hash: (password) => turns.take(() => hash(password, parameters)),
    async verify(passwordHash, password) {
      const matches = await turns.take(() => verifyAtFullCost(passwordHash ?? nobody, password));
      return matches && typeof passwordHash === 'string';
    },
    isOutdated(passwordHash) {
      const cost = readCost(passwordHash);
      return !cost || cost.memoryKib < memoryKib || cost.passes < passes;
    },
    get waiting() {
      return turns.waiting;
    },
  };
}

interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
  readonly waiting: number;
}

function createTurns(permits: number, longest: number): Turns {
  let free = permits;
  const queue: Array<() => void> = [];
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else if (queue.length >= longest) {
        throw problem('overloaded', { headers: { 'retry-after': '5' } });
      } else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        const next = queue.shift();
        // The permit passes on to the next in line.
        if (next) next();
        else free += 1;
      }
    },
    get waiting() {
      return queue.length;
    },
  };
}
