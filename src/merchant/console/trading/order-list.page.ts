import type { Download, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { isId } from '../../../platform/ids.ts';
import { linkQuery, type Link } from '../../../platform/pages/link-query.ts';
import { drawTable, type Column } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { Page } from '../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { describeOrder, orderColumns, toOrderRow } from '../../orders/listed-order.ts';
import { orderStatuses, type Order, type OrderStatus } from '../../orders/order.rules.ts';
import { getOrders } from '../../orders/read-orders.ts';
import { downloadList } from '../parts/csv-download.ts';
import {
  drawChoices,
  drawCsvLink,
  drawFilters,
  drawNewestFirst,
  drawNothing,
  drawPeriods,
  periodSince,
  readChoice,
  readPeriodOf,
} from '../parts/list-parts.page.ts';
import { pspOf } from '../parts/topic.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { findOrders } from './find-orders.ts';
import { drawCustomer, drawOrderLink, drawStatus, sayEuros } from './order-words.page.ts';
import { orderKindWords, orderStatusWords, tradingTexts } from './trading-texts.ts';

type Context = Pick<MerchantContext, 'sql' | 'chains'>;
type ListedKind = 'trade' | 'withdrawal' | 'deposit' | 'refund';
const listedKinds: readonly ListedKind[] = ['trade', 'withdrawal', 'deposit', 'refund'];

/** One of the three lists of orders: of one kind, or of all kinds. */
export interface OrderScene {
  readonly path: '/orders' | '/withdrawals' | '/deposits';
  readonly kind?: 'withdrawal' | 'deposit';
}

const pageSize = 50;
const downloadSize = 500;

interface Filter {
  readonly kind: ListedKind | undefined;
  readonly status: OrderStatus | undefined;
  readonly period: string | undefined;
}

export async function showOrders(
  context: Context,
  visit: Visit,
  scene: OrderScene,
): Promise<View | Download> {
  const texts = tradingTexts[visit.language];
  const filter: Filter = {
    kind: scene.kind ?? readChoice(listedKinds, visit.query('kind')),
    status: readChoice(orderStatuses, visit.query('status')),
    period: readPeriodOf(visit),
  };
  const read = (cursor: string | undefined, limit: number): Promise<Page<Order>> =>
    getOrders(context, {
      pspId: pspOf(visit),
      kind: filter.kind,
      status: filter.status,
      customerReferenceId: undefined,
      metadata: [],
      ...periodSince(visit, filter.period),
      cursor,
      limit,
    });
  const text = visit.query('q').trim();
  const find = async (): Promise<Page<Order>> => {
    const { items } = await findOrders(context, pspOf(visit), text);
    return {
      items: items.filter(({ kind }) => scene.kind === undefined || kind === scene.kind),
      next: undefined,
    };
  };
  if (visit.query('format') === 'csv') {
    return downloadList(scene.path.slice(1), fileColumns, toFileRow, (place) =>
      text === '' ? read(place, downloadSize) : find(),
    );
  }
  const before = visit.query('before');
  const { items: shown, next } =
    text === '' ? await read(isId(before) ? before : undefined, pageSize) : await find();
  const link = linkQuery(visit.address(scene.path), {
    kind: scene.kind === undefined ? filter.kind : undefined,
    status: filter.status,
    period: filter.period,
  });
  const name = scene.path.slice(1) as 'orders' | 'withdrawals' | 'deposits';
  return {
    title: texts[name],
    lead: texts[`${name}Lead`],
    acts: html`${drawCsvLink(visit, (changed) => link({ q: text, ...changed }))} ${drawNew(visit, scene)}`,
    body: html`${drawChosen(visit, scene, filter, link, text)}
    ${drawOrders(visit, scene, shown, text !== '' || isFiltered(scene, filter))}
    ${drawNewestFirst(visit, link, next)}`,
  };
}

const isFiltered = (scene: OrderScene, { kind, status, period }: Filter): boolean =>
  (scene.kind === undefined && kind !== undefined) || status !== undefined || period !== undefined;

function drawNew(visit: Visit, { path }: OrderScene): Html | false {
  const texts = tradingTexts[visit.language];
  if (path === '/deposits' || !visit.may('GET', `${path}/new`)) return false;
  const label = path === '/orders' ? texts.newOrder : texts.newWithdrawal;
  return html`<a class="button" href="${visit.address(`${path}/new`)}">${label}</a>`;
}

function drawChosen(visit: Visit, scene: OrderScene, filter: Filter, link: Link, text: string): Html {
  const shared = sharedTexts[visit.language];
  const kinds =
    scene.kind === undefined &&
    drawChoices(shared.kind, link, 'kind', filter.kind, [
      ['', shared.all],
      ...listedKinds.map(
        (kind) => [kind, visit.say(orderKindWords[kind] ?? orderKindWords['trade']!)] as const,
      ),
    ]);
  const statuses = drawChoices(shared.status, link, 'status', filter.status, [
    ['', shared.any],
    ...orderStatuses.map((status) => [status, visit.say(orderStatusWords[status]!)] as const),
  ]);
  return drawFilters(visit, scene.path, {
    search: { label: tradingTexts[visit.language].searchLabel, value: text, kept: {} },
    chips: [...(kinds ? [kinds] : []), statuses, drawPeriods(visit, link, filter.period)],
  });
}

function drawOrders(visit: Visit, scene: OrderScene, orders: readonly Order[], isFiltered: boolean): Html {
  const texts = tradingTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const columns: Column[] = [
    { label: texts.what },
    { label: shared.status },
    { label: shared.customer, kind: 'name' },
    ...(scene.kind === 'withdrawal' ? [{ label: texts.to }] : []),
    { label: shared.euros, kind: 'number' },
    { label: shared.when },
  ];
  return drawTable({
    caption: texts[scene.path.slice(1) as 'orders'],
    columns,
    rows: orders.map((order) => [
      drawOrderLink(visit, order),
      drawStatus(visit, order),
      drawCustomer(visit, order),
      ...(scene.kind === 'withdrawal' ? [shorten(order.customer_wallet_address)] : []),
      sayEuros(visit, order),
      drawTime(order.created_at, visit.language, visit.nowMs),
    ]),
    empty: drawNothing(visit, scene.path, isFiltered, {
      ...emptyTexts(visit, scene),
      act: drawNew(visit, scene) || undefined,
    }),
  });
}

function emptyTexts(visit: Visit, { path }: OrderScene): { title: string; text: string } {
  const texts = tradingTexts[visit.language];
  switch (path) {
    case '/orders':
      return { title: texts.noOrders, text: texts.noOrdersText };
    case '/withdrawals':
      return { title: texts.noWithdrawals, text: texts.noWithdrawalsText };
    case '/deposits':
      return { title: texts.noDeposits, text: texts.noDepositsText };
  }
}

const shorten = (address: string | null): Html | string =>
  address === null
    ? '–'
    : html`<code title="${address}"
        >${address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address}</code
      >`;

/** The API has one list per kind; the file has all kinds, so it needs this column. */
const fileColumns = ['order_kind', ...orderColumns] as const;

const toFileRow = (order: Order) => ({ order_kind: order.kind, ...toOrderRow(describeOrder(order)) });
