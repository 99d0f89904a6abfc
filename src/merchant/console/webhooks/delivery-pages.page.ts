import { onceName } from '../../../platform/console/act-once.ts';
import type { Download, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { drawChart } from '../../../platform/pages/chart.page.ts';
import { formatAmount } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawCopyable,
  drawFacts,
  drawTable,
  drawTimeline,
  type Moment,
  type Tone,
} from '../../../platform/pages/parts.page.ts';
import { drawDay, drawTime } from '../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  countDeliveries,
  countRedeliverable,
  getDeliveries,
  getDelivery,
} from '../../webhooks/manage-deliveries.ts';
import {
  bodyOf,
  deliveryStatuses,
  headersOf,
  type DeliveryStatus,
} from '../../webhooks/queue/webhook.rules.ts';
import { downloadList } from '../parts/csv-download.ts';
import {
  drawChoices,
  drawFilters,
  drawNewestFirst,
  drawNothing,
  readChoice,
} from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf } from '../parts/topic.ts';
import { attemptErrorWords, deliveryStatusWords, webhookTexts } from './webhook-texts.ts';

type Context = Pick<MerchantContext, 'sql' | 'clock'>;
type WholeDelivery = Awaited<ReturnType<typeof getDelivery>>;
type Delivery = Awaited<ReturnType<typeof getDeliveries>>['deliveries'][number];
type Attempt = Delivery['attempts'][number];

const pageSize = 50;
const downloadSize = 200;
const chartDays = 30;

const tones: Record<DeliveryStatus, Tone> = {
  PENDING: 'plain',
  DELIVERED: 'good',
  FAILED: 'bad',
  CANCELLED: 'warn',
};

const sayStatus = (visit: Visit, status: DeliveryStatus): string =>
  visit.say(deliveryStatusWords[status] ?? deliveryStatusWords['PENDING']!);

export interface DeliveryList {
  readonly body: Html;
  readonly link: Link;
}

/** Lists deliveries, filtered by status, by the id of an order or by their own id. */
export async function listDeliveries(context: Context, visit: Visit): Promise<DeliveryList | Download> {
  const status = readChoice(deliveryStatuses, visit.query('status'));
  const text = visit.query('q').trim();
  const before = visit.query('before');
  const orderId = isId(text) ? text.toLowerCase() : undefined;
  const read = async (after: string | undefined, limit: number) => {
    const { deliveries, next } = await getDeliveries(context, pspOf(visit), {
      orderId,
      status,
      after,
      limit,
    });
    return { items: deliveries, next };
  };
  if (visit.query('format') === 'csv') {
    return downloadList('deliveries', csvColumns, toRow, (place) => read(place, downloadSize));
  }
  const listed =
    text !== '' && orderId === undefined
      ? { items: [], next: undefined }
      : await read(isId(before) ? before : undefined, pageSize);
  // The search text may be the webhook-id header of a request.
  const own =
    orderId !== undefined && listed.items.length === 0 ? await findOwn(context, visit, orderId) : [];
  const link = linkQuery(visit.address('/webhooks'), { status, q: text });
  const texts = webhookTexts[visit.language];
  const chips = drawChoices(sharedTexts[visit.language].status, link, 'status', status, [
    ['', sharedTexts[visit.language].any],
    ...deliveryStatuses.map((one) => [one, sayStatus(visit, one)] as const),
  ]);
  return {
    link,
    body: html`<div class="row apart">
        <h2>${texts.deliveries}</h2>
        ${await drawRedelivery(context, visit)}
      </div>
      ${drawFilters(visit, '/webhooks', {
        search: { label: texts.searchLabel, value: text, kept: { status } },
        chips: [chips],
      })}
      ${drawDeliveries(visit, [...listed.items, ...own], text !== '' || status !== undefined)}
      ${drawNewestFirst(visit, link, listed.next)}`,
  };
}

/** Renders the button that sends the failed deliveries again, if there are any. */
async function drawRedelivery(context: Context, visit: Visit): Promise<Html | false> {
  if (!visit.may('POST', '/webhooks/redeliver-failed')) return false;
  const count = await countRedeliverable(context, pspOf(visit));
  if (count === 0) return false;
  return drawForm({
    action: visit.address('/webhooks/redeliver-failed'),
    token: visit.formToken,
    fields: html`${drawHidden(onceName, newId(visit.nowMs))}
      <button type="submit" class="plain">
        ${fill(webhookTexts[visit.language].redeliverFailed, { count: formatAmount(String(count), visit.language) })}
      </button>`,
  });
}

