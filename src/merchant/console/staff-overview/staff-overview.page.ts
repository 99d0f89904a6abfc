import type { OverviewPart, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatAmount, formatEuros } from '../../../platform/pages/figures.page.ts';
import { fillHtml } from '../../../platform/pages/fill-text.ts';
import { drawTable } from '../../../platform/pages/parts.page.ts';
import { drawExactTime } from '../../../platform/pages/times.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { words } from '../parts/define-texts.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { readToday, type DayFigures, type Today } from './read-today.ts';
import { staffOverviewTexts } from './staff-overview-texts.ts';

/** Shows today's figures beside those of the same weekday a week ago. */
export const staffOverview = (context: MerchantContext): OverviewPart => ({
  name: words('Figures of today', 'Números de hoje', 'Zahlen von heute'),
  grant: staffGrants.see,
  async show(visit) {
    const texts = staffOverviewTexts[visit.language];
    const figures = await readToday(context);
    return html`<section class="stack" id="today" data-live="10" aria-labelledby="today-title">
      <h2 id="today-title">${texts.today}</h2>
      <p class="soft">
        ${fillHtml(texts.compared, { time: drawExactTime(figures.until, visit.language, 'minute') })}
      </p>
      ${drawFigures(visit, figures)}
    </section>`;
  },
});

function drawFigures(visit: Visit, { today, before }: Today): Html {
  const texts = staffOverviewTexts[visit.language];
  const count = (value: number): string => formatAmount(String(value), visit.language);
  const euros = (cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);
  const row = (label: Html | string, show: (day: DayFigures) => string) => [label, show(today), show(before)];
  return drawTable({
    caption: texts.today,
    columns: [
      { label: texts.figure, kind: 'name' },
      { label: texts.today, kind: 'number' },
      { label: texts.weekAgo, kind: 'number' },
    ],
    rows: [
      row(
        html`<span>${texts.turnover}<br /><span class="soft small">${texts.turnoverRule}</span></span>`,
        (day) => euros(day.euros),
      ),
      row(texts.payments, (day) => count(day.payments)),
      row(texts.paid, (day) => count(day.paid)),
      row(texts.orders, (day) => count(day.orders)),
      row(texts.payouts, (day) => count(day.payouts)),
    ],
    empty: html``,
  });
}
