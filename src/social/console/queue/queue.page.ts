import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawBadge, drawChips, drawEmpty, drawPages, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { stateOf } from '../../appeals/appeal.rules.ts';
import { listCases, type Case, type CaseKind } from '../../moderation/list-cases.ts';
import { listReports } from '../../reports/list-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { peopleTexts as people } from '../people/people-texts.ts';
import { drawPersonStates, isErased } from '../people/person-states.page.ts';
import { categoryWords } from '../people/story-texts.ts';
import { words } from '../words/common-words.ts';
import { readers } from '../words/social-roles.ts';
import { queueTexts as texts } from './queue-texts.ts';

const path = '/social/reports';
const pageSize = 30;
const filters = ['', 'hidden', 'appeals', 'settled'] as const;
type Filter = (typeof filters)[number];

export const queuePage = (context: SocialContext): ConsolePage => ({
  path,
  grant: readers,
  menu: { label: texts.reports, hint: texts.reportsHint, icon: 'flag', section: words.section },
  async show(visit): Promise<View> {
    const filter = filters.find((one) => one === visit.query('only')) ?? '';
    const link = linkQuery(visit.address(path), { only: filter });
    const { table, next } = await (filter === 'settled'
      ? drawSettled(context, visit)
      : drawWaiting(context, visit, filter === '' ? undefined : filter));
    const labels: Record<Filter, string> = {
      '': visit.say(texts.waiting),
      hidden: visit.say(texts.hidden),
      appeals: visit.say(texts.appeals),
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
        <div id="queue" data-live="10">
          ${table}
          ${drawPages({
            newest: visit.query('cursor') !== '' && { label: visit.say(words.newest), href: link() },
            older: next !== undefined && { label: visit.say(words.older), href: link({ cursor: next }) },
          })}
        </div>`,
    };
  },
});

interface Drawn {
  readonly table: Html;
  readonly next: string | undefined;
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
            html`<a class="button plain" href="${visit.address(path)}">${say(words.all)}</a>`,
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
      { label: say(texts.reported) },
      { label: say(texts.closed) },
    ],
    rows: reports.map((report) => [
      report.reported_id === null
        ? say(texts.gone)
        : html`<a href="${visit.address(`/social/people/${report.reported_id}`)}"
            >${report.reported_name ?? say(texts.gone)}</a
          >`,
      drawBadge(say(categoryWords(report.category))),
      html`<span>${report.reason}</span>`,
      drawTime(report.created_at, language, nowMs),
      report.closed_at === null ? '–' : drawTime(report.closed_at, language, nowMs),
    ]),
    empty: drawEmpty(say(texts.emptySome), say(texts.emptySomeText)),
  });
  return { table, next };
}
