import type { Download, View, Visit } from '../../../platform/console/console-page.ts';
import { locales, type Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatMoney } from '../../../platform/pages/figures.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { assetCodes, findAsset, formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { parsePlace } from '../../books/ledger.rules.ts';
import { describeEntry, statementColumns } from '../../books/statement-line.ts';
import { sumStatement, type AssetSum } from '../../books/sum-statement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { menuSections } from '../menu-sections.ts';
import { downloadList } from '../parts/csv-download.ts';
import { words } from '../parts/define-texts.ts';
import {
  drawChoices,
  drawCsvLink,
  drawFilters,
  drawNewestFirst,
  drawNothing,
  readChoice,
} from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { groupNames, latestMonths, parseMonth, referencePath, type Month } from './movement-groups.rules.ts';
import { searchStatement, type StatementLine, type StatementSearch } from './search-statement.ts';
import { groupWords, movementWords, statementTexts } from './statement-texts.ts';

const pageSize = 50;
const downloadSize = 500;
const shownMonths = 6;

export const statementConsole = (context: MerchantContext): Topic => ({
  pages: [
    {
      path: '/statement',
      grant: { members: ['owner', 'finance', 'viewer'], kind: 'psp' },
      menu: {
        label: words(statementTexts.en.title, statementTexts.pt.title, statementTexts.de.title),
        hint: words(
          'Every movement, and monthly sums.',
          'Cada movimento, e cada mês em somas.',
          'Jede Bewegung, und jeder Monat in Summen.',
        ),
        icon: 'record',
        section: menuSections.figures,
      },
      show: (visit) => showStatement(context, visit),
    },
  ],
  acts: [],
});

async function showStatement(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  visit: Visit,
): Promise<View | Download> {
  const texts = statementTexts[visit.language];
  const month = parseMonth(visit.query('month'));
  const asset = findAsset(visit.query('asset'));
  const group = readChoice(groupNames, visit.query('kind'));
  const before = visit.query('before');
  const search = (place: string | undefined, limit: number): StatementSearch => ({
    pspId: pspOf(visit),
    asset,
    group,
    from: month?.from,
    to: month?.to,
    before: place,
    limit,
  });
  if (visit.query('format') === 'csv') {
    return downloadList('statement', statementColumns, describeEntry, (place) =>
      searchStatement(context, search(place, downloadSize)),
    );
  }
  const { items, next } = await searchStatement(
    context,
    search(parsePlace(before) ? before : undefined, pageSize),
  );
  const link = linkQuery(visit.address('/statement'), { asset, kind: group, month: month?.name });
  const isFiltered = asset !== undefined || group !== undefined || month !== undefined;
  return {
    title: texts.title,
    lead: texts.lead,
    acts: drawCsvLink(visit, link),
    body: html`${drawFilters(visit, '/statement', {
      chips: [
        drawChoices(texts.asset, link, 'asset', asset, [
          ['', sharedTexts[visit.language].all],
          ...assetCodes.map((code) => [code, code] as const),
        ]),
        drawChoices(sharedTexts[visit.language].kind, link, 'kind', group, [
          ['', sharedTexts[visit.language].all],
          ...groupNames.map((name) => [name, visit.say(groupWords[name])] as const),
        ]),
        drawChoices(texts.month, link, 'month', month?.name, [
          ['', sharedTexts[visit.language].ever],
          ...listMonths(visit, month).map((one) => [one.name, sayMonth(one, visit.language)] as const),
        ]),
      ],
    })}
    ${month && (await drawTotals(context, visit, month, asset))}
    ${drawTable({
      caption: texts.title,
      columns: [
        { label: texts.movement },
        { label: sharedTexts[visit.language].when },
        { label: sharedTexts[visit.language].amount, kind: 'number' },
        { label: texts.balanceAfter, kind: 'number' },
      ],
      rows: items.map((line) => drawLine(visit, line)),
      empty:
        next === undefined
          ? drawNothing(visit, '/statement', isFiltered, { title: texts.none, text: texts.noneText })
          : drawEmpty(sharedTexts[visit.language].nothingFound, texts.goOn),
    })}
    ${drawNewestFirst(visit, link, next)}`,
  };
}

/** Lists the newest months, and the chosen one if it is older. */
export function listMonths(visit: Visit, chosen: Month | undefined): Month[] {
  const newest = latestMonths(visit.nowMs, shownMonths);
  return chosen === undefined || newest.some(({ name }) => name === chosen.name)
    ? newest
    : [...newest, chosen];
}

export const sayMonth = ({ from }: Month, language: Language): string =>
  from.toLocaleDateString(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' });

const say = (visit: Visit, asset: AssetCode, minor: bigint): string =>
  formatMoney(formatAsset(asset, minor), asset, visit.language);

const sayKind = (visit: Visit, kind: string): string => {
  const known = movementWords[kind];
  return known ? visit.say(known) : kind;
};

function drawLine(visit: Visit, line: StatementLine): (Html | string)[] {
  const path = referencePath(line.kind, line.reference);
  const kind = sayKind(visit, line.kind);
  return [
    path === undefined ? drawKind(line, kind) : html`<a href="${visit.address(path)}">${kind}</a>`,
    drawTime(line.created_at, visit.language, visit.nowMs),
    say(visit, line.asset, line.amount),
    say(visit, line.asset, line.balance_after),
  ];
}

/** Only the reference of an adjustment is text by staff. Other references are ids. */
const drawKind = (line: StatementLine, kind: string): Html | string =>
  line.kind === 'adjustment' ? html`<span title="${line.reference}">${kind}</span>` : kind;

async function drawTotals(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  visit: Visit,
  month: Month,
  asset: AssetCode | undefined,
): Promise<Html> {
  const texts = statementTexts[visit.language];
  const sums = await sumStatement(context, { pspId: pspOf(visit), from: month.from, to: month.to });
  const shown = sums.filter((sum) => asset === undefined || sum.asset === asset);
  const title = fill(texts.totals, { month: sayMonth(month, visit.language) });
  return html`<section class="stack" aria-label="${title}">
    <h2>${title}</h2>
    ${drawTable({
      caption: title,
      columns: [
        { label: texts.asset },
        ...[texts.opening, texts.came, texts.went, texts.closing].map((label) => ({
          label,
          kind: 'number' as const,
        })),
      ],
      rows: shown.map((sum) => [
        sum.asset,
        ...[sum.opening, sum.came, sum.went, sum.closing].map((minor) => say(visit, sum.asset, minor)),
      ]),
      empty: html`<p class="soft">${texts.emptyMonth}</p>`,
    })}
    ${shown.some(({ kinds }) => kinds.length > 0) && drawKinds(visit, shown)}
  </section>`;
}

const drawKinds = (visit: Visit, sums: readonly AssetSum[]): Html => {
  const texts = statementTexts[visit.language];
  return html`<details>
    <summary>${texts.byKind}</summary>
    ${drawTable({
      caption: texts.byKind,
      columns: [
        { label: sharedTexts[visit.language].kind },
        { label: texts.asset },
        { label: texts.count, kind: 'number' },
        { label: texts.came, kind: 'number' },
        { label: texts.went, kind: 'number' },
      ],
      rows: sums.flatMap(({ asset, kinds }) =>
        kinds.map((one) => [
          sayKind(visit, one.kind),
          asset,
          String(one.movements),
          say(visit, asset, one.came),
          say(visit, asset, one.went),
        ]),
      ),
      empty: html``,
    })}
  </details>`;
};
