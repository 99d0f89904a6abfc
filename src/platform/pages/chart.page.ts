import type { Language } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';

type SeriesColor = 'accent' | 'good' | 'warn' | 'bad' | 'soft' | 'edge' | `coin-${string}`;

export interface ChartSeries {
  readonly label: string;
  /** Colour token of `web/design/tokens.css`. */
  readonly color: SeriesColor;
  /** One value per time. Null is drawn as a gap. Values may be rounded; the table has the exact ones. */
  readonly values: readonly (number | null)[];
}

export interface ChartOptions {
  readonly id: string;
  readonly title: string;
  /** Bars are daily sums, stacked by series. Lines are prices and balances. */
  readonly kind: 'bars' | 'lines';
  /** Ascending, in milliseconds. Use at most about 1000, because the page contains them and more are not visible. */
  readonly times: readonly number[];
  /** At most five. */
  readonly series: readonly ChartSeries[];
  /** Unit of all values, such as `EUR` or a translated word like `payments`. */
  readonly unit: string;
  /** Number of decimals if it differs from that of the unit, such as for prices of cheap coins. */
  readonly decimals?: number;
  /** Drawn low, beside others of its kind. */
  readonly isSmall?: boolean;
  /** Labels times instead of days. */
  readonly hasHours?: boolean;
  readonly language: Language;
  readonly tableLabel: string;
  /** The same values without rounding. */
  readonly table: Html;
}

/** Renders a chart's placeholder and its values as a table. The script that draws the chart collapses the table. */
export function drawChart(options: ChartOptions): Html {
  const { id, title, kind, times, series, unit, decimals, hasHours = false, isSmall = false } = options;
  const { language, tableLabel, table } = options;
  const data = JSON.stringify({ kind, times, series, unit, decimals, hasHours, isSmall, language });
  return html`<figure class="chart" id="${id}">
    <figcaption>${title} <span class="unit">${unit === 'EUR' ? '€' : unit}</span></figcaption>
    ${times.length > 0 && html`<div class="plot" data-chart="${data}" role="img" aria-label="${title}"></div>`}
    <details open>
      <summary>${tableLabel}</summary>
      ${table}
    </details>
  </figure>`;
}
