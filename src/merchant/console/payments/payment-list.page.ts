import type { ConsolePage, Download, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { isId } from '../../../platform/ids.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { drawSearch, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery, type Link } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawChips,
  drawCoinBadge,
  drawEmpty,
  drawPages,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { findCoin, formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  paymentExceptions,
  paymentStatuses,
  type PaymentException,
  type PaymentStatus,
} from '../../payments/facts/payment.rules.ts';
import { describePayment, paymentColumns, toPaymentRow } from '../../payments/listing/listed-payment.ts';
import { searchPayments } from '../../payments/listing/search-payments.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { downloadList } from '../parts/csv-download.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { exceptionWords, statusWords } from './payment-words.ts';

const pageSize = 50;
/** Rows per query of a CSV file. */
const fileBatch = 500;

const dayMs = 86_400_000;
const periods = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, year: 365 * dayMs } as const;
type Period = keyof typeof periods;

/** Filter in the query of the address. Invalid values are ignored. */
interface ListFilter {
  readonly text: string;
  readonly status: PaymentStatus | undefined;
  readonly exception: PaymentException | undefined;
  readonly coin: CoinCode | undefined;
  readonly period: Period | undefined;
}

const readFilter = ({ query }: Visit): ListFilter => ({
  text: query('q').slice(0, 200),
  status: paymentStatuses.find((status) => status === query('status')),
  exception: paymentExceptions.find((exception) => [query('reason'), query('status')].includes(exception)),
  coin: findCoin(query('coin')),
  period: Object.hasOwn(periods, query('period')) ? (query('period') as Period) : undefined,
});

const linkTo = (address: string, { text, status, exception, coin, period }: ListFilter): Link =>
  linkQuery(address, { q: text, status, reason: exception, coin, period });

const find = (
  context: MerchantContext,
  visit: Visit,
  { text, status, exception, coin, period }: ListFilter,
  cursor: string | undefined,
  limit: number,
) =>
  searchPayments(context, {
    pspId: Number(visit.place.id),
    text,
    status,
    exception,
    coin,
    metadata: [],
    from: period && new Date(visit.nowMs - periods[period]),
    cursor,
    limit,
  });

export const paymentListPages = (context: MerchantContext): readonly ConsolePage[] => [
  {
    path: '/payments',
    grant: grants.see,
    menu: {
      label: texts.payments,
      hint: texts.paymentsHint,
      search: texts.search,
      icon: 'money',
      section: menuSections.business,
    },
    show: (visit) => showList(context, visit),
  },
  {
    path: '/payments/csv',
    grant: grants.see,
    show: async (visit) => download(context, visit),
  },
];

async function showList(context: MerchantContext, visit: Visit): Promise<View> {
  const filter = readFilter(visit);
  const before = isId(visit.query('before')) ? visit.query('before') : undefined;
  const { items, next } = await find(context, visit, filter, before, pageSize);
  const link = linkTo(visit.address('/payments'), filter);
  const { language, nowMs } = visit;
  return {
    title: visit.say(texts.payments),
    acts: html`<a class="button plain" href="${linkTo(visit.address('/payments/csv'), filter)()}"
        >${visit.say(texts.csv)}</a
      >${
        visit.may('GET', '/payments/new') &&
        html`<a class="button" href="${visit.address('/payments/new')}">${visit.say(texts.newPayment)}</a>`
      }`,
    body: html`${drawFilters(context, visit, filter, link)}
    ${drawTable({
      caption: visit.say(texts.payments),
      columns: [
        { label: visit.say(texts.reference), kind: 'name' },
        { label: visit.say(texts.status), place: 'below' },
        { label: visit.say(texts.customer), kind: 'name', place: 'below' },
        { label: visit.say(texts.amount), kind: 'number', place: 'beside' },
        { label: visit.say(texts.coin), kind: 'number', place: 'gone' },
        { label: visit.say(texts.created), place: 'end' },
      ],
      isCompact: true,
      rows: items.map((payment) => [
        html`<a href="${visit.address(`/payments/${payment.id}`)}">${payment.payment_reference}</a>`,
        drawStatus(visit, payment.status, payment.exceptions),
        drawCustomer(payment),
        formatEuros(formatAsset('EUR', payment.euro_amount), language),
        drawCoins(visit, payment.coin, payment.coin_amount),
        drawTime(payment.created_at, language, nowMs),
      ]),
      empty: drawNone(visit, link({}) !== visit.address('/payments') || before !== undefined),
    })}
    ${drawPages({
      newest: before !== undefined && { label: visit.say(texts.newest), href: link() },
      older: next !== undefined && { label: visit.say(texts.older), href: link({ before: next }) },
    })}`,
  };
}

