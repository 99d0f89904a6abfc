import type { Language } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';

type SeriesColor = 'accent' | 'good' | 'warn' | 'bad' | 'soft' | 'edge' | `coin-${string}`;

export interface ChartSeries {
  readonly label: string;
  /** A colour of `web/design/tokens.css`. */
  readonly color: SeriesColor;
  /** One for each time; what there is nothing of is drawn as nothing. Pictures may round, the table does not. */
  readonly values: readonly (number | null)[];
}

export interface ChartOptions {
  readonly id: string;
  readonly title: string;
  /** Bars are sums of a day, one series on top of the other; lines are prices and balances. */
  readonly kind: 'bars' | 'lines';
  /** In milliseconds, rising. A thousand or so: more is no more to see, and the page has to carry it. */
  readonly times: readonly number[];
  /** Five at most. */
  readonly series: readonly ChartSeries[];
  /** Of all its figures, in the picture and in the table: `EUR`, or a word of the reader's: `payments`. */
  readonly unit: string;
  /** How many its figures have, where not those of the unit: prices of cheap coins have more than cents. */
  readonly decimals?: number;
  /** Times within a day, or days alone. */
  readonly hasHours?: boolean;
  readonly language: Language;
  readonly tableLabel: string;
  /** The same figures, exact. */
  readonly table: Html;
}

/** The place of a chart, with the same figures as a table behind it, which a script that draws closes. */
export function drawChart(options: ChartOptions): Html {
  const { id, title, kind, times, series, unit, decimals, hasHours = false } = options;
  const { language, tableLabel, table } = options;
  const data = JSON.stringify({ kind, times, series, unit, decimals, hasHours, language });
  return html`<figure class="chart" id="${id}">
    <figcaption>${title} <span class="unit">${unit === 'EUR' ? '€' : unit}</span></figcaption>
    ${times.length > 0 && html`<div class="plot" data-chart="${data}" role="img" aria-label="${title}"></div>`}
    <details open>
      <summary>${tableLabel}</summary>
      ${table}
    </details>
  </figure>`;
}
