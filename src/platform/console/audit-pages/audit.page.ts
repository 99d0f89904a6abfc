import { locales, type Words } from '../../http/language.ts';
import { html, type Html } from '../../http/page.ts';
import { firstIdAt, isId } from '../../ids.ts';
import { drawHidden, drawSelect } from '../../pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../pages/link-query.ts';
import { drawChips, drawEmpty, drawPages, drawTable } from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import { takePage } from '../../postgres/paging.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleAct, ConsolePage, Visit } from '../console-page.ts';
import type { ConsoleTable } from '../frame/console-table.ts';
import { concerns, staffKind } from '../people/roles.rules.ts';
import { consoleTexts, type ConsoleTexts } from '../texts/console-texts.ts';
import { menuWords, organisationSection } from '../texts/menu-words.ts';
import type { ActRow } from '../audit/act.store.ts';
import { actsOnRecord, drawDetails, drawSubject, type LineScene } from './audit-line.page.ts';
import { listActs } from '../audit/list-acts.ts';
import { commandLine } from '../audit/record-act.ts';

const pageSize = 50;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Page of the audit record. Staff see all acts; an organisation sees those recorded in it. */
export const auditPage = (context: ConsoleContext, table: () => ConsoleTable): ConsolePage => ({
  path: '/audit',
  grant: { staff: ['admin', 'viewer'], members: ['owner', 'viewer'] },
  menu: { ...menuWords.audit, icon: 'record', section: organisationSection },
  async show(visit) {
    const texts = consoleTexts[visit.language];
    const isStaff = visit.place.kind === staffKind;
    const acts = actsOnRecord(table());
    const known = isStaff ? acts : new Map([...acts].filter(isDoneIn(visit.place.kind, table().acts)));
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
    const scene: LineScene = { visit, table: table(), sources: context.organisations.sources };
    const names = isStaff ? await nameOrganisations(context, items) : new Map<string, string>();
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
        rows: items.map((row) => [
          drawAct(scene, acts.get(row.act), row),
          drawActor(texts, row, link),
          drawSubject(scene, row),
          ...(isStaff ? [drawPlace(scene, texts, names, row)] : []),
          row.address,
          drawTime(row.at, visit.language, visit.nowMs),
        ]),
        empty: drawEmpty(texts.noActs, texts.noActsText),
      })}
      ${drawPages({
        newest: before !== '' && { label: texts.newest, href: link({ before: '' }) },
        older: next !== undefined && { label: texts.older, href: link({ before: next }) },
      })}`,
    };
  },
});

/**
 * Returns whether an act can occur in organisations of this kind: by a member, or by staff on the organisation
 * (`psp.suspended`). Other staff acts are not offered as a filter, because members may not see them. Acts on a person
 * have no organisation, so a filter for them would find nothing.
 */
const isDoneIn =
  (kind: string, acts: readonly ConsoleAct[]) =>
  ([name]: readonly [string, Words]): boolean =>
    /^(?:member|invitation)\./.test(name) ||
    name.startsWith(`${kind}.`) ||
    acts.some((act) => act.name === name && concerns(act.grant, kind));

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
          ...[...known]
            .map(([name, words]) => ({ value: name, label: visit.say(words) }))
            .toSorted((one, other) => one.label.localeCompare(other.label, locales[visit.language])),
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

/** Returns the names of the organisations in these lines, by kind and id. */
async function nameOrganisations(
  { organisations }: ConsoleContext,
  rows: readonly ActRow[],
): Promise<ReadonlyMap<string, string>> {
  const places = new Map(
    rows.flatMap(({ kind, organisation }) =>
      kind === null || kind === staffKind ? [] : [[`${kind} ${organisation}`, [kind, organisation ?? '']]],
    ),
  );
  const named = await Promise.all(
    [...places].map(async ([key, [kind = '', id = '']]): Promise<[string, string]> => [
      key,
      (await organisations.find(kind, id))?.name ?? key,
    ]),
  );
  return new Map(named);
}

function drawPlace(
  { visit, sources }: LineScene,
  texts: ConsoleTexts,
  names: ReadonlyMap<string, string>,
  { kind, organisation }: ActRow,
): Html | string {
  if (kind === null) return '–';
  if (kind === staffKind) return texts.staffPlace;
  const name = names.get(`${kind} ${organisation}`) ?? '';
  const page = sources.find((source) => source.kind === kind)?.staffPage;
  return page !== undefined && visit.may('GET', page)
    ? html`<a href="${visit.address(page.replace(':id', encodeURIComponent(organisation ?? '')))}"
        >${name}</a
      >`
    : name;
}

function drawActor(texts: ConsoleTexts, row: ActRow, link: Link): Html {
  const isCommand = row.person_id === null && row.person_name === commandLine.name;
  const name = isCommand ? texts.commandLine : row.person_name === '' ? texts.nobodyKnown : row.person_name;
  return html`<span
    >${row.person_id === null ? name : html`<a href="${link({ person: row.person_id })}">${name}</a>`}${
      row.person_email !== '' && html`<br /><span class="soft">${row.person_email}</span>`
    }</span
  >`;
}

function drawAct(scene: LineScene, words: Words | undefined, row: ActRow): Html {
  const details = drawDetails(scene, row);
  return html`<span
    >${words ? scene.visit.say(words) : row.act}${
      details.length > 0 && html`<br /><span class="soft">${details}</span>`
    }</span
  >`;
}
