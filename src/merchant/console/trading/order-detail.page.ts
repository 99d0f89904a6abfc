import type { View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { formatEuros } from '../../../platform/pages/figures.page.ts';
import {
  drawBadge,
  drawCoinBadge,
  drawCopyable,
  drawFacts,
  drawTimeline,
  type Moment,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { coinOf, formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { OrderKind } from '../../orders/order.rules.ts';
import { pspOf } from '../parts/topic.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { drawCustomer, drawStatus, sayCoins, sayEuros, sayOrder, sayStatus } from './order-words.page.ts';
import { readOrderStory, type OrderStory, type SentTransaction } from './read-order-story.ts';
import { decisionWords, tradingTexts } from './trading-texts.ts';

/** Shows one order. `/withdrawals` and `/deposits` show only orders of their kind. */
export async function showOrder(
  context: Pick<MerchantContext, 'sql' | 'settings'>,
  visit: Visit,
  kind?: OrderKind,
): Promise<View> {
  const story = await readOrderStory(context, pspOf(visit), visit.parameters('id'));
  const { order } = story;
  if (kind !== undefined && order.kind !== kind) throw problem('not_found');
  return {
    title: sayOrder(visit, order),
    body: html`<div id="order" data-live="${isMoving(story) ? 2 : 15}" class="stack">
      <p class="row">
        ${drawStatus(visit, order)} ${drawCoinBadge(coinOf(order.currency_pair))}
        ${drawProgress(visit, story)}
      </p>
      <div class="story">
        <section class="card" aria-label="${sharedTexts[visit.language].story}">
          ${drawTimeline(listMoments(visit, story))}
        </section>
        <section class="card" aria-label="${sharedTexts[visit.language].facts}">
          ${drawFacts(listFacts(visit, story))}
        </section>
      </div>
    </div>`,
  };
}

const isMoving = ({ order }: OrderStory): boolean =>
  order.status === 'CREATED' || order.status === 'PROCESSING';

function drawProgress(visit: Visit, story: OrderStory): Html | false {
  const last = story.transactions.findLast(({ visible }) => visible);
  if (!last || story.order.status !== 'PROCESSING') return false;
  return drawBadge(sayDepth(visit, last, story));
}

function sayDepth(visit: Visit, { confirmations }: SentTransaction, story: OrderStory): string {
  const texts = sharedTexts[visit.language];
  return confirmations === 0
    ? texts.unconfirmed
    : fill(texts.confirmations, {
        count: Math.min(confirmations, story.requiredConfirmations),
        needed: story.requiredConfirmations,
      });
}

/** Newest first. */
function listMoments(visit: Visit, story: OrderStory): Moment[] {
  const texts = tradingTexts[visit.language];
  const { order, payout, deposit, arrival } = story;
  const moments: (Moment & { at: Date })[] = [];
  const add = (at: Date, moment: Omit<Moment, 'time'>): void => {
    moments.push({ at, time: drawTime(at, visit.language, visit.nowMs), ...moment });
  };
  if (deposit && arrival) {
    add(arrival.first_seen_at, {
      title: texts.arrived,
      detail: drawCopyable(deposit.transaction_id, sharedTexts[visit.language].copy),
    });
  }
  add(order.created_at, {
    title: sharedTexts[visit.language].created,
    ...(payout?.requested_by ? { detail: sayAsker(visit, payout.requested_by) } : {}),
  });
  for (const { action, created_at: at } of story.decisions) {
    const known = decisionWords[action];
    if (known) {
      add(at, {
        title: fill(texts.decided, { action: visit.say(known) }),
        tone: action === 'reject' ? 'bad' : 'good',
      });
    }
  }
  story.transactions.forEach((transaction, index) =>
    add(transaction.signedAt, {
      title: index === 0 ? texts.signed : texts.signedAgain,
      detail: html`${drawCopyable(transaction.transactionId, sharedTexts[visit.language].copy)}
      ${sayTransaction(visit, transaction, story)}`,
      tone: transaction.failed ? 'bad' : transaction.confirmations > 0 ? 'good' : 'plain',
    }),
  );
  const sayEvent = ({ event_type: type }: OrderStory['deliveries'][number]): string =>
    fill(texts.webhook, { type });
  for (const delivery of story.deliveries) {
    add(delivery.occurred_at, {
      title: visit.may('GET', '/webhooks/deliveries/:id')
        ? html`<a href="${visit.address(`/webhooks/deliveries/${delivery.id}`)}">${sayEvent(delivery)}</a>`
        : sayEvent(delivery),
      detail: html`<span class="soft wrap">${delivery.url}</span>`,
      ...(delivery.status === 'FAILED' ? { tone: 'bad' as const } : {}),
    });
  }
  if (order.updated_at.getTime() !== order.created_at.getTime()) {
    add(order.updated_at, {
      title: fill(texts.isNow, { status: sayStatus(visit, order) }),
      tone: order.status === 'COMPLETED' ? 'good' : order.status === 'PROCESSING' ? 'plain' : 'bad',
    });
  }
  return moments
    .map((moment, index) => ({ moment, index }))
    .toSorted((one, other) => other.moment.at.getTime() - one.moment.at.getTime() || other.index - one.index)
    .map(({ moment }) => moment);
}

function sayTransaction(visit: Visit, transaction: SentTransaction, story: OrderStory): string {
  const texts = tradingTexts[visit.language];
  if (transaction.failed) return texts.failedOnChain;
  if (transaction.visible) return sayDepth(visit, transaction, story);
  return isMoving(story) ? sharedTexts[visit.language].unconfirmed : texts.neverMined;
}

function sayAsker(visit: Visit, asker: string): string {
  const texts = tradingTexts[visit.language];
  const [kind, ...name] = asker.split(':');
  return fill(kind === 'client' ? texts.askedByApi : texts.askedBy, { who: name.join(':') || asker });
}

function listFacts(visit: Visit, story: OrderStory): (readonly [string, Html | string])[] {
  const texts = tradingTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const { order, payout, deposit } = story;
  const copyable = (value: string): Html => drawCopyable(value, shared.copy);
  const wallet = order.customer_wallet_address ?? deposit?.address;
  const tag = order.destination_tag ?? deposit?.destination_tag;
  return [
    [shared.amount, html`<span class="figure">${sayCoins(visit, order)}</span>`],
    [shared.euros, html`<span class="figure">${sayEuros(visit, order)}</span>`],
    ...(payout ? [[shared.networkFee, sayFee(visit, story)] as const] : []),
    [shared.customer, drawCustomer(visit, order)],
    ...(wallet ? [[shared.address, copyable(wallet)] as const] : []),
    ...(tag ? [[shared.destinationTag, tag] as const] : []),
    ...(order.blockchain_transaction_id === null
      ? []
      : [[shared.transaction, copyable(order.blockchain_transaction_id)] as const]),
    ...(deposit
      ? [[texts.mode, deposit.mode === 'sell' ? texts.soldAtOnce : texts.heldAsCoins] as const]
      : []),
    ...(order.payment_reference_id === null
      ? []
      : [
          [
            texts.payment,
            html`<a href="${visit.address(`/payments/${order.payment_reference_id}`)}"
              >${texts.openPayment}</a
            >`,
          ] as const,
        ]),
    ...Object.entries(order.metadata).map(
      ([key, value]) => [`${texts.metadata}: ${key}`, html`<span class="wrap">${value}</span>`] as const,
    ),
    [texts.order, copyable(order.id)],
    [shared.created, drawTime(order.created_at, visit.language, visit.nowMs)],
    [shared.changed, drawTime(order.updated_at, visit.language, visit.nowMs)],
  ];
}

function sayFee(visit: Visit, { order, payout }: OrderStory): string {
  const texts = tradingTexts[visit.language];
  if (order.network_fee === null) return texts.feeByProvider;
  const fee = formatEuros(formatAsset('EUR', order.network_fee), visit.language);
  return payout?.status === 'RESERVED' ? fill(texts.feeEstimate, { fee }) : fee;
}
