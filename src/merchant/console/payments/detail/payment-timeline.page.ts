import type { Visit } from '../../../../platform/console/console-page.ts';
import { html, type Html } from '../../../../platform/http/page.ts';
import { drawFold } from '../../../../platform/pages/detail-parts.page.ts';
import { formatEuros } from '../../../../platform/pages/figures.page.ts';
import { fill } from '../../../../platform/pages/fill-text.ts';
import {
  drawBadge,
  drawCopyable,
  drawTimeline,
  type Moment,
  type Tone,
} from '../../../../platform/pages/parts.page.ts';
import { drawExactTime, formatLength } from '../../../../platform/pages/times.page.ts';
import { coins, priceDecimals } from '../../../assets/asset.rules.ts';
import { formatAmount } from '../../../../platform/money.ts';
import { choiceOf } from '../../../payments/facts/payment-facts.rules.ts';
import { isConfirmed, type Choice, type PaymentStatus } from '../../../payments/facts/payment.rules.ts';
import { detailTexts } from './payment-detail-texts.ts';
import { sayCoins, sayEuros } from '../payment-figures.ts';
import { latenessMs } from './payment-steps.rules.ts';
import type { Story } from './read-story.ts';
import { paymentTexts as texts } from '../payment-texts.ts';
import { statusWords } from '../payment-words.ts';

interface Told {
  readonly at: Date;
  readonly title: string;
  readonly detail?: Html | string;
  readonly tone?: Tone;
}

