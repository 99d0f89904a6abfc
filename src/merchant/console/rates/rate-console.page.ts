import type { View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatAmount, rescale } from '../../../platform/money.ts';
import { drawChart } from '../../../platform/pages/chart.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatAmount as sayAmount, formatPrice } from '../../../platform/pages/figures.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawCoinBadge,
  drawEmpty,
  drawFacts,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawExactTime, drawTime } from '../../../platform/pages/times.page.ts';
import { ProblemError } from '../../../platform/problem.ts';
import {
  coinOf,
  coins,
  findPair,
  pairCodes,
  priceDecimals,
  type PairCode,
  type Price,
} from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { listVenueBooks } from '../../market/rates/list-venue-books.ts';
import { shownDecimalsOf, type Rate } from '../../market/rates/rate.rules.ts';
import { readRateHistory } from '../../market/rates/read-rate-history.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { words } from '../parts/define-texts.ts';
import { drawChoices, drawFilters, readChoice } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import type { Topic } from '../parts/topic.ts';
import { placeCandles, rangeNames, rateRanges, spreadBps, type RateRange } from './rate-chart.rules.ts';
import { rangeWords, rateTexts, verdictWords } from './rate-texts.ts';

type Context = Pick<MerchantContext, 'sql' | 'clock' | 'rates' | 'chains'>;

export const rateConsole = (context: MerchantContext): Topic => ({
  pages: [
    {
      path: '/rates',
      grant: grants.see,
      menu: {
        label: words(rateTexts.en.title, rateTexts.pt.title, rateTexts.de.title),
        hint: words(
          'Current prices and their history.',
          'Quanto custam as moedas, agora e ao longo do ano.',
          'Was Coins kosten, jetzt und übers Jahr.',
        ),
        icon: 'chart',
        section: menuSections.figures,
      },
      show: async (visit) => showRates(context, visit),
    },
    { path: '/rates/:pair', grant: grants.see, show: (visit) => showPair(context, visit) },
  ],
  acts: [],
});

/** Returns undefined if there is no fresh price. Never returns an old one. */
function findRate({ rates }: Context, pair: PairCode): Rate | undefined {
  try {
    return rates.get(pair);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'rate_unavailable') return undefined;
    throw error;
  }
}

const offeredPairs = ({ chains }: Context): PairCode[] =>
  pairCodes.filter((pair) => chains.codes.includes(coinOf(pair)));

const priceText = (pair: PairCode, price: Price): string =>
  formatAmount(rescale(price, priceDecimals, shownDecimalsOf(pair), 'down'), shownDecimalsOf(pair));

const sayPrice = (visit: Visit, pair: PairCode, price: Price): string =>
  formatPrice(priceText(pair, price), visit.language);

const saySpread = (visit: Visit, { buy, sell }: Rate): string =>
  `${sayAmount((spreadBps(buy, sell) / 100).toFixed(2), visit.language)} %`;

function showRates(context: Context, visit: Visit): View {
  const texts = rateTexts[visit.language];
  const missing = drawBadge(texts.noRate, 'warn');
  return {
    title: texts.title,
    lead: texts.lead,
    body: html`<div id="rates" data-live="5">
      ${drawTable({
        caption: texts.title,
        columns: [
          { label: texts.pair },
          { label: texts.buy, kind: 'number' },
          { label: texts.sell, kind: 'number' },
          { label: texts.spread, kind: 'number' },
          { label: texts.markets, kind: 'number' },
        ],
        rows: offeredPairs(context).map((pair) => {
          const rate = findRate(context, pair);
          const link = html`<a href="${visit.address(`/rates/${pair}`)}">${coins[coinOf(pair)].name}</a>`;
          return rate
            ? [
                link,
                sayPrice(visit, pair, rate.buy),
                sayPrice(visit, pair, rate.sell),
                saySpread(visit, rate),
                String(rate.books),
              ]
            : [link, missing, '–', '–', '0'];
        }),
        empty: html``,
      })}
    </div>`,
  };
}

