import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawBadge, drawChips, drawEmpty, drawPages, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { stateOf } from '../../safety/appeals/appeal.rules.ts';
import { listCases, type Case, type CaseKind } from '../../safety/moderation/list-cases.ts';
import { listReports, type ReportRow } from '../../safety/reports/list-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { peopleTexts as people } from '../people/people-texts.ts';
import { drawPersonStates, isErased } from '../people/person-states.page.ts';
import { categoryWords, outcomeWords } from '../people/story-texts.ts';
import { words } from '../words/common-words.ts';
import { readers } from '../words/social-roles.ts';
import { queueTexts as texts } from './queue-texts.ts';

export const reportsPath = '/social/reports';
const pageSize = 30;
const filters = ['', 'hidden', 'appeals', 'events', 'settled'] as const;
type Filter = (typeof filters)[number];

export const queuePage = (context: SocialContext): ConsolePage => ({
  path: reportsPath,
  grant: readers,
  menu: { label: texts.reports, hint: texts.reportsHint, icon: 'flag', section: words.section },
  async show(visit): Promise<View> {
    const filter = filters.find((one) => one === visit.query('only')) ?? '';
    const link = linkQuery(visit.address(reportsPath), { only: filter });
    const { table, next } = await drawFiltered(context, visit, filter);
    // Reported events are shown below the people, only on the first unfiltered page.
    const isFirst = filter === '' && visit.query('cursor') === '';
    const events = isFirst
      ? await listReports(context, { closed: false, event: 'any', limit: pageSize })
      : undefined;
    const labels: Record<Filter, string> = {
      '': visit.say(texts.waiting),
      hidden: visit.say(texts.hidden),
      appeals: visit.say(texts.appeals),
      events: visit.say(texts.events),
      settled: visit.say(texts.settled),
    };
    return {
      title: visit.say(texts.reports),
      lead: visit.say(texts.reportsHint),
      body: html`<div class="filters">
          ${drawChips(
            visit.say(texts.filter),
            filters.map((one) => ({
              label: labels[one],
              href: link({ only: one }),
              isCurrent: one === filter,
            })),
          )}
        </div>
        <div id="queue" class="stack" data-live="10">
          ${table}
          ${drawPages({
            newest: visit.query('cursor') !== '' && { label: visit.say(words.newest), href: link() },
            older: next !== undefined && { label: visit.say(words.older), href: link({ cursor: next }) },
          })}
          ${
            events !== undefined &&
            events.reports.length > 0 &&
            html`<section class="stack tight">
              <h2>${visit.say(texts.reportedEvents)}</h2>
              ${drawEventReports(visit, events.reports)}
              ${drawPages({
                newest: false,
                older: events.next !== undefined && {
                  label: visit.say(words.older),
                  href: link({ only: 'events', cursor: events.next }),
                },
              })}
            </section>`
          }
        </div>`,
    };
  },
});

interface Drawn {
  readonly table: Html;
  readonly next: string | undefined;
}

async function drawFiltered(context: SocialContext, visit: Visit, filter: Filter): Promise<Drawn> {
  if (filter === 'settled') return drawSettled(context, visit);
  if (filter !== 'events') return drawWaiting(context, visit, filter === '' ? undefined : filter);
  const page = { closed: false, event: 'any', limit: pageSize, ...cursorOf(visit) } as const;
  const { reports, next } = await listReports(context, page);
  return { table: drawEventReports(visit, reports), next };
}

const cursorOf = (visit: Visit): { cursor?: string } => {
  const cursor = visit.query('cursor');
  return cursor === '' ? {} : { cursor };
};

