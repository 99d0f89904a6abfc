import { html, type Html } from '../../http/page.ts';
import { fill } from '../../pages/fill-text.ts';
import { formatAmount } from '../../pages/figures.page.ts';
import { drawBadge, drawEmpty, drawFacts, drawNotice, drawTable } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePage, Visit } from '../console-page.ts';
import { loadOf, parseFigures, sumOf, type Figure, type RouteLoad } from './figures.rules.ts';
import { healthTexts, healthWords } from './health-texts.ts';
import {
  listAway,
  listLeaderships,
  listMachines,
  listSessions,
  type Leadership,
  type Machine,
  type Sessions,
} from './read-machines.ts';

const shownRoutes = 20;
/** Alert limit from docs/operations/monitoring.md. */
const lagLimitSeconds = 0.1;

export const healthPage = (context: ConsoleContext): ConsolePage => ({
  path: '/health',
  grant: { staff: ['admin', 'viewer'] },
  menu: {
    label: healthWords.health,
    hint: healthWords.healthHint,
    icon: 'chart',
    section: healthWords.section,
  },
  async show(visit) {
    const texts = healthTexts[visit.language];
    const [text, away, machines, leaderships, sessions] = await Promise.all([
      context.readFigures(),
      listAway(context),
      listMachines(context),
      listLeaderships(context),
      listSessions(context),
    ]);
    const figures = parseFigures(text);
    const load = loadOf(figures);
    return {
      title: texts.health,
      lead: texts.healthLead,
      body: html`<div class="stack" id="health" data-live="2">
        ${away.map((name) => drawNotice(fill(texts.away, { name }), 'bad'))}
        <section class="card" aria-labelledby="now-title">
          <h2 id="now-title">${texts.now}</h2>
          ${drawNow(visit, figures, load)}
        </section>
        ${drawProcesses(visit, machines)} ${drawLeaders(visit, leaderships)} ${drawSessions(visit, sessions)}
        ${drawRoutes(visit, load.slice(0, shownRoutes))}
      </div>`,
    };
  },
});

const whole = (visit: Visit, value: number): string =>
  formatAmount(String(Math.round(value)), visit.language);

