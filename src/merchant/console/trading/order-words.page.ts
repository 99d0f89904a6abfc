import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatEuros, formatMoney } from '../../../platform/pages/figures.page.ts';
import { drawBadge, type Tone } from '../../../platform/pages/parts.page.ts';
import { coinOf } from '../../assets/asset.rules.ts';
import { formatOrderAmounts, type Order, type OrderStatus } from '../../orders/order.rules.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { orderStatusWords, screeningWords, tradingTexts } from './trading-texts.ts';

const tones: Record<OrderStatus, Tone> = {
  CREATED: 'warn',
  PROCESSING: 'plain',
  COMPLETED: 'good',
  FAILED: 'bad',
  REVERSED: 'bad',
};

export function sayStatus(visit: Visit, { status, hold }: Pick<Order, 'status' | 'hold'>): string {
  const known = hold === 'screening' ? screeningWords : orderStatusWords[status];
  return known ? visit.say(known) : status;
}

export const drawStatus = (visit: Visit, order: Pick<Order, 'status' | 'hold'>): Html =>
  drawBadge(sayStatus(visit, order), order.hold === null ? tones[order.status] : 'warn');

export function sayCoins(visit: Visit, order: Order): string {
  const { coins } = formatOrderAmounts(order);
  const coin = coinOf(order.currency_pair);
  return coins === null ? coin : formatMoney(coins, coin, visit.language);
}

export function sayEuros(visit: Visit, order: Order): string {
  const { euros } = formatOrderAmounts(order);
  return euros === null ? sharedTexts[visit.language].nothing : formatEuros(euros, visit.language);
}

/** Returns a title such as `Withdrawal of 0.00500000 BTC`. */
export function sayOrder(visit: Visit, order: Order): string {
  const texts = tradingTexts[visit.language];
  const coins = sayCoins(visit, order);
  switch (order.kind) {
    case 'trade':
      return fill(order.order_type === 'WITHDRAW' ? texts.buy : texts.sell, { coins });
    case 'withdrawal':
      return fill(texts.withdrawalOf, { coins });
    case 'deposit':
      return fill(texts.depositOf, { coins });
    case 'payment':
      return fill(texts.paymentOf, { coins });
    case 'refund':
      return fill(texts.refundOf, { coins });
  }
}

/** Withdrawals and deposits have their own lists, so their pages are below these. */
const pathOfOrder = ({ id, kind }: Pick<Order, 'id' | 'kind'>): string =>
  kind === 'withdrawal' || kind === 'deposit' ? `/${kind}s/${id}` : `/orders/${id}`;

export const drawOrderLink = (visit: Visit, order: Order): Html =>
  html`<a href="${visit.address(pathOfOrder(order))}">${sayOrder(visit, order)}</a>`;

/** Renders the customer's name or else the reference, as a link to the customer's page. */
export function drawCustomer(
  visit: Visit,
  of: Pick<Order, 'customer_reference_id' | 'customer_first_name' | 'customer_last_name'>,
): Html | string {
  const { customer_reference_id: reference } = of;
  if (reference === null) return sharedTexts[visit.language].nothing;
  const name = [of.customer_first_name, of.customer_last_name].filter(Boolean).join(' ');
  return html`<a href="${visit.address(`/customers/${encodeURIComponent(reference)}`)}"
    >${name === '' ? reference : name}</a
  >`;
}