/** Renders the status with its exceptions, such as an underpayment. */
export const drawStatus = (
  visit: Visit,
  status: PaymentStatus,
  exceptions: readonly PaymentException[],
): Html => {
  const { label, tone } = statusWords[status];
  return html`<span class="row"
    >${drawBadge(visit.say(label), tone)}${exceptions.map((exception) =>
      drawBadge(visit.say(exceptionWords[exception]), 'warn'),
    )}</span
  >`;
};

const drawCustomer = (payment: {
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_reference_id: string;
}): string =>
  [payment.customer_first_name, payment.customer_last_name].filter((name) => name !== null).join(' ') ||
  payment.customer_reference_id;

const drawCoins = ({ language }: Visit, coin: CoinCode | null, amount: bigint | null): Html | string => {
  if (coin === null) return '–';
  return amount === null ? drawCoinBadge(coin) : formatMoney(formatAsset(coin, amount), coin, language);
};

const drawNone = (visit: Visit, isFiltered: boolean): Html =>
  isFiltered
    ? drawEmpty(
        visit.say(texts.noneFound),
        visit.say(texts.noneFoundText),
        html`<a class="button plain" href="${visit.address('/payments')}"
          >${visit.say(texts.takeFiltersAway)}</a
        >`,
      )
    : drawEmpty(
        visit.say(texts.noneYet),
        visit.say(texts.noneYetText),
        visit.may('GET', '/payments/new')
          ? html`<a class="button" href="${visit.address('/payments/new')}"
              >${visit.say(texts.newPayment)}</a
            >`
          : undefined,
      );

/**
 * Renders the search with three menus. The reasons are choices of the status menu. An address may still have both, so
 * the reason then has a chip that removes it.
 */
function drawFilters(context: MerchantContext, visit: Visit, filter: ListFilter, link: Link): Html {
  const any = { value: '', label: visit.say(texts.any) };
  const { status, exception, coin, period } = filter;
  const hasBoth = status !== undefined && exception !== undefined;
  return html`<div class="filters">
    ${drawSearch({
      action: visit.address('/payments'),
      label: visit.say(texts.search),
      button: visit.say(texts.show),
      value: filter.text,
      kept: hasBoth ? { reason: exception } : {},
      menus: html`${drawSelect({
        name: 'status',
        label: visit.say(texts.status),
        chosen: status ?? exception ?? '',
        choices: [
          any,
          ...paymentStatuses.map((value) => ({ value, label: visit.say(statusWords[value].label) })),
          ...paymentExceptions.map((value) => ({
            value,
            label: visit.say(exceptionWords[value]),
            group: visit.say(texts.reason),
          })),
        ],
      })}
      ${drawSelect({
        name: 'coin',
        label: visit.say(texts.coin),
        chosen: coin ?? '',
        choices: [any, ...context.chains.codes.map((code) => ({ value: code, label: code }))],
      })}
      ${drawSelect({
        name: 'period',
        label: visit.say(texts.period),
        chosen: period ?? '',
        choices: [
          any,
          ...Object.keys(periods).map((value) => ({ value, label: visit.say(texts[value as Period]) })),
        ],
      })}`,
    })}
    ${
      hasBoth &&
      drawChips(visit.say(texts.reason), [
        { label: `${visit.say(exceptionWords[exception])} ×`, href: link({ reason: '' }), isCurrent: true },
      ])
    }
  </div>`;
}

/** Streams all matching payments in batches, so that the size of the file is not limited. */
function download(context: MerchantContext, visit: Visit): Download {
  const filter = readFilter(visit);
  return downloadList(
    `payments-${new Date(visit.nowMs).toISOString().slice(0, 10)}`,
    paymentColumns,
    (payment: Parameters<typeof describePayment>[0]) => toPaymentRow(describePayment(payment)),
    (place) => find(context, visit, filter, place, fileBatch),
  );
}
