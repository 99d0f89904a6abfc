import type { Download, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatEuros } from '../../../platform/pages/figures.page.ts';
import { drawForm } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawCoinBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawFacts,
  drawPages,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { customerColumns, describeCustomer } from '../../customers/personal-data/listed-customer.ts';
import { getCustomer, getCustomers, type Customer } from '../../customers/personal-data/read-customers.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { getOrders } from '../../orders/read-orders.ts';
import { findPayments } from '../../payments/listing/list-payments.ts';
import { downloadList } from '../parts/csv-download.ts';
import { drawCsvLink, drawFilters, drawNothing } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf } from '../parts/topic.ts';
import { statusWords } from '../payments/payment-words.ts';
import { drawOrderLink, drawStatus, sayEuros } from '../trading/order-words.page.ts';
import { customerTexts } from './customer-texts.ts';
import { searchCustomers, type ListedCustomer } from './search-customers.ts';

type Context = Pick<MerchantContext, 'sql' | 'chains'>;

const pageSize = 50;
const downloadSize = 200;
const shownOnPage = 10;

const nameOf = (customer: ListedCustomer): string =>
  [customer.customer_first_name, customer.customer_last_name].filter(Boolean).join(' ');

const pathOf = ({ customer_reference_id: reference }: ListedCustomer): string =>
  `/customers/${encodeURIComponent(reference)}`;

export async function showCustomers(context: Context, visit: Visit): Promise<View | Download> {
  const texts = customerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const pspId = pspOf(visit);
  const text = visit.query('q').trim();
  if (visit.query('format') === 'csv') {
    return downloadList('customers', customerColumns, describeCustomer, async (after) =>
      text === ''
        ? getCustomers(context, { pspId, after, limit: downloadSize })
        : { items: await searchCustomers(context, pspId, text), next: undefined },
    );
  }
  const after = visit.query('after');
  const { items, next } =
    text === ''
      ? await getCustomers(context, { pspId, after: after || undefined, limit: pageSize })
      : { items: await searchCustomers(context, pspId, text), next: undefined };
  const link = linkQuery(visit.address('/customers'), { q: text });
  return {
    title: texts.title,
    lead: texts.lead,
    acts: drawCsvLink(visit, link),
    body: html`${drawFilters(visit, '/customers', {
      search: { label: texts.searchLabel, value: text, kept: {} },
      chips: [],
    })}
    ${drawTable({
      caption: texts.title,
      columns: [
        { label: texts.reference, kind: 'name' },
        { label: texts.name, kind: 'name' },
        { label: texts.email, kind: 'name' },
        { label: texts.firstSeen },
        { label: texts.lastSeen },
      ],
      rows: items.map((customer) => [
        html`<a href="${visit.address(pathOf(customer))}">${customer.customer_reference_id}</a>`,
        nameOf(customer) || shared.nothing,
        customer.customer_email_address ?? shared.nothing,
        drawTime(customer.first_seen_at, visit.language, visit.nowMs),
        drawTime(customer.last_seen_at, visit.language, visit.nowMs),
      ]),
      empty: drawNothing(visit, '/customers', text !== '' || after !== '', {
        title: texts.none,
        text: texts.noneText,
      }),
    })}
    ${drawPages({
      newest: after !== '' && { label: shared.first, href: link() },
      older: next !== undefined && { label: shared.next, href: link({ after: next }) },
    })}`,
  };
}

export async function showCustomer(context: Context, visit: Visit): Promise<View> {
  const texts = customerTexts[visit.language];
  const customer = await getCustomer(context, pspOf(visit), visit.parameters('id'));
  const { details } = customer;
  return {
    title: nameOf(details) || details.customer_reference_id,
    acts: visit.may('POST', '/customers/:id/erase') ? drawErasure(visit, customer) : html``,
    body: html`<div class="story">
      <div class="stack">
        ${await drawPayments(context, visit, details)} ${await drawCustomerOrders(context, visit, details)}
      </div>
      <div class="stack">
        <section class="card" aria-label="${sharedTexts[visit.language].facts}">
          ${drawFacts(listFacts(visit, customer))}
        </section>
        <section class="card">
          <h2>${texts.totals}</h2>
          ${drawFacts(listTotals(visit, customer))}
        </section>
        <section class="card">
          <h2>${texts.depositAddresses}</h2>
          ${drawAddresses(visit, customer)}
        </section>
      </div>
    </div>`,
  };
}

