import type { ConsolePage, ConsolePart, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawBadge, drawCopyable, drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { attemptErrorWords } from '../webhooks/webhook-texts.ts';
import { pathOf, type Alert } from './alert.rules.ts';
import { listAlerts, readAlertDetails, type AlertDetails } from './list-alerts.ts';
import { alertTexts, alertWords, paymentAlertWords } from './staff-alert-texts.ts';
import { linkPsp } from '../staff-parts/link-psp.ts';

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...alertTexts[visit.language] });

export const staffAlertsConsole = (context: MerchantContext): Pick<ConsolePart, 'pages' | 'acts'> => ({
  pages: [alertsPage(context), webhooksPage(context)],
  acts: [],
});

const alertsPage = (context: MerchantContext): ConsolePage => ({
  path: '/alerts',
  grant: staffGrants.see,
  menu: {
    label: words('Alerts', 'Alertas', 'Alarme'),
    hint: words(
      'Problems and tasks for staff.',
      'O que precisa de alguém agora.',
      'Was jetzt jemanden braucht.',
    ),
    icon: 'bell',
    section: staffSections.operations,
  },
  async show(visit) {
    const texts = textsOf(visit);
    const [alerts, { payments }] = await Promise.all([listAlerts(context), readAlertDetails(context)]);
    return {
      title: texts.alerts,
      lead: texts.lead,
      body: html`<div class="stack" id="alerts" data-live="5">${drawAlerts(visit, alerts)}</div>
        <section class="stack" aria-labelledby="payments-title">
          <h2 id="payments-title">${texts.payments}</h2>
          ${drawPayments(visit, payments)}
        </section>`,
    };
  },
});

/** An alert links to its page only if the role may open it. */
function drawAlerts(visit: Visit, alerts: readonly Alert[]): Html {
  const texts = textsOf(visit);
  return drawTable({
    caption: texts.alerts,
    columns: [
      { label: texts.what, kind: 'name' },
      { label: texts.status },
      { label: texts.todo, kind: 'name' },
    ],
    rows: alerts.map(({ kind, tone, coin, count }) => {
      const { title, todo, page } = alertWords[kind];
      const text = fill(visit.say(title), { coin, count: Math.round(count) });
      return [
        visit.may('GET', pathOf(page)) ? html`<a href="${visit.address(page)}">${text}</a>` : text,
        drawBadge(tone === 'bad' ? texts.urgent : texts.look, tone),
        visit.say(todo),
      ];
    }),
    empty: drawEmpty(texts.none, texts.noneText),
  });
}

function drawPayments(visit: Visit, payments: AlertDetails['payments']): Html {
  const texts = textsOf(visit);
  return drawTable({
    caption: texts.payments,
    columns: [
      { label: texts.reference, kind: 'name' },
      { label: texts.status },
      { label: texts.payment },
      { label: texts.psp },
      { label: texts.since },
    ],
    rows: payments.map((row) => [
      html`<a href="/console/psp/${row.psp_id}/payments/${row.payment_id}">${row.payment_reference}</a>`,
      drawBadge(visit.say(paymentAlertWords[row.kind] ?? words(row.kind, row.kind, row.kind)), 'warn'),
      drawCopyable(row.payment_id, texts.copy),
      linkPsp(visit, row.psp_id, `${texts.psp} ${row.psp_id}`),
      drawTime(row.created_at, visit.language, visit.nowMs),
    ]),
    empty: drawEmpty(texts.noPayments, texts.noPaymentsText),
  });
}

const webhooksPage = (context: MerchantContext): ConsolePage => ({
  path: '/webhooks',
  grant: staffGrants.see,
  menu: {
    label: words('Waiting webhooks', 'Webhooks em espera', 'Wartende Webhooks'),
    hint: words(
      'Pending webhooks and their receivers’ answers.',
      'De quem são e o que os receptores respondem.',
      'Wessen Webhooks warten, und was ihre Empfänger antworten.',
    ),
    icon: 'list',
    section: staffSections.operations,
  },
  async show(visit) {
    const texts = textsOf(visit);
    const { webhooks } = await readAlertDetails(context);
    return {
      title: texts.webhooks,
      lead: texts.webhooksLead,
      body: html`<div id="webhooks" data-live="5">
        ${drawTable({
          caption: texts.webhooks,
          columns: [
            { label: texts.psp, kind: 'name' },
            { label: texts.waiting, kind: 'number' },
            { label: texts.retrying, kind: 'number' },
            { label: texts.oldest },
            { label: texts.answered, kind: 'name' },
          ],
          rows: webhooks.map((row) => [
            linkPsp(visit, row.psp_id, row.name),
            String(row.waiting),
            row.retrying > 0 ? drawBadge(String(row.retrying), 'warn') : '0',
            row.oldest_due_at ? drawTime(row.oldest_due_at, visit.language, visit.nowMs) : texts.later,
            describeAttempt(visit, row.last_attempt),
          ]),
          empty: drawEmpty(texts.noWebhooks, texts.noWebhooksText),
        })}
      </div>`,
    };
  },
});

/** Formats the result of a delivery attempt: the HTTP status, or the error without one. */
function describeAttempt(visit: Visit, attempt: Record<string, unknown> | null): string {
  if (!attempt) return '–';
  const { response_status: status, error } = attempt;
  const why = typeof error === 'string' ? error : '';
  const words = attemptErrorWords[why];
  return [typeof status === 'number' ? `HTTP ${status}` : '', words ? visit.say(words) : why]
    .filter((text) => text !== '')
    .join(': ');
}
