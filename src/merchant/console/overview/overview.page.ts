import type { ConsolePart, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import {
  formatAmount as formatNumber,
  formatEuros,
  formatMoney,
} from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import {
  drawChips,
  drawCoinBadge,
  drawFigures,
  drawNotice,
  drawTable,
  type Figure,
} from '../../../platform/pages/parts.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { totalOf } from '../../books/turnover/turnover.ts';
import { grants } from '../member-grants.rules.ts';
import { drawOutcomes, drawTurnover } from './overview-charts.page.ts';
import { overviewTexts as texts } from './overview-texts.ts';
import { readOverview, type Overview } from './read-overview.ts';

const choices = [30, 90, 365] as const;

/** First page of a PSP. */
export const overviewConsole = (context: MerchantContext): Pick<ConsolePart, 'pages' | 'acts'> => ({
  pages: [
    {
      path: '',
      grant: grants.see,
      menu: { label: texts.overview, hint: texts.overviewHint, icon: 'overview' },
      show: (visit) => showOverview(context, visit),
    },
  ],
  acts: [],
});

async function showOverview(context: MerchantContext, visit: Visit): Promise<View> {
  const count = choices.find((days) => String(days) === visit.query('days')) ?? 30;
  const overview = await readOverview(context, Number(visit.place.id), count);
  const link = linkQuery(visit.address(''), {});
  return {
    title: visit.place.name,
    hasCharts: true,
    body: html`<section class="stack" aria-labelledby="hand-title">
        <h2 id="hand-title">${visit.say(texts.needsHand)}</h2>
        ${drawWaiting(visit, overview)}
      </section>
      <section class="stack" aria-labelledby="period-title">
        <div class="row apart">
          <h2 id="period-title">${visit.say(texts.turnoverTotal)}</h2>
          ${drawChips(
            visit.say(texts.period),
            choices.map((days) => ({
              label: fill(visit.say(texts.days), { count: days }),
              href: link({ days: days === 30 ? '' : String(days) }),
              isCurrent: days === count,
            })),
          )}
        </div>
        ${drawTotals(visit, overview, count)} ${drawTurnover(visit, overview)}
        ${drawOutcomes(visit, overview.days)}
      </section>
      <section class="stack" aria-labelledby="balances-title">
        <h2 id="balances-title">${visit.say(texts.balances)}</h2>
        ${drawOwed(visit, overview)} ${drawBalances(visit, overview)}
      </section>`,
  };
}

/** Each count links to its list if the role may open it. */
function drawWaiting(visit: Visit, { waiting, mostCounted }: Overview): Html {
  const figure = (
    count: number,
    label: string,
    note: string,
    [path, query]: readonly [path: string, query: string],
    tone: 'warn' | 'bad',
  ): Figure[] =>
    count === 0
      ? []
      : [
          {
            label,
            note,
            tone,
            value:
              count > mostCounted
                ? fill(visit.say(texts.moreThan), {
                    count: formatNumber(String(mostCounted), visit.language),
                  })
                : formatNumber(String(count), visit.language),
            href: visit.may('GET', path) ? `${visit.address(path)}${query}` : undefined,
          },
        ];
  const figures = [
    ...figure(
      waiting.unresolved,
      visit.say(texts.unresolved),
      visit.say(texts.unresolvedNote),
      ['/payments', '?status=UNRESOLVED'],
      'warn',
    ),
    ...figure(
      waiting.failing,
      visit.say(texts.failing),
      visit.say(texts.failingNote),
      ['/webhooks', '?status=FAILED'],
      'bad',
    ),
    ...figure(
      waiting.held,
      visit.say(texts.held),
      visit.say(texts.heldNote),
      ['/orders', '?status=CREATED'],
      'warn',
    ),
  ];
  return figures.length === 0 ? html`<p class="soft">${visit.say(texts.allDone)}</p>` : drawFigures(figures);
}

const sum = (cents: readonly bigint[]): bigint => cents.reduce((total, one) => total + one, 0n);

/** Sums only assets that have a price now. */
const worthOf = (balances: Overview['balances']): bigint =>
  sum(balances.flatMap(({ cents }) => (cents === null ? [] : [cents])));

function drawTotals(visit: Visit, { balances, turnover, days: { rows } }: Overview, count: number): Html {
  const countOf = (counted: typeof rows): number =>
    counted.reduce((total, { payments }) => total + payments, 0);
  const paid = countOf(rows.filter(({ status }) => status === 'PAID' || status === 'PARTIALLY_REFUNDED'));
  return drawFigures([
    {
      label: visit.say(texts.turnoverTotal),
      value: formatEuros(formatAsset('EUR', totalOf(turnover)), visit.language),
      note: fill(visit.say(texts.turnoverNote), { count }),
    },
    {
      label: visit.say(texts.paymentsTotal),
      value: formatNumber(String(countOf(rows)), visit.language),
      note: fill(visit.say(texts.paidShare), { paid: formatNumber(String(paid), visit.language) }),
      href: visit.address('/payments'),
    },
    {
      label: visit.say(texts.balancesTotal),
      value: formatEuros(formatAsset('EUR', worthOf(balances)), visit.language),
      note: visit.say(texts.presentPrice),
      href: '#balances-title',
    },
  ]);
}

/** Renders the PSP's debts, if there are any. */
function drawOwed(visit: Visit, { balances }: Overview): Html | false {
  const owed = balances.filter((one) => one.owed > 0n);
  const amounts = owed.map((one) => formatMoney(formatAsset(one.asset, one.owed), one.asset, visit.language));
  return owed.length > 0 && drawNotice(fill(visit.say(texts.owed), { amounts: amounts.join(', ') }), 'warn');
}

function drawBalances(visit: Visit, { balances }: Overview): Html {
  const { language } = visit;
  const isWhole = balances.every(({ cents }) => cents !== null);
  return drawTable({
    caption: visit.say(texts.balances),
    columns: [
      { label: visit.say(texts.asset) },
      { label: visit.say(texts.balance), kind: 'number' },
      { label: visit.say(texts.inEuros), kind: 'number' },
      { label: visit.say(texts.heldAmount), kind: 'number' },
      { label: visit.say(texts.reservedAmount), kind: 'number' },
      { label: visit.say(texts.pendingAmount), kind: 'number' },
    ],
    rows: [
      ...balances.map(({ asset, balance, held, reserved, pending, cents }) => [
        asset === 'EUR' ? 'EUR' : drawCoinBadge(asset),
        formatMoney(formatAsset(asset, balance), asset, language),
        cents === null ? visit.say(texts.noPrice) : formatEuros(formatAsset('EUR', cents), language),
        ...[held, reserved, pending].map((amount) =>
          amount === 0n ? '' : formatMoney(formatAsset(asset, amount), asset, language),
        ),
      ]),
      [
        visit.say(isWhole ? texts.inAll : texts.inAllWithout),
        '',
        html`<strong>${formatEuros(formatAsset('EUR', worthOf(balances)), language)}</strong>`,
        '',
        '',
        '',
      ],
    ],
    empty: html``,
  });
}
