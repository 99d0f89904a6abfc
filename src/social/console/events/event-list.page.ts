import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { locales, type Language } from '../../../platform/http/language.ts';
import { drawField, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawBadge, drawChips, drawEmpty, drawPages, drawTable } from '../../../platform/pages/parts.page.ts';
import { listAllEvents } from '../../events/change-event.ts';
import { isInSpotlight, readEventId, type Event } from '../../events/event.rules.ts';
import { listEventsByIds, listSpotlight, searchEvents } from '../../events/list-events.ts';
import type { SocialContext } from '../../social.context.ts';
import { words } from '../words/common-words.ts';
import { readers } from '../words/social-roles.ts';
import { eventTexts as texts, statusWords } from './event-texts.ts';

const path = '/social/events';
const pageSize = 50;
const filters = ['', 'spotlight', 'all'] as const;
type Filter = (typeof filters)[number];

export const eventListPage = (context: SocialContext): ConsolePage => ({
  path,
  grant: readers,
  menu: { label: texts.events, hint: texts.eventsHint, icon: 'calendar', section: words.section },
  async show(visit): Promise<View> {
    const { say } = visit;
    const filter = filters.find((one) => one === visit.query('only')) ?? '';
    const query = { q: visit.query('q').slice(0, 200), from: visit.query('from'), to: visit.query('to') };
    const { events, next } = await findListed(context, visit, filter, query);
    const link = linkQuery(visit.address(path), { only: filter, ...query });
    const labels: Record<Filter, string> = {
      '': say(texts.coming),
      spotlight: say(texts.spotlight),
      all: say(texts.everything),
    };
    return {
      title: say(texts.events),
      lead: say(texts.eventsHint),
      ...(visit.may('POST', '/social/events/new/create')
        ? {
            acts: html`<a class="button" href="${visit.address('/social/events/new')}"
              >${say(texts.create)}</a
            >`,
          }
        : {}),
      body: html`<div class="filters">
          ${drawEventSearch(visit, query)}
          ${drawChips(
            say(texts.which),
            filters.map((one) => ({
              label: labels[one],
              href: linkQuery(visit.address(path), one === '' ? query : {})({ only: one }),
              isCurrent: one === filter,
            })),
          )}
        </div>
        ${drawTable({
          caption: say(texts.events),
          columns: [
            { label: say(texts.event), kind: 'name' },
            { label: say(texts.when) },
            { label: say(texts.city), kind: 'name' },
            { label: say(words.state) },
            { label: say(texts.going), kind: 'number' },
            { label: say(texts.waiting), kind: 'number' },
          ],
          rows: events.map((event) => drawRow(visit, event)),
          empty: drawEmpty(say(texts.none), say(texts.noneText)),
        })}
        ${drawPages({
          newest: visit.query('cursor') !== '' && { label: say(words.newest), href: link() },
          older: next !== undefined && { label: say(words.older), href: link({ cursor: next }) },
        })}`,
    };
  },
});

interface Listed {
  readonly events: readonly Event[];
  readonly next: string | undefined;
}

interface Query {
  readonly q: string;
  readonly from: string;
  readonly to: string;
}

/** Loads events by the query: a number is an id, text or days are searched, and everything else is listed in pages. */
async function findListed(
  context: SocialContext,
  visit: Visit,
  filter: Filter,
  query: Query,
): Promise<Listed> {
  const cursor = visit.query('cursor');
  const eventId = readEventId(query.q.trim());
  if (eventId !== undefined)
    return { events: await listEventsByIds(context, String(eventId), undefined), next: undefined };
  if (filter === 'spotlight') return { events: await listSpotlight(context, undefined), next: undefined };
  if (filter === 'all') {
    const events = await listAllEvents(context, readEventId(cursor), pageSize);
    return { events, next: events.length === pageSize ? String(events.at(-1)?.id) : undefined };
  }
  const given = Object.entries({ ...query, cursor }).filter(([, text]) => text !== '');
  return searchEvents(context, { viewerId: undefined, limit: pageSize, ...Object.fromEntries(given) });
}

const drawEventSearch = (visit: Visit, { q, from, to }: Query): Html =>
  html`<form class="form line" method="get" action="${visit.address(path)}" role="search">
    ${drawField({ name: 'q', label: visit.say(texts.searchEvents), type: 'search', value: q, required: false, maxLength: 200 })}
    ${drawField({ name: 'from', label: visit.say(texts.from), type: 'date', value: from, required: false })}
    ${drawField({ name: 'to', label: visit.say(texts.to), type: 'date', value: to, required: false })}
    ${drawHidden('only', '')}
    <button type="submit" class="plain">${visit.say(words.search)}</button>
  </form>`;

/** Formats the start in the event's own time zone. */
export const formatWhen = ({ startsAt, timezone }: Event, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(startsAt);

export function drawEventState({ say, nowMs }: Visit, event: Event): Html {
  const isOver = event.endsAt.getTime() <= nowMs;
  const tone =
    event.status === 'EventCancelled' ? 'bad' : event.status === 'EventScheduled' ? 'good' : 'warn';
  return html`<span class="row tight"
    >${
      isOver && event.status !== 'EventCancelled'
        ? drawBadge(say(texts.over))
        : drawBadge(say(statusWords[event.status]), tone)
    }${isInSpotlight(event, nowMs) && drawBadge(say(texts.spotlight), 'warn')}</span
  >`;
}

const drawRow = (visit: Visit, event: Event): (Html | string)[] => [
  html`<a href="${visit.address(`${path}/${event.id}`)}">${event.name}</a>`,
  html`<span class="whole">${formatWhen(event, visit.language)}</span>`,
  html`<span>${event.city}, ${event.state}</span>`,
  drawEventState(visit, event),
  event.capacity === null ? String(event.participants) : `${event.participants} / ${event.capacity}`,
  String(event.waiting),
];