/** Renders the history of a payment, newest first. */
export function drawPaymentStory(visit: Visit, story: Story): Html {
  const told: Told[] = [
    renderCreation(visit, story),
    ...story.lookup.records.choices.map((choice) => renderChoice(visit, choice)),
    ...renderReceipts(visit, story),
    ...renderStatuses(visit, story),
    ...renderDecisions(visit, story),
    ...story.refunds.map((refund) => renderRefund(visit, refund)),
  ];
  // Entries of the same time keep their order, because later ones result from earlier ones.
  const newestFirst = told
    .map((one, index) => ({ ...one, index }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || other.index - one.index);
  const webhooks = Map.groupBy(story.webhooks, (webhook) => causeOf(newestFirst, webhook));
  return drawTimeline(
    newestFirst.map((one): Moment => {
      const own = webhooks.get(one) ?? [];
      return {
        time: drawExactTime(one.at, visit.language, 'second'),
        title: one.title,
        detail: html`${one.detail}${own.length > 0 && drawWebhooks(visit, own)}`,
        ...(one.tone === undefined ? {} : { tone: one.tone }),
      };
    }),
  );
}

/** Returns the entry that caused a webhook: the latest one that is not later than the webhook's event. */
const causeOf = <Entry extends Pick<Told, 'at'>>(
  newestFirst: readonly Entry[],
  { occurred_at: at }: Story['webhooks'][number],
): Entry | undefined => newestFirst.find((one) => one.at <= at) ?? newestFirst.at(-1);

/** Returns the member who did this act in the console, or that it was done by the API. */
function whoDid(visit: Visit, { acts }: Story, act: string): string {
  // Acts are listed newest first. The first one had the effect; later ones changed nothing.
  const found = acts.findLast((one) => one.act === act);
  return found ? fill(visit.say(texts.byPerson), { name: found.person_name }) : visit.say(texts.byApi);
}

const renderCreation = (visit: Visit, story: Story): Told => ({
  at: story.payment.created_at,
  title: visit.say(texts.storyCreated),
  detail: `${fill(visit.say(texts.storyCreatedText), {
    amount: sayEuros(visit, story.payment.euro_amount),
    reference: story.payment.payment_reference,
  })}, ${whoDid(visit, story, 'payment.created')}`,
});

const renderChoice = (visit: Visit, choice: Choice): Told => ({
  at: choice.chosen_at,
  title: fill(visit.say(texts.storyChosen), { coin: coins[choice.coin].name }),
  detail: fill(visit.say(texts.storyChosenText), {
    amount: sayCoins(visit, choice.coin, choice.coin_amount),
    price: formatEuros(formatAmount(choice.price, priceDecimals), visit.language),
    code: choice.coin,
  }),
});

function renderReceipts(visit: Visit, { lookup: { records } }: Story): Told[] {
  return records.receipts.map((receipt) => {
    const choice = choiceOf(records, receipt);
    const amount = sayCoins(visit, receipt.coin, receipt.amountMinor);
    const count = Math.min(receipt.confirmations, choice.required_confirmations);
    const progress = isConfirmed(choice, receipt)
      ? visit.say(texts.confirmed)
      : fill(visit.say(texts.confirmations), { count, needed: choice.required_confirmations });
    const lateMs = latenessMs(choice, receipt.firstSeenAt);
    // The deadline of an earlier choice is the next choice, so coins for it are not late.
    const isEarlier = choice !== records.choices.at(-1);
    const seen = lateMs > 0 && !isEarlier ? detailTexts.seenLate : texts.storySeen;
    const time = formatLength(lateMs, visit.language);
    return {
      at: receipt.firstSeenAt,
      title: fill(visit.say(receipt.visible ? seen : texts.storyVanished), { amount, time }),
      detail: html`${receipt.visible && html`${progress} · `}${
        isEarlier && html`${visit.say(detailTexts.atEarlierAddress)} · `
      }${drawCopyable(receipt.transactionId, visit.say(texts.copy))}`,
      tone: receipt.visible ? (seen === texts.storySeen ? 'good' : 'warn') : 'bad',
    };
  });
}

/** The timeline has other entries for these: the creation and the choice of a coin. */
const saidElsewhere: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING']);

/** Renders each change of status once. An order and its refund may both have events of the same change. */
function renderStatuses(visit: Visit, { moments, payment }: Story): Told[] {
  const changes = moments.filter(
    ({ status }, index) => status !== moments[index - 1]?.status && !saidElsewhere.has(status),
  );
  return changes
    .filter(({ status }) => !(status === 'EXPIRED' && payment.cancelled_at !== null))
    .map(({ at, status }) => {
      const { label, meaning, tone } = statusWords[status];
      return { at, title: visit.say(label), detail: visit.say(meaning), tone };
    });
}

function renderDecisions(visit: Visit, story: Story): Told[] {
  const { cancelled_at: cancelledAt, accepted_at: acceptedAt } = story.payment;
  const told: Told[] = [];
  if (cancelledAt !== null) {
    const detail = whoDid(visit, story, 'payment.cancelled');
    told.push({ at: cancelledAt, title: visit.say(texts.storyCancelled), detail, tone: 'warn' });
  }
  if (acceptedAt !== null) {
    const detail = whoDid(visit, story, 'payment.accepted');
    told.push({ at: acceptedAt, title: visit.say(texts.storyAccepted), detail, tone: 'good' });
  }
  return told;
}

function renderRefund(visit: Visit, refund: Story['refunds'][number]): Told {
  const { coin } = refund;
  const sent = refund.held_coin_amount + refund.bought_coin_amount - refund.fee_coin_amount;
  const states = {
    PROCESSING: [refund.isHeld ? texts.refundHeld : texts.refundGoing, refund.isHeld ? 'warn' : 'plain'],
    COMPLETED: [texts.refundDone, 'good'],
    FAILED: [texts.refundFailed, 'bad'],
  } as const;
  const [state, tone] = states[refund.status];
  return {
    at: refund.created_at,
    title: fill(visit.say(texts.storyRefund), { amount: sayEuros(visit, refund.total_euro_amount) }),
    detail: html`${visit.say(state)} ·
      ${fill(visit.say(texts.refundTo), { amount: sayCoins(visit, coin, sent) })}
      ${drawCopyable(refund.address, visit.say(texts.copy))}<br />${refund.reason},
      ${requesterOf(visit, refund.requested_by ?? null)}${
        refund.blockchain_transaction_id !== null &&
        html`<br />${drawCopyable(refund.blockchain_transaction_id, visit.say(texts.copy))}`
      }`,
    tone,
  };
}

function requesterOf(visit: Visit, actor: string | null): string {
  if (actor === 'client:payment-policy') return visit.say(texts.byPolicy);
  const [, name] = /^member:(.*)$/.exec(actor ?? '') ?? [];
  return name === undefined ? visit.say(texts.byApi) : fill(visit.say(texts.byPerson), { name });
}

/** Renders the webhooks of one entry, folded. Each links to its delivery. */
function drawWebhooks(visit: Visit, webhooks: Story['webhooks']): Html {
  const { length } = webhooks;
  const count =
    length === 1
      ? visit.say(detailTexts.oneWebhook)
      : fill(visit.say(detailTexts.webhooks), { count: length });
  const [state, tone] = sayDelivery(visit, webhooks);
  return drawFold(
    `webhooks-${webhooks[0]?.id}`,
    html`${count} ${drawBadge(state, tone)}`,
    html`<ul class="stack tight">
      ${webhooks.map((webhook) => html`<li>${drawWebhook(visit, webhook)}</li>`)}
    </ul>`,
  );
}

function sayDelivery(visit: Visit, webhooks: Story['webhooks']): readonly [string, Tone] {
  const count = (of: Story['webhooks'][number]['status']): number =>
    webhooks.filter(({ status }) => status === of).length;
  const [failed, waiting] = [count('FAILED'), count('PENDING')];
  if (failed > 0) return [fill(visit.say(detailTexts.someFailed), { count: failed }), 'bad'];
  if (waiting > 0) return [fill(visit.say(detailTexts.someWaiting), { count: waiting }), 'warn'];
  return count('DELIVERED') > 0
    ? [visit.say(detailTexts.allDelivered), 'good']
    : [visit.say(texts.webhookCancelled), 'plain'];
}

const deliveryStates = {
  DELIVERED: texts.webhookDelivered,
  PENDING: texts.webhookWaiting,
  FAILED: texts.webhookFailed,
  CANCELLED: texts.webhookCancelled,
} as const;

function drawWebhook(visit: Visit, webhook: Story['webhooks'][number]): Html {
  const answered = webhook.attempts.at(-1)?.response_status ?? null;
  const name = visit.may('GET', '/webhooks/deliveries/:id')
    ? html`<a href="${visit.address(`/webhooks/deliveries/${webhook.id}`)}">${webhook.event_type}</a>`
    : webhook.event_type;
  return html`${name} ·
    ${fill(visit.say(deliveryStates[webhook.status]), { count: webhook.attempts.length })}${
      answered !== null && ` (${answered})`
    }
    · <span class="wrap">${webhook.url}</span>`;
}