function listFacts(visit: Visit, { details }: Customer): (readonly [string, Html | string])[] {
  const texts = customerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const known = (text: string | null): string => text ?? shared.nothing;
  return [
    [texts.reference, drawCopyable(details.customer_reference_id, shared.copy)],
    [texts.name, nameOf(details) || shared.nothing],
    [texts.email, html`<span class="wrap">${known(details.customer_email_address)}</span>`],
    [texts.network, known(details.customer_ip_address)],
    [texts.firstSeen, drawTime(details.first_seen_at, visit.language, visit.nowMs)],
    [texts.lastSeen, drawTime(details.last_seen_at, visit.language, visit.nowMs)],
  ];
}

function listTotals(visit: Visit, { totals }: Customer): (readonly [string, string])[] {
  const texts = customerTexts[visit.language];
  const euros = (cents: bigint): string => formatEuros(formatAsset('EUR', cents), visit.language);
  const counted = (count: number, cents: bigint): string =>
    fill(texts.countAndEuros, { count, euros: euros(cents) });
  return [
    [
      texts.paid,
      fill(texts.countOfAll, {
        count: totals.paid_payments,
        all: totals.payments,
        euros: euros(totals.paid),
      }),
    ],
    [texts.refunded, euros(totals.refunded)],
    [texts.trades, String(totals.orders)],
    [texts.withdrawn, counted(totals.withdrawals, totals.withdrawn)],
    [texts.deposited, counted(totals.deposits, totals.deposited)],
  ];
}

function drawAddresses(visit: Visit, { addresses }: Customer): Html {
  const shared = sharedTexts[visit.language];
  if (addresses.length === 0) return html`<p class="soft">${customerTexts[visit.language].noAddresses}</p>`;
  return html`<ul class="stack tight">
    ${addresses.map(
      (one) =>
        html`<li>
          ${drawCoinBadge(one.coin)} ${drawCopyable(one.address, shared.copy)}
          ${one.destination_tag !== null && html`<span class="soft">${shared.destinationTag} ${one.destination_tag}</span>`}
        </li>`,
    )}
  </ul>`;
}

async function drawPayments(context: Context, visit: Visit, customer: ListedCustomer): Promise<Html> {
  const texts = customerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const { items } = await findPayments(context, {
    pspId: pspOf(visit),
    customerReferenceId: customer.customer_reference_id,
    metadata: [],
    cursor: undefined,
    limit: shownOnPage,
  });
  return html`<h2>${texts.payments}</h2>
    ${drawTable({
      caption: texts.payments,
      columns: [
        { label: texts.payment, kind: 'name' },
        { label: shared.status },
        { label: shared.euros, kind: 'number' },
        { label: shared.when },
      ],
      rows: items.map((payment) => [
        html`<a href="${visit.address(`/payments/${payment.id}`)}">${payment.payment_reference}</a>`,
        drawBadge(visit.say(statusWords[payment.status].label), statusWords[payment.status].tone),
        formatEuros(formatAsset('EUR', payment.euro_amount), visit.language),
        drawTime(payment.created_at, visit.language, visit.nowMs),
      ]),
      empty: html`<p class="soft">${texts.noPayments}</p>`,
    })}`;
}

async function drawCustomerOrders(context: Context, visit: Visit, customer: ListedCustomer): Promise<Html> {
  const texts = customerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const { items } = await getOrders(context, {
    pspId: pspOf(visit),
    status: undefined,
    customerReferenceId: customer.customer_reference_id,
    metadata: [],
    cursor: undefined,
    limit: shownOnPage,
  });
  return html`<h2>${texts.orders}</h2>
    ${drawTable({
      caption: texts.orders,
      columns: [
        { label: shared.kind },
        { label: shared.status },
        { label: shared.euros, kind: 'number' },
        { label: shared.when },
      ],
      rows: items.map((order) => [
        drawOrderLink(visit, order),
        drawStatus(visit, order),
        sayEuros(visit, order),
        drawTime(order.created_at, visit.language, visit.nowMs),
      ]),
      empty: html`<p class="soft">${texts.noOrders}</p>`,
    })}`;
}

function drawErasure(visit: Visit, { details, totals }: Customer): Html {
  const texts = customerTexts[visit.language];
  const name = nameOf(details) || details.customer_reference_id;
  return drawDialogue({
    id: 'erase',
    opener: texts.erase,
    title: fill(texts.eraseTitle, { name }),
    body: html`<p>${fill(texts.eraseText, { payments: totals.payments })}</p>
      <div class="row">
        ${drawDialogueClose('erase', sharedTexts[visit.language].cancel)}
        ${drawForm({
          action: visit.address(`${pathOf(details)}/erase`),
          token: visit.formToken,
          fields: html`<button type="submit" class="danger">${texts.eraseButton}</button>`,
        })}
      </div>`,
  });
}