async function drawWaiting(context: SocialContext, visit: Visit, only: CaseKind | undefined): Promise<Drawn> {
  const { cases, next } = await listCases(context, { limit: pageSize, only, ...cursorOf(visit) });
  const { say } = visit;
  const table = drawTable({
    caption: say(texts.reports),
    columns: [
      { label: say(words.person), kind: 'name' },
      { label: say(texts.why) },
      { label: say(words.state) },
      { label: say(texts.open), kind: 'number' },
      { label: say(texts.reporters), kind: 'number' },
      { label: say(texts.ever), kind: 'number' },
      { label: say(texts.since) },
    ],
    rows: cases.map((one) => drawCase(visit, one)),
    empty:
      only === undefined
        ? drawEmpty(say(texts.empty), say(texts.emptyText))
        : drawEmpty(
            say(texts.emptySome),
            say(texts.emptySomeText),
            html`<a class="button plain" href="${visit.address(reportsPath)}">${say(words.all)}</a>`,
          ),
  });
  return { table, next };
}

function drawCase(visit: Visit, { about, appeals }: Case): (Html | string)[] {
  const { say, language, nowMs } = visit;
  const why = Object.entries(about.categories)
    .toSorted(([, one], [, other]) => other - one)
    .map(([category, count]) =>
      drawBadge(`${say(categoryWords(category))} ${count > 1 ? `× ${count}` : ''}`.trim()),
    );
  if (appeals.some((appeal) => stateOf(appeal) === 'open')) why.unshift(drawBadge(say(texts.appeal), 'warn'));
  return [
    html`<a href="${visit.address(`/social/people/${about.userId}`)}"
      >${isErased(about) ? say(people.erased) : about.name}</a
    >`,
    html`<span class="row tight">${why}</span>`,
    drawPersonStates(visit, about),
    String(about.openReports),
    String(about.openReporters),
    String(about.reports),
    about.openedAt === null ? '–' : drawTime(about.openedAt, language, nowMs),
  ];
}

function drawEventReports(visit: Visit, reports: readonly ReportRow[]): Html {
  const { say, language, nowMs } = visit;
  return drawTable({
    caption: say(texts.reportedEvents),
    columns: [
      { label: say(texts.event), kind: 'name' },
      { label: say(texts.why) },
      { label: say(texts.reason), kind: 'name' },
      { label: say(texts.since) },
    ],
    rows: reports.map((report) => [
      drawReported(visit, report),
      drawBadge(say(categoryWords(report.category))),
      html`<span>${report.reason}</span>`,
      drawTime(report.created_at, language, nowMs),
    ]),
    empty: drawEmpty(say(texts.emptySome), say(texts.emptySomeText)),
  });
}

/** Renders the reported person or event as a link to its page. */
function drawReported(visit: Visit, report: ReportRow): Html | string {
  const name = report.reported_name ?? visit.say(texts.gone);
  if (report.event_id !== null)
    return html`<a href="${visit.address(`/social/events/${report.event_id}`)}">${name}</a>`;
  return report.reported_id === null
    ? name
    : html`<a href="${visit.address(`/social/people/${report.reported_id}`)}">${name}</a>`;
}

async function drawSettled(context: SocialContext, visit: Visit): Promise<Drawn> {
  const { reports, next } = await listReports(context, {
    closed: true,
    limit: pageSize,
    ...cursorOf(visit),
  });
  const { say, language, nowMs } = visit;
  const table = drawTable({
    caption: say(texts.settled),
    columns: [
      { label: say(words.person), kind: 'name' },
      { label: say(texts.why) },
      { label: say(texts.reason), kind: 'name' },
      { label: say(texts.outcome) },
      { label: say(texts.reported) },
      { label: say(texts.closed) },
    ],
    rows: reports.map((report) => [
      drawReported(visit, report),
      drawBadge(say(categoryWords(report.category))),
      html`<span>${report.reason}</span>`,
      report.outcome === null ? '–' : say(outcomeWords[report.outcome]),
      drawTime(report.created_at, language, nowMs),
      report.closed_at === null ? '–' : drawTime(report.closed_at, language, nowMs),
    ]),
    empty: drawEmpty(say(texts.emptySome), say(texts.emptySomeText)),
  });
  return { table, next };
}
