import type { Words } from '../../../platform/http/language.ts';
import type { Download, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatMoney } from '../../../platform/pages/figures.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawDay } from '../../../platform/pages/times.page.ts';
import { assetCodes, findAsset, formatAsset, type AssetCode } from '../../assets/asset.rules.ts';
import { reportAccounts, type ReportAccount } from '../../books/movement-kinds.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { figuresOf, type Figure, type LedgerDay } from '../../orders/reports/ledger-report.rules.ts';
import { readDailyReport } from '../../orders/reports/read-daily-report.ts';
import { readLedgerReport } from '../../orders/reports/read-ledger-report.ts';
import {
  describeLedgerDay,
  describeOrders,
  ledgerColumns,
  orderColumns,
} from '../../orders/reports/report-lines.ts';
import { formatDay } from '../../orders/reports/report.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { downloadList } from '../parts/csv-download.ts';
import { words } from '../parts/define-texts.ts';
import { drawChoices, drawCsvLink, drawFilters, readChoice } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { latestMonths, parseMonth } from './movement-groups.rules.ts';
import { figureWords, orderKindWords, reportTexts } from './report-texts.ts';
import { listMonths, sayMonth } from './statement-console.page.ts';
import { statementTexts } from './statement-texts.ts';

export const reportConsole = (context: MerchantContext): Topic => ({
  pages: [
    {
      path: '/report',
      grant: { members: ['owner', 'finance', 'viewer'], kind: 'psp' },
      menu: {
        label: words(reportTexts.en.title, reportTexts.pt.title, reportTexts.de.title),
        hint: words(
          'Bookings of each day, from opening to closing balance.',
          'O que cada dia lançou, do saldo inicial ao saldo final.',
          'Was jeder Tag gebucht hat, vom Anfangs- bis zum Endbestand.',
        ),
        icon: 'record',
        section: menuSections.figures,
      },
      show: (visit) => showReport(context, visit),
    },
  ],
  acts: [],
});

type Context = Pick<MerchantContext, 'sql' | 'clock'>;
type OrderDays = ReturnType<typeof describeOrders>;

async function showReport(context: Context, visit: Visit): Promise<View | Download> {
  const texts = reportTexts[visit.language];
  const asset = findAsset(visit.query('asset')) ?? 'EUR';
  const by = readChoice(['creation'], visit.query('by'));
  const month = parseMonth(visit.query('month')) ?? latestMonths(visit.nowMs, 1)[0];
  if (month === undefined) throw new Error('there is a present month');
  const asked = {
    pspId: pspOf(visit),
    from: formatDay(month.from),
    to: formatDay(new Date(month.to.getTime() - 1)),
    cursor: undefined,
    // Enough for a whole month.
    limit: 31 * assetCodes.length * Object.keys(orderKindWords).length,
  };
  const isCsv = visit.query('format') === 'csv';
  const link = linkQuery(visit.address('/report'), {
    by,
    asset: asset === 'EUR' ? undefined : asset,
    month: visit.query('month') === '' ? undefined : month.name,
  });
  const frame = (lead: string, body: Html): View => ({
    title: texts.title,
    lead,
    acts: drawCsvLink(visit, link),
    body: html`${drawFilters(visit, '/report', {
      chips: [
        drawChoices(texts.countedBy, link, 'by', by, [
          ['', texts.booking],
          ['creation', texts.creation],
        ]),
        by === undefined
          ? drawChoices(
              statementTexts[visit.language].asset,
              link,
              'asset',
              asset === 'EUR' ? undefined : asset,
              assetCodes.map((code) => [code === 'EUR' ? '' : code, code] as const),
            )
          : html``,
        drawChoices(
          statementTexts[visit.language].month,
          link,
          'month',
          month.name,
          listMonths(visit, month).map((one) => [one.name, sayMonth(one, visit.language)] as const),
        ),
      ],
    })}
    ${body}`,
  });
  if (by === 'creation') {
    const read = async () => (await readDailyReport(context, asked)).rows.map(describeOrders);
    return isCsv
      ? downloadList(
          'orders-by-day',
          orderColumns,
          (line) => line,
          async () => ({ items: await read(), next: undefined }),
        )
      : frame(texts.createdLead, drawOrders(visit, await read()));
  }
  const { rows } = await readLedgerReport(context, asked);
  if (isCsv) {
    return downloadList('daily-report', ledgerColumns, describeLedgerDay, async () => ({
      items: rows,
      next: undefined,
    }));
  }
  const shown = rows.filter((row) => row.asset === asset);
  return frame(
    texts.bookedLead,
    shown.length === 0
      ? drawEmpty(texts.none, texts.noneText)
      : html`${(Object.keys(reportAccounts) as ReportAccount[]).map((account) => drawAccount(visit, account, asset, shown))}`,
  );
}

