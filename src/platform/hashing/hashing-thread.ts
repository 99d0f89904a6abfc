import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from './hash-cost.rules.ts';

/** What a thread is asked for: a new hash, or whether a password is that of a hash. */
export type HashJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: HashCost }
  | {
      readonly kind: 'verify';
      readonly password: string;
      readonly passwordHash: string;
      /** Of a second hash that nobody needs: every verification is to take the same time. */
      readonly rest: HashCost | undefined;
    };

/** Answers come in the order of the jobs. */
export type HashAnswer = { readonly result: string | boolean } | { readonly error: string };

const argon2id = 2;

const hashAt = (password: string, { memoryKib, passes }: HashCost): string =>
  hashSync(password, { algorithm: argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: 1 });

function perform(job: HashJob): string | boolean {
  if (job.kind === 'hash') return hashAt(job.password, job.cost);
  const matches = verifySync(job.passwordHash, job.password);
  if (job.rest) hashAt(job.password, job.rest);
  return matches;
}

function answer(job: HashJob): HashAnswer {
  try {
    return { result: perform(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answer(job)));
