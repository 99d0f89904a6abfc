import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawSearch } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawChips, drawEmpty, drawPages, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { SocialContext } from '../../social.context.ts';
import { words } from '../words/common-words.ts';
import { readers } from '../words/social-roles.ts';
import { searchPeople, type ListedPerson } from './find-people.ts';
import { peopleTexts as texts } from './people-texts.ts';
import { drawPersonStates, isErased } from './person-states.page.ts';

const path = '/social/people';
const filters = ['', 'suspended', 'hidden'] as const;

export const peoplePage = (context: SocialContext): ConsolePage => ({
  path,
  grant: readers,
  menu: {
    label: texts.people,
    hint: texts.peopleHint,
    icon: 'people',
    section: words.section,
    search: texts.searchPeople,
  },
  async show(visit): Promise<View> {
    const { say } = visit;
    const text = visit.query('q').slice(0, 200);
    const filter = filters.find((one) => one === visit.query('only')) ?? '';
    const cursor = visit.query('cursor');
    const { people, next } = await searchPeople(context, text, filter === '' ? null : filter, cursor);
    const link = linkQuery(visit.address(path), { q: text, only: filter });
    const labels = { '': words.all, suspended: texts.suspended, hidden: texts.hidden };
    return {
      title: say(texts.people),
      lead: say(texts.peopleHint),
      body: html`<div class="filters">
          ${drawSearch({
            action: visit.address(path),
            label: say(texts.searchPeople),
            button: say(words.search),
            value: text,
            kept: filter === '' ? {} : { only: filter },
          })}
          ${drawChips(
            say(words.state),
            filters.map((one) => ({
              label: say(labels[one]),
              href: link({ only: one }),
              isCurrent: one === filter,
            })),
          )}
        </div>
        ${drawTable({
          caption: say(texts.people),
          columns: [
            { label: say(words.name), kind: 'name' },
            { label: say(texts.place), kind: 'name' },
            { label: say(words.state) },
            { label: say(texts.openReports), kind: 'number' },
            { label: say(texts.joined) },
            { label: say(texts.lastActive) },
          ],
          rows: people.map((person) => drawRow(visit, person)),
          empty: drawEmpty(say(texts.nobody), say(texts.nobodyText)),
        })}
        ${drawPages({
          newest: cursor !== '' && { label: say(words.newest), href: link() },
          older: next !== undefined && { label: say(words.older), href: link({ cursor: next }) },
        })}`,
    };
  },
});

const drawRow = (visit: Visit, person: ListedPerson): (Html | string)[] => [
  html`<span
    ><a href="${visit.address(`${path}/${person.id}`)}"
      >${isErased(person) ? visit.say(texts.erased) : person.name}</a
    >${person.email !== null && html`<br /><span class="soft small">${person.email}</span>`}</span
  >`,
  html`<span>${person.location === '' ? '–' : person.location}</span>`,
  drawPersonStates(visit, person),
  String(person.openReports),
  drawTime(person.createdAt, visit.language, visit.nowMs),
  drawTime(person.lastActiveAt, visit.language, visit.nowMs),
];
