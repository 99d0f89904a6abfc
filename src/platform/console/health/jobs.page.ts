import { html, type Html } from '../../http/page.ts';
import { countAllJobs, isGivenUp, listFailedJobs, retryJob, type FailedJob } from '../../jobs/manage-jobs.ts';
import { fill } from '../../pages/fill-text.ts';
import { drawHidden } from '../../pages/form-parts.page.ts';
import { drawBadge, drawEmpty, drawTable } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import { problem } from '../../problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleAct, ConsolePage, Visit } from '../console-page.ts';
import type { Grant } from '../people/roles.rules.ts';
import { healthTexts, healthWords } from './health-texts.ts';

const shown = 200;
export const jobsPath = '/jobs';
export const retryGrant: Grant = { staff: ['admin'] };

/** Shows the failed jobs of all services. */
export const jobsPage = (context: ConsoleContext): ConsolePage => ({
  path: jobsPath,
  grant: { staff: ['admin', 'support', 'viewer'] },
  menu: { label: healthWords.jobs, hint: healthWords.jobsHint, icon: 'play', section: healthWords.section },
  async show(visit) {
    const texts = healthTexts[visit.language];
    const [jobs, counts] = await Promise.all([
      listFailedJobs(context.databases, shown),
      countAllJobs(context.databases),
    ]);
    const mayRetry = visit.may('POST', '/jobs/retry');
    return {
      title: texts.jobs,
      lead: fill(texts.jobsLead, { ...counts }),
      body: drawTable({
        caption: texts.jobs,
        columns: [
          { label: texts.job, kind: 'name' },
          { label: texts.status },
          { label: texts.attempts, kind: 'number' },
          { label: texts.error, kind: 'name' },
          { label: texts.next },
          { label: texts.since },
          ...(mayRetry ? [{ label: texts.acts, kind: 'acts' } as const] : []),
        ],
        rows: jobs.map((job) => [
          job.name,
          drawState(visit, job),
          `${job.attempts} / ${job.max_attempts}`,
          job.error ?? '–',
          job.is_running || isGivenUp(job) ? '–' : drawTime(job.run_at, visit.language, visit.nowMs),
          drawTime(job.created_at, visit.language, visit.nowMs),
          ...(mayRetry ? [job.is_running ? '' : drawRetry(visit, job)] : []),
        ]),
        empty: drawEmpty(texts.noJobs, texts.noJobsText),
      }),
    };
  },
});

function drawState(visit: Visit, job: FailedJob): Html {
  const texts = healthTexts[visit.language];
  if (job.is_running) return drawBadge(texts.running, 'good');
  return isGivenUp(job) ? drawBadge(texts.givenUp, 'bad') : drawBadge(texts.triedAgain, 'warn');
}

const drawRetry = (visit: Visit, { id, name }: FailedJob): Html =>
  html`<form method="post" action="${visit.address('/jobs/retry')}">
    <input type="hidden" name="form_token" value="${visit.formToken}" />
    ${drawHidden('job', id)}
    <button type="submit" class="plain slim" aria-label="${healthTexts[visit.language].retry}: ${name}">
      ${healthTexts[visit.language].retry}
    </button>
  </form>`;

export const retryJobAct = (context: ConsoleContext): ConsoleAct => ({
  path: '/jobs/retry',
  grant: retryGrant,
  fresh: false,
  name: 'job.retried',
  label: healthWords.retried,
  page: jobsPath,
  async perform(visit, fields) {
    const id = fields('job');
    const done = await retryJob(context.databases, id, (tx, name) =>
      visit.record(tx, { subject: name, detail: { job: id } }),
    );
    if (!done) throw problem('invalid_input', { say: healthWords.faultGone });
    return { to: '/jobs' };
  },
});
