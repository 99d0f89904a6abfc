import { html, type Html } from '../../http/page.ts';
import { firstIdAt, isId } from '../../ids.ts';
import { drawHidden, drawSelect } from '../../pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../pages/link-query.ts';
import { drawChips, drawEmpty, drawPages, drawTable } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import { takePage } from '../../postgres/paging.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleAct, ConsolePage, Visit } from '../console-page.ts';
import type { Words } from '../organisations.ts';
import { concerns, isRoleOf, staffKind } from '../people/roles.rules.ts';
import { actWords } from '../texts/act-words.ts';
import { detailWords, type DetailName } from '../texts/detail-words.ts';
import { roleWords } from '../texts/role-words.ts';
import { consoleTexts, type ConsoleTexts } from '../texts/console-texts.ts';
import { menuWords, organisationSection } from '../texts/menu-words.ts';
import type { ActRow } from './act.store.ts';
import { listActs } from './list-acts.ts';

const pageSize = 50;
interface Known {
  readonly acts: readonly ConsoleAct[];
  /** What a service calls what its lines tell. */
  readonly fields: ReadonlyMap<string, Words>;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Staff see what was done anywhere; an organisation what was done in it. The table is that of all services. */
export const auditPage = (context: ConsoleContext, table: () => Known): ConsolePage => ({
  path: '/audit',
  grant: { staff: ['admin', 'viewer'], members: ['owner', 'viewer'] },
  menu: { ...menuWords.audit, icon: 'record', section: organisationSection },
  async show(visit) {
    const texts = consoleTexts[visit.language];
    const isStaff = visit.place.kind === staffKind;
    const known = new Map<string, Words>([
      ...Object.entries(isStaff ? actWords : placeActWords()),
      ...table()
        .acts.filter((one) => isStaff || isDoneIn(visit.place.kind, one))
        .map(({ name, label }) => [name, label] as const),
    ]);
    const act = known.has(visit.query('act')) ? visit.query('act') : undefined;
    const personId = isId(visit.query('person')) ? visit.query('person') : undefined;
    const period = isPeriod(visit.query('period')) ? visit.query('period') : undefined;
    const filter: AuditFilter = { act, personId, period };
    const before = visit.query('before');
    const rows = await listActs(context, {
      place: isStaff ? undefined : { kind: visit.place.kind, organisation: visit.place.id },
      act,
      personId,
      least: firstIdAt(period === undefined ? 0 : visit.nowMs - periods[period as Period]),
      below: isId(before) ? before : lastId,
      limit: pageSize + 1,
    });
    const { items, next } = takePage(rows, pageSize, ({ id }) => id);
    const link = linkQuery(visit.address('/audit'), { act, person: personId, period });
    return {
      title: texts.audit,
      lead: texts.auditLead,
      body: html`${drawFilters(visit, texts, known, { ...filter, link })}
      ${drawTable({
        caption: texts.audit,
        columns: [
          { label: texts.what, kind: 'name' },
          { label: texts.who, kind: 'name' },
          { label: texts.subject, kind: 'name' },
          ...(isStaff ? [{ label: texts.where }] : []),
          { label: texts.address },
          { label: texts.when },
        ],
        rows: items.map((row) =>
          drawRow(visit, texts, { acts: known, fields: table().fields }, row, isStaff, link),
        ),
        empty: drawEmpty(texts.noActs, texts.noActsText),
      })}
      ${drawPages({
        newest: before !== '' && { label: texts.newest, href: link({ before: '' }) },
        older: next !== undefined && { label: texts.older, href: link({ before: next }) },
      })}`,
    };
  },
});

/** What happens to a person alone is nobody's organisation's: its filter would never find anything. */
const placeActWords = (): Record<string, Words> =>
  Object.fromEntries(Object.entries(actWords).filter(([name]) => /^(?:member|invitation)\./.test(name)));

/** By its members, or by staff to it: `psp.suspended`. What else staff can do is not theirs to read. */
const isDoneIn = (kind: string, { grant, name }: ConsoleAct): boolean =>
  concerns(grant, kind) || name.startsWith(`${kind}.`);

interface AuditFilter {
  readonly act: string | undefined;
  readonly personId: string | undefined;
  readonly period: string | undefined;
}

const periods = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;
type Period = keyof typeof periods;
const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text);

function drawFilters(
  visit: Visit,
  texts: ConsoleTexts,
  known: ReadonlyMap<string, Words>,
  { act, personId, period, link }: AuditFilter & { link: Link },
): Html {
  const chosen = [
    ['', texts.everTime],
    ['day', texts.lastDay],
    ['week', texts.lastWeek],
    ['month', texts.lastMonth],
  ] as const;
  return html`<div class="filters">
    <form class="form line" method="get" action="${visit.address('/audit')}">
      ${period !== undefined && drawHidden('period', period)}
      ${personId !== undefined && drawHidden('person', personId)}
      ${drawSelect({
        name: 'act',
        label: texts.what,
        choices: [
          { value: '', label: texts.everything },
          ...[...known].map(([name, words]) => ({ value: name, label: visit.say(words) })),
        ],
        chosen: act ?? '',
      })}
      <button type="submit" class="plain">${texts.show}</button>
    </form>
    ${drawChips(
      texts.when,
      chosen.map(([value, label]) => ({
        label,
        href: link({ period: value }),
        isCurrent: (period ?? '') === value,
      })),
    )}
    ${
      personId !== undefined &&
      drawChips(texts.who, [{ label: `${texts.onePerson} ×`, href: link({ person: '' }), isCurrent: true }])
    }
  </div>`;
}

/** A role, yes or no, nothing; else as it was written. */
function sayValue(visit: Visit, kind: string | null, value: unknown): string {
  if (typeof value === 'boolean') return visit.say(value ? detailWords.yes : detailWords.no);
  if (value === null) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  return kind !== null && isRoleOf(kind, value) ? visit.say(roleWords(kind, value)) : value;
}

function drawRow(
  visit: Visit,
  texts: ConsoleTexts,
  {
    acts,
    fields,
  }: { readonly acts: ReadonlyMap<string, Words>; readonly fields: ReadonlyMap<string, Words> },
  row: ActRow,
  isStaff: boolean,
  link: Link,
): (Html | string)[] {
  const words = acts.get(row.act);
  const details = Object.entries(row.detail).map(([name, value]) => {
    const label = Object.hasOwn(detailWords, name) ? detailWords[name as DetailName] : fields.get(name);
    return `${label ? visit.say(label) : name}: ${sayValue(visit, row.kind, value)}`;
  });
  const name = row.person_name === '' ? texts.nobodyKnown : row.person_name;
  return [
    html`<span
      >${words ? visit.say(words) : row.act}${
        details.length > 0 && html`<br /><span class="soft">${details.join(', ')}</span>`
      }</span
    >`,
    html`<span
      >${row.person_id === null ? name : html`<a href="${link({ person: row.person_id })}">${name}</a>`}${
        row.person_email !== '' && html`<br /><span class="soft">${row.person_email}</span>`
      }</span
    >`,
    row.subject,
    ...(isStaff ? [row.kind === null ? '–' : `${row.kind} ${row.organisation ?? ''}`] : []),
    row.address,
    drawTime(row.at, visit.language, visit.nowMs),
  ];
}