/** Renders the opening and closing balance and every figure that is not zero all month. */
function drawAccount(
  visit: Visit,
  account: ReportAccount,
  asset: AssetCode,
  days: readonly LedgerDay[],
): Html | false {
  const texts = reportTexts[visit.language];
  const { opening, closing } = reportAccounts[account];
  const isEmpty = figuresOf(account).every((name) => days.every(({ figures }) => figures[name] === 0n));
  if (isEmpty && account !== 'balance') return false;
  const moved = reportAccounts[account].columns.filter((name) =>
    days.some(({ figures }) => figures[name] !== 0n),
  );
  // Both balances come first; narrow screens scroll to the movements.
  const names: readonly Figure[] = [opening, closing, ...moved];
  const say = (name: Figure, minor: bigint): string =>
    minor === 0n && name !== opening && name !== closing
      ? ''
      : formatMoney(formatAsset(asset, minor), asset, visit.language);
  const whole = (name: Figure): bigint =>
    name === opening
      ? (days[0]?.figures[name] ?? 0n)
      : name === closing
        ? (days.at(-1)?.figures[name] ?? 0n)
        : days.reduce((sum, { figures }) => sum + figures[name], 0n);
  return html`<section class="stack" aria-label="${texts[account]}">
    <h2>${texts[account]}</h2>
    ${drawTable({
      caption: `${texts[account]}, ${asset}`,
      columns: [
        { label: sharedTexts[visit.language].day },
        ...names.map((name) => ({ label: visit.say(figureWords[name]), kind: 'number' as const })),
      ],
      rows: [
        ...days.map(({ day, figures }) => [
          drawDay(day, visit.language),
          ...names.map((name) => say(name, figures[name])),
        ]),
        [
          html`<strong>${texts.whole}</strong>`,
          ...names.map((name) => html`<strong>${say(name, whole(name))}</strong>`),
        ],
      ],
      empty: html``,
    })}
  </section>`;
}

function drawOrders(visit: Visit, lines: readonly OrderDays[]): Html {
  const texts = reportTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const rare = (['failed_count', 'reversed_count'] as const).filter((name) =>
    lines.some((line) => line[name] > 0),
  );
  const labels = { failed_count: texts.failed, reversed_count: texts.reversed };
  return drawTable({
    caption: texts.orders,
    columns: [
      { label: shared.day },
      { label: shared.kind },
      { label: texts.orders, kind: 'number' },
      { label: texts.completed, kind: 'number' },
      ...rare.map((name) => ({ label: labels[name], kind: 'number' as const })),
      { label: shared.amount, kind: 'number' },
      { label: shared.euros, kind: 'number' },
      { label: shared.networkFee, kind: 'number' },
    ],
    rows: lines
      .flatMap(splitTrades)
      .map(({ words, ...line }) => [
        drawDay(line.day, visit.language),
        visit.say(words),
        ...[line.order_count, line.completed_count, ...rare.map((name) => line[name])].map(String),
        drawCoins(visit, line),
        formatMoney(line.order_total, 'EUR', visit.language),
        formatMoney(line.network_fee, 'EUR', visit.language),
      ]),
    empty: drawEmpty(texts.none, texts.noOrders),
  });
}

/** Splits trades into rows for buys and sells. A trade is completed when it is created. */
function splitTrades(line: OrderDays): (OrderDays & { words: Words })[] {
  if (line.kind !== 'trade') return [{ ...line, words: orderKindWords[line.kind] }];
  return (['buy', 'sell'] as const)
    .map((way) => ({
      ...line,
      words: figureWords[`${way}s`],
      order_count: line[`${way}_count`],
      completed_count: line[`${way}_count`],
      cryptocurrency_amount: line[`${way}_cryptocurrency_amount`],
      order_total: line[`${way}_total`],
    }))
    .filter((own) => own.order_count > 0);
}

/** For refunds, also shows how many coins were held and how many were bought. */
function drawCoins(visit: Visit, line: OrderDays): Html | string {
  const texts = reportTexts[visit.language];
  const coins = (amount: string): string => formatMoney(amount, line.cryptocurrency_code, visit.language);
  const parts = [
    [texts.ofHeld, line.held_cryptocurrency_amount],
    [texts.ofBought, line.bought_cryptocurrency_amount],
  ] as const;
  const shown = parts.filter(([, amount]) => Number(amount) !== 0);
  if (shown.length === 0) return coins(line.cryptocurrency_amount);
  return html`<span
    >${coins(line.cryptocurrency_amount)}
    ${shown.map(
      ([text, amount]) => html`<br /><span class="soft small">${fill(text, { coins: coins(amount) })}</span>`,
    )}</span
  >`;
}
