import { CommandError, type Command } from '../command.ts';
import { listFailedJobs, retryJob } from './manage-jobs.ts';

const shown = 200;

export const jobCommands: readonly Command[] = [
  {
    name: 'job list',
    summary: 'Lists jobs that have failed and are not done, with what they failed by.',
    positionals: 0,
    async run({ databases }, _input, print) {
      const jobs = await listFailedJobs(databases, shown);
      if (jobs.length === 0) print('No job has failed.');
      for (const { id, name, attempts, max_attempts: most, error, run_at: at } of jobs) {
        const when = attempts >= most ? 'given up' : `again at ${at.toISOString()}`;
        print(`${id}  ${name}  ${attempts} of ${most} attempts, ${when}  ${error ?? ''}`);
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