function drawNow(visit: Visit, figures: readonly Figure[], load: readonly RouteLoad[]): Html {
  const texts = healthTexts[visit.language];
  const startedSeconds = Math.max(
    ...figures.filter(({ name }) => name === 'process_start_time_seconds').map(({ value }) => value),
  );
  const lag = Math.max(
    0,
    ...figures.filter(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds').map(({ value }) => value),
  );
  const jobs = (state: string): number =>
    sumOf(
      figures.filter(({ labels }) => labels['state'] === state),
      'jobs_waiting',
    ) ?? 0;
  const waiting = sumOf(figures, 'database_pool_waiting') ?? 0;
  const judge = (isFine: boolean): Html =>
    isFine ? drawBadge(texts.fine, 'good') : drawBadge(texts.look, 'warn');
  const requests = load.reduce((sum, route) => sum + route.requests, 0);
  const errors = load.reduce((sum, route) => sum + route.errors, 0);
  return drawFacts([
    [
      texts.uptime,
      Number.isFinite(startedSeconds)
        ? drawTime(new Date(startedSeconds * 1000), visit.language, visit.nowMs)
        : '–',
    ],
    [
      texts.requests,
      html`${fill(texts.requestsText, { count: whole(visit, requests), errors: whole(visit, errors) })}
      ${judge(errors * 100 <= requests)}`,
    ],
    [
      texts.lag,
      html`${formatAmount((lag * 1000).toFixed(1), visit.language)} ms ${judge(lag <= lagLimitSeconds)}`,
    ],
    [texts.memory, `${whole(visit, (sumOf(figures, 'process_resident_memory_bytes') ?? 0) / 1_048_576)} MiB`],
    [
      texts.pool,
      html`${fill(texts.poolWaiting, {
        size: whole(visit, sumOf(figures, 'database_pool_size') ?? 0),
        waiting: whole(visit, waiting),
      })}
      ${judge(waiting === 0)}`,
    ],
    [
      texts.jobs,
      html`${fill(texts.jobsWaiting, { due: whole(visit, jobs('due')), failing: whole(visit, jobs('failing')) })}
      ${judge(jobs('failing') === 0)}`,
    ],
  ]);
}

const section = (id: string, title: string, body: Html): Html =>
  html`<section class="stack" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

function drawProcesses(visit: Visit, machines: readonly Machine[]): Html {
  const texts = healthTexts[visit.language];
  return section(
    'processes-title',
    texts.processes,
    drawTable({
      caption: texts.processes,
      columns: [{ label: texts.process }, { label: texts.machine }, { label: texts.uptime }],
      rows: machines.map(({ pid, address, started_at: at }) => [
        String(pid),
        address ?? texts.local,
        drawTime(at, visit.language, visit.nowMs),
      ]),
      empty: drawEmpty(texts.nobodyElse, texts.nobodyElseText),
    }),
  );
}

function drawLeaders(visit: Visit, leaderships: readonly Leadership[]): Html {
  const texts = healthTexts[visit.language];
  return section(
    'leaders-title',
    texts.leaders,
    drawTable({
      caption: texts.leaders,
      columns: [{ label: texts.work, kind: 'name' }, { label: texts.leader }, { label: texts.machine }],
      rows: gather(leaderships).map(({ name, leader }) => [
        name,
        leader ? fill(texts.session, { pid: leader.pid }) : drawBadge(texts.nobody, 'bad'),
        leader ? (leader.address ?? texts.local) : '–',
      ]),
      empty: drawEmpty(texts.nobodyElse, texts.nobodyElseText),
    }),
  );
}

/** Groups the leaderships of one process, such as `chain:BTC` and `chain:LTC`, into one row. */
function gather(leaderships: readonly Leadership[]): Leadership[] {
  const kindOf = (name: string): string => name.split(':')[0] ?? name;
  const groups = Map.groupBy(leaderships, ({ name, leader }) => `${kindOf(name)} ${leader?.pid ?? ''}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const rest = others.map(({ name }) => name.slice(kindOf(name).length + 1));
    return [{ name: [first.name.replace(':', ': '), ...rest].join(', '), leader: first.leader }];
  });
}

function drawSessions(visit: Visit, sessions: readonly Sessions[]): Html {
  const texts = healthTexts[visit.language];
  return section(
    'sessions-title',
    texts.sessions,
    drawTable({
      caption: texts.sessions,
      columns: [
        { label: texts.application, kind: 'name' },
        { label: texts.active, kind: 'number' },
        { label: texts.idle, kind: 'number' },
        { label: texts.other, kind: 'number' },
      ],
      rows: sessions.map(({ application, active, idle, other }) => [
        application,
        String(active),
        String(idle),
        String(other),
      ]),
      empty: html``,
    }),
  );
}

function drawRoutes(visit: Visit, load: readonly RouteLoad[]): Html {
  const texts = healthTexts[visit.language];
  return section(
    'routes-title',
    texts.routes,
    drawTable({
      caption: texts.routes,
      columns: [
        { label: texts.route, kind: 'name' },
        { label: texts.requests, kind: 'number' },
        { label: texts.failed, kind: 'number' },
        { label: texts.mean, kind: 'number' },
        { label: texts.p99, kind: 'number' },
      ],
      rows: load.map(({ route, requests, errors, meanMs, p99Ms }) => [
        route,
        whole(visit, requests),
        errors > 0 ? drawBadge(whole(visit, errors), 'bad') : '0',
        `${formatAmount(meanMs.toFixed(1), visit.language)} ms`,
        p99Ms === undefined
          ? texts.longer
          : fill(texts.upTo, { ms: formatAmount(String(p99Ms), visit.language) }),
      ]),
      empty: drawEmpty(texts.noRoutes, texts.noRoutesText),
    }),
  );
}
