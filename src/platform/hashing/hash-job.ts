import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from './hash-cost.rules.ts';

/** A job for a hashing thread: create a hash, or verify a password. */
export type HashJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: HashCost }
  | {
      readonly kind: 'verify';
      readonly password: string;
      readonly passwordHash: string;
      /** Cost of a second hash, whose result is dropped, so that every verification takes the same time. */
      readonly rest: HashCost | undefined;
    };

interface Argon2 {
  readonly hashSync: typeof hashSync;
  readonly verifySync: typeof verifySync;
}

const argon2id = 2;

export function performJob(job: HashJob, argon2: Argon2 = { hashSync, verifySync }): string | boolean {
  const hashAt = ({ memoryKib, passes }: HashCost): string =>
    argon2.hashSync(job.password, {
      algorithm: argon2id,
      memoryCost: memoryKib,
      timeCost: passes,
      parallelism: 1,
    });
  if (job.kind === 'hash') return hashAt(job.cost);
  const matches = argon2.verifySync(job.passwordHash, job.password);
  if (job.rest) hashAt(job.rest);
  return matches;
}
