import { CommandError, type Command } from '../command.ts';
import { isGivenUp, listFailedJobs, retryJob, type FailedJob } from './manage-jobs.ts';

const shown = 200;

export const jobCommands: readonly Command[] = [
  {
    name: 'job list',
    summary: 'Lists jobs that have failed and are not done, with what they failed by.',
    positionals: 0,
    async run({ databases }, _input, print) {
      const jobs = await listFailedJobs(databases, shown);
      if (jobs.length === 0) print('No job has failed.');
      for (const job of jobs) {
        const { id, name, attempts, max_attempts: most, error } = job;
        print(`${id}  ${name}  ${attempts} of ${most} attempts, ${describeNext(job)}  ${error ?? ''}`);
      }
    },
  },
  {
    name: 'job retry',
    summary: 'Lets such a job be tried at once, with all its attempts anew.',
    usage: '<job>',
    positionals: 1,
    async run({ databases }, { positionals: [id = ''] }, print) {
      if (!(await retryJob(databases, id)))
        throw new CommandError('There is no such job that waits: "praca job list" shows those that failed.');
      print(`Job ${id} is tried again.`);
    },
  },
];

function describeNext(job: FailedJob): string {
  if (job.is_running) return 'running';
  return isGivenUp(job) ? 'given up' : `again at ${job.run_at.toISOString()}`;
}