const findOwn = (context: Context, visit: Visit, id: string): Promise<Delivery[]> =>
  getDelivery(context, pspOf(visit), id).then(
    (found) => [found],
    () => [],
  );

function drawDeliveries(visit: Visit, deliveries: readonly Delivery[], isFiltered: boolean): Html {
  const texts = webhookTexts[visit.language];
  const shared = sharedTexts[visit.language];
  return drawTable({
    caption: texts.deliveries,
    columns: [
      { label: texts.event },
      { label: shared.status },
      { label: texts.endpoint, kind: 'name' },
      { label: texts.answer },
      { label: texts.attempts, kind: 'number' },
      { label: shared.when },
    ],
    rows: deliveries.map((delivery) => [
      html`<a href="${visit.address(`/webhooks/deliveries/${delivery.id}`)}">${delivery.event_type}</a>`,
      drawBadge(sayStatus(visit, delivery.status), tones[delivery.status]),
      delivery.url,
      sayAnswer(visit, delivery.attempts.at(-1)),
      String(delivery.attempts.length),
      drawTime(delivery.occurred_at, visit.language, visit.nowMs),
    ]),
    empty: drawNothing(visit, '/webhooks', isFiltered, {
      title: texts.noDeliveries,
      text: texts.noDeliveriesText,
    }),
  });
}

function sayAnswer(visit: Visit, attempt: Attempt | undefined): string {
  if (!attempt) return webhookTexts[visit.language].noAttempt;
  if (attempt.response_status !== null) return String(attempt.response_status);
  return sayError(visit, attempt.error ?? '');
}

const sayError = (visit: Visit, error: string): string => {
  const known = attemptErrorWords[error];
  return known ? visit.say(known) : error;
};

/** Counts by result and day. Days without deliveries are left empty. */
export async function drawDeliveryChart(context: Context, visit: Visit): Promise<Html> {
  const texts = webhookTexts[visit.language];
  const counts = await countDeliveries(context, pspOf(visit), chartDays);
  if (counts.length === 0) return html``;
  const dayMs = 86_400_000;
  const today = visit.nowMs - (visit.nowMs % dayMs);
  const times = Array.from({ length: chartDays }, (_, index) => today - (chartDays - 1 - index) * dayMs);
  const days = times.map((time) => new Date(time).toISOString().slice(0, 10));
  const colors = { DELIVERED: 'good', PENDING: 'soft', FAILED: 'bad', CANCELLED: 'warn' } as const;
  const order = ['DELIVERED', 'PENDING', 'CANCELLED', 'FAILED'] as const;
  const countOf = (day: string, status: DeliveryStatus): number =>
    counts.find((one) => one.day === day && one.status === status)?.count ?? 0;
  return drawChart({
    id: 'deliveries-by-day',
    title: texts.chart,
    kind: 'bars',
    times,
    series: order.map((status) => ({
      label: sayStatus(visit, status),
      color: colors[status],
      values: days.map((day) => countOf(day, status)),
    })),
    unit: texts.chartUnit,
    language: visit.language,
    tableLabel: sharedTexts[visit.language].asTable,
    table: drawTable({
      caption: texts.chart,
      columns: [
        { label: sharedTexts[visit.language].day },
        ...order.map((status) => ({ label: sayStatus(visit, status), kind: 'number' as const })),
      ],
      rows: days
        .toReversed()
        .map((day) => [drawDay(day, visit.language), ...order.map((status) => String(countOf(day, status)))]),
      empty: html``,
    }),
  });
}

