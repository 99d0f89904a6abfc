import { countGivenUp, isGivenUp, listFailedJobs } from '../../jobs/manage-jobs.ts';
import { fill } from '../../pages/fill-text.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { TaskSource } from '../console-page.ts';
import { linkTask } from '../tasks/queue.page.ts';
import { healthTexts, healthWords } from './health-texts.ts';
import { jobsPath, retryGrant } from './jobs.page.ts';

/** Tasks for jobs that were given up, a source for each database. */
export const jobTasks = ({ databases }: Pick<ConsoleContext, 'databases'>): readonly TaskSource[] =>
  databases.map((database) => ({
    name: healthWords.jobs,
    grant: retryGrant,
    page: jobsPath,
    count: (limit) => countGivenUp(database.sql, limit),
    async list(visit, limit) {
      const texts = healthTexts[visit.language];
      const jobs = await listFailedJobs([database], limit);
      return jobs.filter(isGivenUp).map(({ name, error, created_at: since }) => ({
        harm: 'loss',
        since,
        what: fill(texts.failedJob, { name }),
        detail: [texts.givenUp, error].filter((text) => text !== null).join(': '),
        act: linkTask(visit.address(jobsPath), texts.retry),
      }));
    },
  }));
