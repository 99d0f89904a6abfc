import type { OverviewPart, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { formatAmount, formatEuros } from '../../../platform/pages/figures.page.ts';
import { drawFacts } from '../../../platform/pages/parts.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { listAlerts, readToday, type DayFigures } from './list-alerts.ts';
import { alertTexts } from './staff-alert-texts.ts';
import { drawAlerts } from './staff-alerts.page.ts';

/** Shows alerts first, then today's figures. */
export const staffOverview = (context: MerchantContext): OverviewPart => ({
  grant: staffGrants.see,
  async show(visit) {
    const texts = alertTexts[visit.language];
    const [alerts, today] = await Promise.all([listAlerts(context), readToday(context)]);
    return html`<div class="stack" id="hand" data-live="10">
      <h2>${texts.needsHand}</h2>
      ${drawAlerts(visit, alerts)}
      <section class="card" aria-labelledby="today-title">
        <h2 id="today-title">${texts.today}</h2>
        ${drawToday(visit, today)}
      </section>
    </div>`;
  },
});

function drawToday(visit: Visit, { payments, paid, euros, orders, payouts }: DayFigures): Html {
  const texts = alertTexts[visit.language];
  const count = (value: number): string => formatAmount(String(value), visit.language);
  return drawFacts([
    [
      texts.todayTurnover,
      html`<span class="figure">${formatEuros(formatAsset('EUR', euros), visit.language)}</span>`,
    ],
    [texts.todayPayments, count(payments)],
    [texts.todayPaid, count(paid)],
    [texts.todayOrders, count(orders)],
    [texts.todayPayouts, count(payouts)],
  ]);
}