export async function showDelivery(context: Context, visit: Visit): Promise<View> {
  const texts = webhookTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const delivery = await getDelivery(context, pspOf(visit), visit.parameters('id'));
  const mayRedeliver = visit.may('POST', '/webhooks/deliveries/:id/redeliver') && !delivery.endpoint_ended;
  return {
    title: delivery.event_type,
    acts: mayRedeliver
      ? drawForm({
          action: visit.address(`/webhooks/deliveries/${delivery.id}/redeliver`),
          token: visit.formToken,
          fields: html`<button type="submit">${texts.redeliver}</button>`,
        })
      : html``,
    body: html`<div class="story" id="delivery" data-live="${delivery.status === 'PENDING' ? 2 : 15}">
      <div class="stack">
        <section class="card" aria-label="${texts.attempts}">
          ${
            delivery.attempts.length === 0
              ? html`<p class="soft">${texts.noAttempt}</p>`
              : drawTimeline(
                  delivery.attempts.map((attempt, index) => drawAttempt(visit, attempt, index)).toReversed(),
                )
          }
        </section>
        <section class="card">
          <h2>${texts.sent}</h2>
          ${drawRequest(visit, delivery)}
          <pre class="wrap" tabindex="0">${JSON.stringify(JSON.parse(bodyOf(delivery)), null, 2)}</pre>
        </section>
      </div>
      <section class="card" aria-label="${shared.facts}">
        ${drawFacts([
          [shared.status, drawBadge(sayStatus(visit, delivery.status), tones[delivery.status])],
          [
            texts.endpoint,
            html`<a class="wrap" href="${visit.address(`/webhooks/endpoints/${delivery.endpoint_id}`)}"
              >${delivery.url}</a
            >`,
          ],
          ...drawPaymentLink(visit, delivery),
          ...(delivery.order_id === null
            ? []
            : [
                [
                  texts.order,
                  html`<a href="${visit.address(`/orders/${delivery.order_id}`)}">${texts.openOrder}</a>`,
                ] as const,
              ]),
          ...(delivery.event_sequence === null
            ? []
            : [[texts.sequence, String(delivery.event_sequence)] as const]),
          ...(delivery.status === 'PENDING'
            ? [[texts.nextAttempt, drawTime(delivery.due_at, visit.language, visit.nowMs)] as const]
            : []),
          ['webhook-id', drawCopyable(delivery.id, shared.copy)],
          [shared.when, drawTime(delivery.occurred_at, visit.language, visit.nowMs)],
        ])}
      </section>
    </div>`,
  };
}

/** Links to the payment whose event this is. */
function drawPaymentLink(visit: Visit, { event }: WholeDelivery): readonly (readonly [string, Html])[] {
  const texts = webhookTexts[visit.language];
  const { payment_reference_id: id } = event;
  return typeof id === 'string'
    ? [[texts.payment, html`<a href="${visit.address(`/payments/${id}`)}">${texts.openPayment}</a>`]]
    : [];
}

/** Renders the request line and the headers. Time and signature differ per attempt, so words stand for them. */
function drawRequest(visit: Visit, delivery: WholeDelivery): Html {
  const texts = webhookTexts[visit.language];
  const headers = headersOf(delivery.id, texts.headerTime, texts.headerSignature);
  return html`<p class="wrap"><code>POST ${delivery.url}</code></p>
    ${drawFacts(Object.entries(headers).map(([name, value]) => [html`<code>${name}</code>`, value]))}`;
}

function drawAttempt(visit: Visit, attempt: Attempt, index: number): Moment {
  const texts = webhookTexts[visit.language];
  const result = attempt.error === null ? '' : ` ${sayError(visit, attempt.error)}`;
  return {
    time: drawTime(new Date(attempt.attempted_at), visit.language, visit.nowMs),
    title: fill(texts.attempted, { number: index + 1 }),
    detail: html`${attempt.response_status}${result}, ${fill(texts.took, { ms: attempt.duration_ms })}
    ${attempt.response_excerpt !== null && html`<code class="wrap">${attempt.response_excerpt}</code>`}`,
    tone: attempt.error === null ? 'good' : 'bad',
  };
}

const csvColumns = [
  'occurred_at',
  'webhook_delivery_id',
  'url',
  'order_id',
  'event_type',
  'status',
  'attempts',
  'last_response_status',
  'last_error',
  'last_response_excerpt',
] as const;

function toRow(delivery: Delivery) {
  const last = delivery.attempts.at(-1);
  return {
    occurred_at: delivery.occurred_at.toISOString(),
    webhook_delivery_id: delivery.id,
    url: delivery.url,
    order_id: delivery.order_id,
    event_type: delivery.event_type,
    status: delivery.status,
    attempts: delivery.attempts.length,
    last_response_status: last?.response_status,
    last_error: last?.error,
    last_response_excerpt: last?.response_excerpt,
  };
}
