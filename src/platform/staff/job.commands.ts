import { CommandError, type Command } from '../command.ts';
import { isGivenUp, listFailedJobs, retryJob, type FailedJob } from '../jobs/manage-jobs.ts';
import { byOption, readStaff, recordStaffAct } from './read-staff.ts';

const shown = 200;

export const jobCommands: readonly Command[] = [
  {
    name: 'job list',
    summary: 'Lists unfinished jobs that have failed, with their errors.',
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
    summary: 'Retries a failed job at once, with a full set of attempts.',
    usage: '<job> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals: [id = ''], values }, print) {
      const by = await readStaff(platform, values, ['admin']);
      const isRetried = await retryJob(platform.databases, id, (tx, name) =>
        recordStaffAct(tx, platform, by, { act: 'job.retried', subject: name, detail: { job: id } }),
      );
      if (!isRetried)
        throw new CommandError('No waiting job has this id: "praca job list" lists the failed jobs.');
      print(`Job ${id} is retried.`);
    },
  },
];

function describeNext(job: FailedJob): string {
  if (job.is_running) return 'running';
  return isGivenUp(job) ? 'given up' : `again at ${job.run_at.toISOString()}`;
}
