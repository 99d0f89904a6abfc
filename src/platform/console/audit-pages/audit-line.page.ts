import { html, type Html } from '../../http/page.ts';
import { isId } from '../../ids.ts';
import { formatAmount } from '../../pages/figures.page.ts';
import { drawShortened } from '../../pages/parts.page.ts';
import { drawDay, drawTime } from '../../pages/times.page.ts';
import type { ToldLine, Visit } from '../console-page.ts';
import { addressIn, mayUse, type ConsoleTable } from '../frame/console-table.ts';
import type { Words } from '../../http/language.ts';
import type { OrganisationSource } from '../organisations.ts';
import { isRoleOf, staffKind, type Role } from '../people/roles.rules.ts';
import { actWords, detailWords, type DetailName } from '../texts/act-words.ts';
import { roleWords } from '../texts/role-words.ts';
import type { ActRow } from '../audit/act.store.ts';

/** Data that rendering a line needs: the reader's visit and rights, and the names of acts. */
export interface LineScene {
  readonly visit: Visit;
  readonly table: ConsoleTable;
  readonly sources: readonly OrganisationSource[];
}

/** Labels of every act that the audit record can contain. The frame's own acts come first. */
export const actsOnRecord = ({ acts }: Pick<ConsoleTable, 'acts'>): ReadonlyMap<string, Words> =>
  new Map<string, Words>([
    ...Object.entries(actWords),
    ...acts.filter(({ isQuestion }) => isQuestion !== true).map(({ name, label }) => [name, label] as const),
  ]);

export const drawId = (text: string): Html | string => (isId(text) ? drawShortened(text) : text);

/** Renders the subject of an act. A known kind of id links to its page. */
export function drawSubject(scene: LineScene, row: ActRow): Html | string {
  const act = scene.table.acts.find(({ name }) => name === row.act);
  if (act?.nameSubject) return act.nameSubject(row.subject, scene.visit);
  return act?.subjectPage === undefined || row.subject === ''
    ? drawId(row.subject)
    : linkIn(scene, row, act.subjectPage, row.subject);
}

export function drawDetails(scene: LineScene, row: ActRow): Html[] {
  const { visit, table } = scene;
  const line: ToldLine = {
    subject: row.subject,
    detail: row.detail,
    language: visit.language,
    say: visit.say,
    link: (page, id) => linkIn(scene, row, page, id),
  };
  // PostgreSQL orders the keys of a `jsonb` value by length, which is meaningless for a reader.
  const order = [...Object.keys(detailWords), ...table.fields.keys()];
  const told = Object.entries(row.detail).toSorted(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
  return told.map(([name, value], index) => {
    const label = Object.hasOwn(detailWords, name) ? detailWords[name as DetailName] : table.fields.get(name);
    const tellings = (table.tellings.get(name) ?? []).map((tell) => tell(value, line));
    const shown = tellings.find((each) => each !== undefined) ?? drawValue(visit, row.kind, value);
    return html`${index > 0 && ' · '}${label ? visit.say(label) : name}: ${shown}`;
  });
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** Formats roles, booleans, numbers, times and empty values. Other values are shown as stored. */
function drawValue({ say, language, nowMs }: Visit, kind: string | null, value: unknown): Html | string {
  if (typeof value === 'boolean') return say(value ? detailWords.yes : detailWords.no);
  if (value === null || value === '') return '–';
  if (typeof value === 'number') return formatAmount(String(value), language);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (kind !== null && isRoleOf(kind, value)) return say(roleWords(kind, value));
  if (moment.test(value)) return drawTime(new Date(value), language, nowMs);
  return day.test(value) ? drawDay(value, language) : drawId(value);
}

function linkIn(scene: LineScene, row: ActRow, page: string, id: string): Html | string {
  const name = drawId(id);
  const place = placeOf(scene, row);
  return place && mayUse(scene.table, place, 'GET', page)
    ? html`<a href="${addressIn(place, page.replace(':id', encodeURIComponent(id)))}">${name}</a>`
    : name;
}

/** Returns the organisation of a line and the reader's role there. Staff have the rights of a viewer. */
function placeOf({ visit, sources }: LineScene, { kind, organisation }: ActRow) {
  if (kind === null) return undefined;
  const place = { kind, organisation: organisation ?? '' };
  if (kind === visit.place.kind) return { ...place, role: visit.role };
  const watchers: readonly Role[] = sources.find((source) => source.kind === kind)?.watchedBy ?? [];
  return visit.place.kind === staffKind && watchers.includes(visit.role)
    ? { ...place, role: 'viewer' as const }
    : undefined;
}
