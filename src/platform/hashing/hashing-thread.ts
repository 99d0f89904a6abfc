import { parentPort } from 'node:worker_threads';
import { performJob, type HashJob } from './hash-job.ts';

/** Answers are sent in the order of the jobs. */
export type HashAnswer = { readonly result: string | boolean } | { readonly error: string };

function answer(job: HashJob): HashAnswer {
  try {
    return { result: performJob(job) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answer(job)));