async function showPair(context: Context, visit: Visit): Promise<View> {
  const pair = findPair(visit.parameters('pair'));
  if (!pair || !offeredPairs(context).includes(pair)) throw problem('not_found');
  const texts = rateTexts[visit.language];
  const range = readChoice(rangeNames, visit.query('range')) ?? 'day';
  const link = linkQuery(visit.address(`/rates/${pair}`), { range });
  return {
    title: coins[coinOf(pair)].name,
    hasCharts: true,
    body: html`<p class="row">${drawCoinBadge(coinOf(pair))}</p>
      <div class="story">
        <div class="stack">
          ${drawFilters(visit, `/rates/${pair}`, {
            chips: [
              drawChoices(
                texts.range,
                link,
                'range',
                range,
                rangeNames.map((name) => [name, visit.say(rangeWords[name] ?? rangeWords['day']!)]),
              ),
            ],
          })}
          ${await drawHistory(context, visit, pair, range)}
        </div>
        <div id="now" data-live="5">${drawNow(context, visit, pair)}</div>
      </div>
      <div id="markets" data-live="5">${await drawMarkets(context, visit, pair)}</div>`,
  };
}

function drawNow(context: Context, visit: Visit, pair: PairCode): Html {
  const texts = rateTexts[visit.language];
  const rate = findRate(context, pair);
  return html`<section class="card" aria-label="${sharedTexts[visit.language].facts}">
    ${
      rate
        ? drawFacts([
            [texts.buy, html`<span class="figure">${sayPrice(visit, pair, rate.buy)}</span>`],
            [texts.sell, html`<span class="figure">${sayPrice(visit, pair, rate.sell)}</span>`],
            [texts.spread, saySpread(visit, rate)],
            [
              texts.best,
              `${sayPrice(visit, pair, rate.bestForWithdraw)} / ${sayPrice(visit, pair, rate.bestForDeposit)}`,
            ],
            [texts.middle, sayPrice(visit, pair, rate.mid)],
          ])
        : drawBadge(texts.noRate, 'warn')
    }
  </section>`;
}

async function drawMarkets(context: Context, visit: Visit, pair: PairCode): Promise<Html> {
  const texts = rateTexts[visit.language];
  const books = await listVenueBooks(context, pair);
  return html`${drawTable({
    caption: texts.markets,
    columns: [
      { label: texts.market },
      { label: texts.bid, kind: 'number' },
      { label: texts.ask, kind: 'number' },
      { label: texts.age },
    ],
    rows: books.map((book) => [
      html`${book.venue}
      ${book.verdict !== 'counts' && drawBadge(visit.say(verdictWords[book.verdict]!), 'warn')}`,
      sayAmount(priceText(pair, book.bid), visit.language),
      sayAmount(priceText(pair, book.ask), visit.language),
      drawTime(new Date(book.receivedAtMs), visit.language, visit.nowMs),
    ]),
    empty: html`<p class="soft">${texts.noMarkets}</p>`,
  })}`;
}

/** Each step keeps the highest and the lowest price, so no spike is lost. */
async function drawHistory(context: Context, visit: Visit, pair: PairCode, range: RateRange): Promise<Html> {
  const texts = rateTexts[visit.language];
  const { seconds, stepSeconds } = rateRanges[range];
  const from = new Date(visit.nowMs - seconds * 1000).toISOString();
  const to = new Date(visit.nowMs).toISOString();
  const { times, candles } = placeCandles(
    await readRateHistory(context, { pair, from, to, stepSeconds }),
    stepSeconds,
  );
  if (times.length === 0) return drawEmpty(texts.noHistory, texts.noHistoryText);
  const values = (of: 'close' | 'high' | 'low'): (number | null)[] =>
    candles.map((candle) => (candle ? Number(priceText(pair, candle[of])) : null));
  const title = fill(texts.history, { pair: `${coinOf(pair)}/EUR` });
  return drawChart({
    id: 'history',
    title,
    kind: 'lines',
    times,
    series: [
      { label: texts.price, color: `coin-${coinOf(pair).toLowerCase()}`, values: values('close') },
      { label: texts.high, color: 'soft', values: values('high') },
      { label: texts.low, color: 'soft', values: values('low') },
    ],
    unit: 'EUR',
    decimals: shownDecimalsOf(pair),
    hasHours: true,
    language: visit.language,
    tableLabel: sharedTexts[visit.language].asTable,
    table: drawTable({
      caption: title,
      columns: [
        { label: sharedTexts[visit.language].when },
        { label: texts.price, kind: 'number' },
        { label: texts.high, kind: 'number' },
        { label: texts.low, kind: 'number' },
      ],
      rows: candles.flatMap((candle) =>
        candle
          ? [
              [
                drawExactTime(new Date(candle.startsAtMs), visit.language, 'minute'),
                ...[candle.close, candle.high, candle.low].map((price) =>
                  sayAmount(priceText(pair, price), visit.language),
                ),
              ],
            ]
          : [],
      ),
      empty: html``,
    }),
  });
}
