import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawChart, type ChartSeries } from '../../../platform/pages/chart.page.ts';
import { formatAmount as formatNumber, formatEuros } from '../../../platform/pages/figures.page.ts';
import { drawTable } from '../../../platform/pages/parts.page.ts';
import { drawDay } from '../../../platform/pages/times.page.ts';
import { coinCodes, formatAsset } from '../../assets/asset.rules.ts';
import type { TurnoverRow } from '../../books/turnover/turnover.ts';
import type { PaymentDays } from '../../payments/days/payment-days.ts';
import type { PaymentStatus } from '../../payments/facts/payment.rules.ts';
import { statusWords } from '../payments/payment-words.ts';
import { overviewTexts as texts } from './overview-texts.ts';
import type { Overview } from './read-overview.ts';

type PaymentRow = PaymentDays['rows'][number];

/** A column of the chart's table and a series of its bars. */
interface Kind<Row> {
  readonly label: string;
  readonly color: ChartSeries['color'];
  has(row: Row): boolean;
}

interface Sums<Row> {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly kinds: readonly Kind<Row>[];
  valueOf(row: Row): bigint;
  format(value: bigint): string;
  /** Divisor for the values of the chart, which may be rounded. */
  scale: number;
}

export const drawTurnover = (visit: Visit, { days: { days }, turnover }: Overview): Html =>
  drawSums<TurnoverRow>(visit, days, turnover, {
    id: 'turnover',
    title: visit.say(texts.turnover),
    unit: 'EUR',
    kinds: coinCodes.map((code) => ({
      label: code,
      color: `coin-${code.toLowerCase()}`,
      has: ({ coin }) => coin === code,
    })),
    valueOf: ({ euro_amount: cents }) => cents,
    format: (cents) => formatEuros(formatAsset('EUR', cents), visit.language),
    scale: 100,
  });

/** Groups of final statuses in the chart. Open payments have no outcome, so they are only in the table. */
const outcomes: readonly (readonly [PaymentStatus, readonly PaymentStatus[], ChartSeries['color']])[] = [
  ['PAID', ['PAID', 'PARTIALLY_REFUNDED'], 'good'],
  ['REFUNDED', ['REFUNDED', 'REFUNDING'], 'coin-ltc'],
  ['UNRESOLVED', ['UNRESOLVED'], 'warn'],
  ['EXPIRED', ['EXPIRED'], 'edge'],
  ['REVERSED', ['REVERSED'], 'bad'],
];

export const drawOutcomes = (visit: Visit, { days, rows }: PaymentDays): Html =>
  drawSums<PaymentRow>(visit, days, rows, {
    id: 'outcome',
    title: visit.say(texts.outcome),
    unit: visit.say(texts.payments),
    kinds: outcomes.map(([name, statuses, color]) => ({
      label: visit.say(statusWords[name].label),
      color,
      has: ({ status }) => statuses.includes(status),
    })),
    valueOf: ({ payments }) => BigInt(payments),
    format: (count) => formatNumber(String(count), visit.language),
    scale: 1,
  });

function drawSums<Row extends { readonly day: string }>(
  visit: Visit,
  days: readonly string[],
  rows: readonly Row[],
  sums: Sums<Row>,
): Html {
  const byDay = new Map(days.map((day) => [day, sums.kinds.map(() => 0n)]));
  for (const row of rows) {
    const index = sums.kinds.findIndex((kind) => kind.has(row));
    const found = byDay.get(row.day);
    if (index >= 0 && found) found[index] = (found[index] ?? 0n) + sums.valueOf(row);
  }
  const series = sums.kinds.map(({ label, color }, index): ChartSeries => ({
    label,
    color,
    values: [...byDay.values()].map((values) => Number(values[index] ?? 0n) / sums.scale || null),
  }));
  return drawChart({
    id: sums.id,
    title: sums.title,
    kind: 'bars',
    times: days.map((day) => Date.parse(day)),
    series: series.filter(({ values }) => values.some((value) => value !== null)),
    unit: sums.unit,
    language: visit.language,
    tableLabel: visit.say(texts.asTable),
    table: drawSumTable(visit, byDay, sums),
  });
}

/** Newest day first. Days without values are left out. */
function drawSumTable<Row>(
  visit: Visit,
  byDay: ReadonlyMap<string, readonly bigint[]>,
  sums: Sums<Row>,
): Html {
  const filled = [...byDay].filter(([, values]) => values.some((value) => value !== 0n)).toReversed();
  const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
  return drawTable({
    caption: sums.title,
    columns: [
      { label: visit.say(texts.day) },
      ...sums.kinds.map(({ label }) => ({ label, kind: 'number' as const })),
      { label: visit.say(texts.sum), kind: 'number' },
    ],
    rows: filled.map(([day, values]) => [
      drawDay(day, visit.language),
      ...values.map((value) => (value === 0n ? '–' : sums.format(value))),
      sums.format(total(values)),
    ]),
    empty: html`<p class="soft">${visit.say(texts.noDays)}</p>`,
  });
}
